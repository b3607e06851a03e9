import {
  type LineProblem,
  type RosterColumns,
  type RosterEntry,
  readEntry,
} from '../../domain/memberships/roster.ts';
import { UsageError } from '../../errors.ts';
import { NoColumn, nameOfColumn } from '../../formats/cells.ts';
import type { Row } from '../../formats/row.ts';
import { openInput, rowsOf } from '../../runs/input-file.ts';
import type { InputFile } from '../../runs/journal.ts';
import type { Session } from '../../runs/session.ts';
import { counted } from '../../text/plural.ts';
import { shortened } from '../../text/shortened.ts';

/** The content of a roster. */
export interface Roster {
  readonly name: string;
  readonly entries: readonly RosterEntry[];
  readonly problems: readonly LineProblem[];
  readonly input: InputFile;
}

/** Reads a whole roster, with all problems of its rows. */
export async function readRoster(session: Session, path: string, columns: RosterColumns): Promise<Roster> {
  const opened = openInput(session, path);
  const entries: RosterEntry[] = [];
  const problems: LineProblem[] = [];
  let isFirst = true;
  for await (const row of rowsOf(opened)) {
    if (isFirst) assertColumns(row.cells, columns, opened.name);
    isFirst = false;
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
function assertColumns(cells: Row['cells'], { team, user, role }: RosterColumns, name: string): void {
  for (const [field, column, isNeeded] of [
    ['team', team, true],
    ['user', user, true],
    ['role', role, false],
  ] as const) {
    const wrong = columnProblem(cells, column, isNeeded);
    if (!wrong) continue;
    throw new UsageError(`${name}: ${wrong}`, {
      hint: { code: 'choose-column', data: { columns: Object.keys(cells), field } },
    });
  }
}

function columnProblem(cells: Row['cells'], column: string, isNeeded: boolean): string | undefined {
  try {
    const isThere = nameOfColumn(cells, column) !== undefined;
    return isThere || !isNeeded ? undefined : `there is no column ${JSON.stringify(column)}`;
  } catch (error) {
    if (error instanceof NoColumn) return error.message;
    throw error;
  }
}

/** Makes one error of all problems of a file. */
export function problemsError(name: string, problems: readonly LineProblem[]): UsageError {
  const sorted = problems.toSorted((one, other) => one.line - other.line);
  const lines = sorted.map(({ line, column, message }) => {
    return `${name}:${line}: ${column === undefined ? '' : `${column}: `}${message}`;
  });
  return new UsageError(`${counted(problems.length, 'problem')} in ${name}; nothing was sent`, {
    details: shortened(lines),
  });
}
