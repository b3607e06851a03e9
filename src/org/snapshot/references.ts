import type { UnknownList, UnreadLists } from '../../model/read/unread.ts';
import { kept } from '../../text/kept.ts';
import { type FixtureRow, madeAnew, type Tables } from '../sections/rows.ts';

/** The list of a thing that has the rows of a table. */
interface Holder {
  readonly kind: UnknownList['kind'];
  /** The kind of the thing, and the column with its id. */
  readonly in: UnknownList['in']['kind'];
  readonly column: string;
}

const holders: Readonly<Record<string, Holder>> = {
  team_members: { kind: 'team-member', in: 'team', column: 'team' },
  collection_teams: { kind: 'collection-team', in: 'collection', column: 'collection' },
  space_teams: { kind: 'space-team', in: 'space', column: 'space' },
  custom_field_values: { kind: 'space-field', in: 'space', column: 'space' },
  site_spaces: { kind: 'site-space', in: 'site', column: 'site' },
};

/** A column that holds the id of a row of another table. */
interface Reference {
  readonly column: string;
  readonly to: string;
  /** A row can be without it: then only the reference is left out. */
  readonly optional?: true;
}

const references: Readonly<Record<string, readonly Reference[]>> = {
  team_members: [
    { column: 'team', to: 'teams' },
    { column: 'user', to: 'users' },
  ],
  collections: [{ column: 'parent', to: 'collections', optional: true }],
  collection_teams: [
    { column: 'collection', to: 'collections' },
    { column: 'team', to: 'teams' },
  ],
  spaces: [{ column: 'collection', to: 'collections', optional: true }],
  space_teams: [
    { column: 'space', to: 'spaces' },
    { column: 'team', to: 'teams' },
  ],
  custom_field_values: [
    { column: 'space', to: 'spaces' },
    { column: 'field', to: 'custom_fields' },
  ],
  site_sections: [{ column: 'section_group', to: 'site_section_groups', optional: true }],
  site_spaces: [
    { column: 'section', to: 'site_sections' },
    { column: 'space', to: 'spaces' },
  ],
  saml_providers: [{ column: 'default_team', to: 'teams', optional: true }],
};

/** Tables in which every reference leads somewhere. */
export interface Whole {
  readonly tables: Tables;
  /** What had to be left out: `site_spaces: the space space_secret`. */
  readonly lost: readonly string[];
  /** The same for readers of the copy. */
  readonly unread: UnreadLists;
}

/** Leaves out what refers to things that the token may not see, or that have gone while the lists were read. */
export function withoutBrokenReferences(tables: Tables): Whole {
  const ids = new Map<string, ReadonlySet<unknown>>();
  const idsOf = (table: string) =>
    kept(ids, table, () => new Set(Array.from(tables[table] ?? [], ({ id }) => id)));
  const brokenIn = (table: string, row: FixtureRow) =>
    (references[table] ?? []).filter(({ column, to }) => row[column] != null && !idsOf(to).has(row[column]));
  const lost = new Set<string>();
  const lists: UnknownList[] = [];
  const parents: Record<string, string> = {};
  const lose = (table: string, row: FixtureRow, { column }: Reference) => {
    const what = `the ${column.replace('_', ' ')} ${row[column]}`;
    lost.add(`${table}: ${what}`);
    const holder = holders[table];
    if (holder)
      lists.push({
        kind: holder.kind,
        in: { kind: holder.in, id: String(row[holder.column]) },
        reason: { message: `${what} is not in the snapshot` },
      });
    else if (column === 'parent' || column === 'collection') parents[String(row.id)] = String(row[column]);
  };
  const whole = Object.entries(tables).map(([table, rows]): [string, Iterable<FixtureRow>] => {
    const size = lost.size;
    if (references[table]) {
      for (const row of rows) for (const reference of brokenIn(table, row)) lose(table, row, reference);
    }
    return [table, lost.size === size ? rows : wholeRows(rows, (row) => brokenIn(table, row))];
  });
  return { tables: Object.fromEntries(whole), lost: [...lost], unread: { lists, parents } };
}

function wholeRows(
  rows: Iterable<FixtureRow>,
  brokenIn: (row: FixtureRow) => readonly Reference[],
): Iterable<FixtureRow> {
  return madeAnew(function* () {
    for (const row of rows) {
      const broken = brokenIn(row);
      if (broken.some(({ optional }) => !optional)) continue;
      yield broken.length === 0
        ? row
        : { ...row, ...Object.fromEntries(broken.map(({ column }) => [column, undefined])) };
    }
  });
}
