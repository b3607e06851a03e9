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
  const { idsOfNames: namedIds } = await import('../../../work/named-ids.ts');
  const { runForIds } = await import('../../../rows/several.ts');
  const own = flags.filter(({ option }) => !option.facts.isShared);
  const words = [...joinLine({ path, flags: own, operands: [] }), ...given];
  const ids = await namedIds(parts.session, operands);
  const limit = own.find(({ option }) => option.long === '--limit')?.value;
  await runForIds(parts.session, createLines(parts), words, ids, {
    undo: parts.line.flags.undo !== false,
    limit: limit === undefined ? undefined : Number(limit),
  });
}
