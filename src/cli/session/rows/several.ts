import { joinLine, type Line } from '../../line/read.ts';
import type { LineEnd } from '../../line-end.ts';
import { isShared } from '../../shared-flags.ts';
import type { App } from '../app.ts';
import { saysYes } from '../guard.ts';
import { createLines } from './lines.ts';

/** Runs a command that names one thing for each of those that the line names: one bulk run, shown as one answer. */
export async function runForEach(
  app: App,
  { path, flags }: Line,
  { operands, given }: LineEnd & { kind: 'several' },
): Promise<void> {
  const { readIds, runForIds } = await import('../../../bulk/several.ts');
  const own = flags.filter(({ option }) => !isShared(option));
  const words = [...joinLine({ path, flags: own, operands: [] }), ...given];
  const isPiped = operands[0] === '-' && operands.length === 1;
  const ids = isPiped ? await readIds(app) : operands;
  const session = isPiped ? refusingQuestions(app) : app;
  await runForIds(session, createLines(session), words, [...new Set(ids)]);
}

/**
 * With ids from a pipe a person at the terminal cannot answer. What would be asked about named ids is then refused, as
 * deletions are, instead of done without a question.
 */
function refusingQuestions(app: App): App {
  const { flags, system } = app;
  const isSeen = system.stderr.isTerminal && !flags.noInput && !system.env.CI;
  if (app.canAsk() || !isSeen) return app;
  const asksFirst = () => !flags.dryRun && !saysYes(flags, system.env);
  return Object.create(app, { canAsk: { value: () => true }, asksFirst: { value: asksFirst } });
}
