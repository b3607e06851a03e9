import { UsageError } from '../errors.ts';
import { columnProblem, NoColumn } from '../formats/cells.ts';
import { makeCells, type Row } from '../formats/row.ts';
import { shortened } from '../text/shortened.ts';
import { counted } from '../text/words.ts';
import type { InputFile } from '../work/journal/journal-schema.ts';
import { inputRows, openInput } from '../work/run/input-file.ts';
import type { Session } from '../work/run/session.ts';
import {
  type LineProblem,
  type RosterColumns,
  type RosterEntry,
  readEntry,
  rosterColumns,
} from './roster.ts';

export interface Roster {
  readonly name: string;
  readonly entries: readonly RosterEntry[];
  readonly problems: readonly LineProblem[];
  readonly input: InputFile;
}

/**
 * Reads a whole roster, with all problems of its rows. Throws `UsageError` for a missing column.
 */
export async function readRoster(session: Session, path: string, columns: RosterColumns): Promise<Roster> {
  const opened = openInput(session, path);
  const entries: RosterEntry[] = [];
  const problems: LineProblem[] = [];
  let isFirst = true;
  const check = (cells: Row['cells'], place: string, needed: ReadonlySet<string>) => {
    assertColumns(cells, columns, place, needed);
    isFirst = false;
  };
  // A file without rows must have the columns, too. A row of JSON may lack a role that others have.
  const inHeader = new Set([
    columns.team,
    columns.user,
    ...(columns.role === rosterColumns({}).role ? [] : [columns.role]),
  ]);
  const onColumns = (names: readonly string[], line: number) =>
    check(makeCells(names.map((name) => [name, ''])), `${opened.name}:${line}`, inHeader);
  const onWrongRow = (message: string, line: number) => void problems.push({ line, message });
  for await (const row of inputRows(opened, undefined, { onColumns, onWrongRow })) {
    if (isFirst) check(row.cells, opened.name, new Set([columns.team, columns.user]));
    const read = entryOf(row, columns);
    if (Array.isArray(read)) problems.push(...read);
    else entries.push(read);
  }
  return { name: opened.name, entries, problems, input: opened.input() };
}

function entryOf(row: Row, columns: RosterColumns): RosterEntry | LineProblem[] {
  try {
    return readEntry(row, columns);
  } catch (error) {
    if (error instanceof NoColumn) return [{ line: row.line, message: error.message }];
    throw error;
  }
}

/** Throws for a missing column: then the whole file is wrong, not single lines. */
function assertColumns(
  cells: Row['cells'],
  columns: RosterColumns,
  place: string,
  needed: ReadonlySet<string>,
): void {
  for (const field of ['team', 'user', 'role'] as const) {
    const column = columns[field];
    const wrong = columnProblem(cells, column, needed.has(column));
    if (!wrong) continue;
    throw new UsageError(`${place}: ${wrong}`, {
      hint: { code: 'choose-column', data: { columns: Object.keys(cells), field } },
    });
  }
}

export function problemsError(name: string, problems: readonly LineProblem[]): UsageError {
  return new UsageError(`${counted(problems.length, 'problem')} in ${name}; nothing was sent`, {
    details: shortened(problemLines(name, problems)),
  });
}

/** Returns the problems of a file in words, by line. */
export function problemLines(name: string, problems: readonly LineProblem[]): string[] {
  const sorted = problems.toSorted((one, other) => one.line - other.line);
  return sorted.map(
    ({ line, column, message }) => `${name}:${line}: ${column === undefined ? '' : `${column}: `}${message}`,
  );
}
