import type { App } from '../cli/app.ts';
import { UsageError } from '../cli/errors.ts';
import {
  type LineProblem,
  type RosterColumns,
  type RosterEntry,
  readEntry,
} from '../domain/memberships/roster.ts';
import { counted } from '../domain/plural.ts';
import { openInput, rowsOf } from './input-file.ts';
import type { InputFile } from './journal.ts';
import { shortened } from './shortened.ts';

/** A roster as it was read. */
export interface Roster {
  readonly name: string;
  readonly entries: readonly RosterEntry[];
  readonly problems: readonly LineProblem[];
  readonly input: InputFile;
}

/** Reads a whole roster, and everything that is wrong with its rows. */
export async function readRoster(app: App, path: string, columns: RosterColumns): Promise<Roster> {
  const opened = openInput(app, path);
  const entries: RosterEntry[] = [];
  const problems: LineProblem[] = [];
  let isFirst = true;
  for await (const row of rowsOf(opened)) {
    if (isFirst) assertColumns(Object.keys(row.cells), columns, opened.name);
    isFirst = false;
    const read = readEntry(row, columns);
    if (Array.isArray(read)) problems.push(...read);
    else entries.push(read);
  }
  return { name: opened.name, entries, problems, input: opened.input() };
}

/** A file without the column is wrong as a whole, not line by line. */
function assertColumns(there: readonly string[], { team, user }: RosterColumns, name: string): void {
  for (const [flag, column] of [
    ['--team-column', team],
    ['--user-column', user],
  ]) {
    if (there.includes(column as string)) continue;
    throw new UsageError(`${name} has no column ${JSON.stringify(column)}`, {
      hint: `its columns are ${there.map((one) => JSON.stringify(one)).join(', ')}; name the right one with ${flag}`,
    });
  }
}

/** All problems of a file at once. */
export function problemsError(name: string, problems: readonly LineProblem[]): UsageError {
  const sorted = problems.toSorted((one, other) => one.line - other.line);
  const lines = sorted.map(({ line, column, message }) => {
    return `${name}:${line}: ${column === undefined ? '' : `${column}: `}${message}`;
  });
  return new UsageError(`${counted(problems.length, 'problem')} in ${name}; nothing was sent`, {
    details: shortened(lines),
  });
}
