import { UsageError } from '../../../errors.ts';
import { joinLine, type Line } from '../../line/read.ts';
import type { LineEnd } from '../../line-end.ts';
import type { LineParts } from '../line-parts.ts';
import { createLines } from './lines.ts';
import type { WholeLine } from './row.ts';

/** Runs a command that takes one thing for each thing on the line: in one bulk run, with one common result. */
export async function runForEach(
  parts: WholeLine & Pick<LineParts, 'session'>,
  { path, flags }: Line,
  { operands, given }: LineEnd & { kind: 'several' },
): Promise<void> {
  const { readIds, runForIds } = await import('../../../bulk/several.ts');
  const own = flags.filter(({ option }) => !option.facts.isShared);
  const words = [...joinLine({ path, flags: own, operands: [] }), ...given];
  const isPiped = operands[0] === '-' && operands.length === 1;
  if (!isPiped && operands.includes('-')) {
    throw new UsageError('- stands for all ids in standard input, and cannot stand beside other ids', {
      hint: 'give the ids on the line, or all of them in standard input',
    });
  }
  const ids = isPiped ? await readIds(parts.session) : operands;
  await runForIds(parts.session, createLines(parts), words, [...new Set(ids)]);
}
