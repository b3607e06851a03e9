import { effectOf } from '../api/contract/effect.ts';
import { OutOfDate, UsageError } from '../errors.ts';
import { rowResultView } from '../views/bulk.ts';
import { plannedRequestView } from '../views/requests.ts';
import { assertNothingHeld } from '../work/guards/held-back.ts';
import { bulkClient, type Session } from '../work/run/session.ts';
import { readStatesBefore } from '../work/undo/states-before.ts';
import { unsentRequest } from '../work/unsent.ts';
import { commandOf, resultPages } from './batch-results.ts';
import { runRows } from './carry-out.ts';
import { guardRows } from './guard-rows.ts';
import type { Lines } from './lines.ts';
import { createInputCheck } from './row-inputs.ts';
import { type CheckedRow, checkRows, type EarlierRows } from './rows.ts';

/**
 * Runs several command lines as one run, with the lines themselves in its journal. A dry run prints each request with the
 * values that it is going to change. `earlier` is the run to resume. Throws `UsageError` for a line that changes nothing,
 * and if a guard refuses them.
 */
export async function runCommandLines(
  session: Session,
  lines: Lines,
  commandLines: readonly (readonly string[])[],
  earlier?: EarlierRows,
): Promise<void> {
  const inputCheck = createInputCheck(session, earlier?.inputs);
  const rules = { stdin: 'refused', inputCheck } as const;
  const named = commandLines.map((words, index) => ({ name: `line ${index + 1}`, words }));
  const rows = await checkRows(session, lines.createRunner(rules), named);
  for (const { preflight } of rows) session.redactor.learn(preflight.op, preflight.input);
  session.assertAllowed?.(rows.map(({ preflight }) => preflight.op.id));
  const guarded = await guardRows(session, rows, rows, {}, earlier?.run);
  if (session.dryRun) {
    await showPlanned(session, rows);
    return assertNothingHeld(guarded.held);
  }
  const [only = [], ...others] = commandLines;
  const numbered = rows.map((row, index) => ({ ...row, number: index + 1, line: row.words, text: '' }));
  await runRows(
    session,
    {
      ...{ rows, lines, rules, guarded, earlier },
      words: [],
      source: { from: 'lines', lines: commandLines },
      command: others.length === 0 ? commandOf(session, only) : `${commandLines.length} command lines`,
      what: ' command lines',
      print: (results) => session.out.list(resultPages(session, numbered, results), rowResultView),
    },
    {},
  );
}

/** Prints the request of each line, with the values before. */
async function showPlanned(session: Session, rows: readonly CheckedRow[]): Promise<void> {
  const client = bulkClient(session);
  for (const { words, preflight } of rows)
    if (effectOf(preflight.op) === 'read')
      throw new UsageError(`${commandOf(session, words)}: what it sends is known only when it has read`);
  const sendings = rows.map(({ preflight: { op, input } }) => ({ op, input }));
  const before = await readStatesBefore(session, sendings, {});
  session.onIntended?.(
    rows.map(({ preflight: { op, input } }, index) => ({
      operation: op.id,
      input,
      valuesBefore: before[index] ?? [],
    })),
  );
  async function* planned() {
    for (const [index, { words, preflight }] of rows.entries()) {
      const { op, input, isGone, warnings } = preflight;
      const line = commandOf(session, words);
      if (isGone) throw new OutOfDate(`${line}: there is no such thing; nothing to do`);
      yield [
        {
          line,
          operation: op.id,
          params: input.params ?? {},
          ...(await unsentRequest(client, preflight)),
          before: before[index] ?? [],
          warnings,
        },
      ];
    }
  }
  await session.out.list(planned(), plannedRequestView);
}
