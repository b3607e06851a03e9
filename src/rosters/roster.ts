import type { TeamRole } from '../domain/memberships/membership.ts';
import { nameOfColumn } from '../formats/cells.ts';
import type { Row } from '../formats/row.ts';
import { quoted } from '../text/words.ts';

/** One line of a roster: a membership that must exist, or must end. */
export interface RosterEntry {
  readonly line: number;
  /** An id or an exact title. */
  readonly team: string;
  /** An id or an e-mail address. */
  readonly user: string;
  /** `undefined` keeps the present role; new members get `member`. */
  readonly role: TeamRole | undefined;
  readonly action: 'add' | 'remove';
}

export interface LineProblem {
  readonly line: number;
  readonly column?: string;
  readonly message: string;
  /** What the line says in the place of a team, if that is the problem. */
  readonly team?: string;
}

export interface RosterColumns {
  readonly team: string;
  readonly user: string;
  readonly role: string;
}

/** What the user calls the columns; one that is not named is called `team`, `user` or `role`. */
export interface ColumnNames {
  readonly teamColumn?: string | undefined;
  readonly userColumn?: string | undefined;
  readonly roleColumn?: string | undefined;
}

export function rosterColumns({ teamColumn, userColumn, roleColumn }: ColumnNames): RosterColumns {
  return { team: teamColumn || 'team', user: userColumn || 'user', role: roleColumn || 'role' };
}

/**
 * Reads the entry in a row, or returns all its problems. Ignores other columns. Throws `NoColumn` if several columns
 * have the name.
 */
export function readEntry({ line, cells }: Row, columns: RosterColumns): RosterEntry | LineProblem[] {
  const problems: LineProblem[] = [];
  const cell = (column: string): string | undefined => {
    const name = nameOfColumn(cells, column);
    return name === undefined ? undefined : cells[name];
  };
  const needed = (column: string): string => {
    const value = cell(column)?.trim();
    if (!value) {
      const message = value === '' ? 'is empty' : 'is missing';
      problems.push({ line, column, message });
    }
    return value ?? '';
  };
  const oneOf = <Word extends string>(column: string, words: readonly Word[]): Word | undefined => {
    const value = cell(column)?.trim().toLowerCase();
    if (!value) return undefined;
    const word = words.find((known) => known === value);
    if (!word)
      problems.push({ line, column, message: `must be ${words.join(' or ')}, not ${quoted(cell(column))}` });
    return word;
  };
  const entry: RosterEntry = {
    line,
    team: needed(columns.team),
    user: needed(columns.user),
    role: oneOf(columns.role, ['owner', 'member']),
    action: oneOf('action', ['add', 'remove']) ?? 'add',
  };
  return problems.length > 0 ? problems : entry;
}
