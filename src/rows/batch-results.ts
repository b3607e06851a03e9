import { longest } from '../text/longest.ts';
import { shellQuote } from '../text/shell.ts';
import { counted } from '../text/words.ts';
import { inOrder, type Results } from '../work/run/results.ts';
import type { Session } from '../work/run/session.ts';
import type { WorkResult } from '../work/run/supervise.ts';
import type { BatchRow } from './batch-input.ts';
import type { CheckedRow } from './rows.ts';

export type CheckedBatchRow = CheckedRow & BatchRow;

export type ResultRow = ReturnType<typeof resultRow>;

export function resultRow(
  session: Session,
  { number, line, preflight }: CheckedBatchRow,
  result: WorkResult,
) {
  return {
    row: number,
    command: commandOf(session, line),
    status: result.state,
    exitCode: result.state === 'not-attempted' ? null : result.exitCode,
    id: result.id ?? preflight.id ?? null,
    error: result.error ?? null,
  };
}

/** Yields the results of rows in their order, as they come. */
export function resultPages(
  session: Session,
  rows: readonly CheckedBatchRow[],
  results: Results,
): AsyncGenerator<ResultRow[]> {
  const show = (index: number, result: WorkResult | undefined) =>
    resultRow(session, rows[index] as CheckedBatchRow, result as WorkResult);
  return inOrder(rows.keys(), (index) => index, results, show);
}

/** Returns the words of a command as a shell takes them, without secrets. */
export function commandOf({ redactor }: Pick<Session, 'redactor'>, line: readonly string[]): string {
  return line.map((word) => shellQuote(redactor.redactText(word))).join(' ');
}

const mostSampled = 1000;

/** Returns rows with the longest texts, for a table on a terminal: it begins before all rows are done. */
export function samplesOf(session: Session, rows: readonly CheckedBatchRow[]): Partial<ResultRow>[] {
  if (session.system.stdout.columns === undefined) return [];
  const id = longest(rows.map(({ preflight }) => preflight.id ?? ''));
  const commands = rows.slice(0, mostSampled).map(({ line }) => commandOf(session, line));
  const word = longest(commands.flatMap((command) => command.split(' ')));
  return [{ row: rows.length, command: longest(commands), id }, { command: word }];
}

/** Yields the rows that `-o id` can print; rows without an id are left out. */
export async function* withIds(
  session: Session,
  pages: AsyncIterable<readonly ResultRow[]>,
): AsyncGenerator<readonly ResultRow[]> {
  let without = 0;
  for await (const page of pages) {
    const named = page.filter(({ id }) => id !== null);
    without += page.length - named.length;
    yield named;
  }
  if (without > 0) await session.out.note(`${counted(without, 'row')} without an id`);
}
