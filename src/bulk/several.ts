import { joinLine, type Line } from '../cli/line/read.ts';
import type { SeveralThings } from '../cli/program.ts';
import type { App } from '../cli/session/app.ts';
import { saysYes } from '../cli/session/guard.ts';
import { isShared } from '../cli/shared-flags.ts';
import { decodeText } from '../formats/decode.ts';
import { linesOf } from '../formats/lines.ts';
import type { Known } from '../plans/guards/known.ts';
import { type BulkFlags, conclude } from '../runs/execute.ts';
import { openInput } from '../runs/input-file.ts';
import { createResults, errorsOf, printWhile, type Results, unfinished } from '../runs/results.ts';
import { answerView } from '../views/answers.ts';
import { sampleOf, withParent, withTitle } from './parents.ts';
import { guardRows } from './rows/guard-rows.ts';
import { createWitness } from './rows/row-inputs.ts';
import type { Printed } from './rows/row-runner.ts';
import {
  type CheckedRow,
  checkRows,
  type EarlierRows,
  rowsWork,
  runFor,
  runRows,
  showDryRun,
} from './rows/rows.ts';

/** Runs a command that names one thing for each of those that the line names: one bulk run, shown as one answer. */
export async function runForEach(
  session: App,
  { path, flags }: Line,
  { operands, given }: SeveralThings,
): Promise<void> {
  const own = flags.filter(({ option }) => !isShared(option));
  const isPiped = operands[0] === '-' && operands.length === 1;
  const ids = isPiped ? await readIds(session) : operands;
  const words = [...joinLine({ path, flags: own, operands: [] }), ...given];
  await runForIds(isPiped ? refusingQuestions(session) : session, words, [...new Set(ids)]);
}

/**
 * With ids from a pipe a person at the terminal cannot answer. What would be asked about named ids is then refused, as
 * deletions are, instead of done without a question.
 */
function refusingQuestions(session: App): App {
  const { flags, system } = session;
  const isSeen = system.stderr.isTerminal && !flags.noInput && !system.env.CI;
  if (session.canAsk() || !isSeen) return session;
  const asksFirst = () => !flags.dryRun && !saysYes(flags, system.env);
  return Object.create(session, { canAsk: { value: () => true }, asksFirst: { value: asksFirst } });
}

/** Runs the command of `words` for each of `ids`. `earlier` is the run to go on with. */
export async function runForIds(
  session: App,
  words: readonly string[],
  ids: readonly string[],
  flags: BulkFlags = {},
  earlier?: EarlierRows,
): Promise<void> {
  if (ids.length === 0) return session.out.note('no ids: nothing to do');
  const witness = createWitness(session, earlier?.inputs);
  const rules = { stdin: 'shared', witness, takesMissing: true } as const;
  const rows = await checkRows(
    session,
    ids.map((id) => ({ name: id, words: [...words, '--', id] })),
    rules,
  );
  const known = earlier ? undefined : await guardRows(session, rows, rows);
  if (await showDryRun(session, rows, earlier?.run)) return;
  const inputs = witness.inputs(rows.map(({ preflight }) => preflight.input));
  const work = rowsWork(session, words, { from: 'ids', ids }, { total: ids.length, ...inputs });
  const command = rows[0]?.preflight.command ?? '';
  const run = earlier?.run ?? (await runFor(session, rows, { command, work, path: undefined }));
  const results = createResults(rows.length);
  const printed = new Map<number, Printed>();
  const onPrinted = (index: number, one: Printed) => void printed.set(index, one);
  const execution = runRows(session, { rows, results, run, rules, onPrinted }, flags);
  try {
    await show(session, rows, results, printed, execution, known);
  } finally {
    const stop = await execution;
    await conclude(session, run, unfinished(results, stop, run, '', errorsOf(rows, results)));
  }
}

/** What the single commands would have shown, in the order of the ids. */
async function show(
  session: App,
  rows: readonly CheckedRow[],
  results: Results,
  printed: Map<number, Printed>,
  execution: Promise<unknown>,
  known: Known | undefined,
): Promise<void> {
  const shown = inTurn(session, rows, results, printed, known);
  // The format depends on what was printed.
  const first = await shown.next();
  const printsEmpty = rows[0]?.preflight.op.result !== undefined && results.count('done') > 0;
  if (first.done && !session.out.showsOutcomes && !printsEmpty) return;
  const pages = (async function* () {
    if (first.done) return;
    yield first.value.map(({ value }) => value);
    for await (const items of shown) yield items.map(({ value }) => value);
  })();
  const view = first.done ? answerView : (first.value[0]?.view ?? answerView);
  const samples = [...(view.samples ?? []), ...rows.map((row) => sampleOf(row, view))];
  await printWhile(session, pages, { ...view, samples }, execution);
}

async function* inTurn(
  session: App,
  rows: readonly CheckedRow[],
  results: Results,
  printed: Map<number, Printed>,
  known: Known | undefined,
): AsyncGenerator<Printed['items']> {
  for (const [index, row] of rows.entries()) {
    await results.wait(index);
    const one = printed.get(index);
    printed.delete(index);
    if (!one) continue;
    if (one.items.length > 0) yield withTitle(row, withParent(row, one.items), known);
    else for (const message of one.messages) await session.out.done(message);
  }
}

async function readIds(session: App): Promise<string[]> {
  const ids: string[] = [];
  for await (const { text } of linesOf(decodeText(openInput(session, '-').bytes))) {
    const id = text.trim();
    if (id !== '') ids.push(id);
  }
  return ids;
}
