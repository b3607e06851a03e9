import type { Tables } from './rows.ts';

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
}

/** Leaves out what refers to things that the token may not see, or that have gone while the lists were read. */
export function withoutBrokenReferences(tables: Tables): Whole {
  const ids = new Map<string, Set<unknown>>();
  const idsOf = (table: string) => {
    const known = ids.get(table) ?? new Set((tables[table] ?? []).map(({ id }) => id));
    ids.set(table, known);
    return known;
  };
  const lost = new Set<string>();
  const kept = Object.entries(tables).map(([table, rows]) => {
    const columns = references[table];
    if (!columns) return [table, rows] as const;
    const whole = rows.flatMap((row) => {
      const broken = columns.filter(({ column, to }) => row[column] != null && !idsOf(to).has(row[column]));
      if (broken.length === 0) return [row];
      for (const { column } of broken) lost.add(`${table}: the ${column.replace('_', ' ')} ${row[column]}`);
      if (broken.some(({ optional }) => !optional)) return [];
      const without = Object.fromEntries(broken.map(({ column }) => [column, undefined]));
      return [{ ...row, ...without }];
    });
    return [table, whole] as const;
  });
  return { tables: Object.fromEntries(kept), lost: [...lost] };
}
