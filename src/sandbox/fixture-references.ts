import type { Table } from './fixture-tables.ts';
import type { Store } from './store.ts';

/** Columns of one table that name a row of another. */
interface Reference {
  readonly from: string;
  readonly columns: readonly string[];
  readonly to: string;
  readonly keys: readonly string[];
}

/** What the service reads as a reference although the schema cannot say so: the other row is made afterwards. */
const furtherReferences: readonly Reference[] = [
  { from: 'spaces', columns: ['revision'], to: 'revisions', keys: ['id'] },
  { from: 'change_requests', columns: ['revision'], to: 'revisions', keys: ['id'] },
  { from: 'pages', columns: ['revision', 'parent'], to: 'pages', keys: ['revision', 'id'] },
];

/** Every reference that leads nowhere, and what the service cannot do without. */
export function brokenReferences(store: Store, tables: readonly Table[]): string[] {
  const declared = tables.flatMap(({ name }) => foreignKeys(store, name));
  return [
    ...[...declared, ...furtherReferences].flatMap((reference) => broken(store, reference)),
    ...missing(store, 'org', 'organizations'),
    ...missing(store, 'caller', 'users'),
  ];
}

interface ForeignKeyColumn {
  readonly id: number;
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

function foreignKeys(store: Store, from: string): Reference[] {
  const columns = store.all<ForeignKeyColumn>(`PRAGMA foreign_key_list(${from})`);
  return [...new Set(columns.map(({ id }) => id))].map((id) => {
    const own = columns.filter((column) => column.id === id);
    return {
      from,
      columns: own.map((column) => column.from),
      to: own[0]?.table ?? '',
      keys: own.map((column) => column.to),
    };
  });
}

function broken(store: Store, { from, columns, to, keys }: Reference): string[] {
  const given = columns.map((column) => `child.${column} IS NOT NULL`);
  const equal = columns.map((column, at) => `parent.${keys[at]} = child.${column}`);
  const rows = store.all<Record<string, string>>(
    `SELECT DISTINCT ${columns.map((column) => `child.${column}`).join(', ')} FROM ${from} AS child
     WHERE ${given.join(' AND ')} AND NOT EXISTS (SELECT 1 FROM ${to} AS parent WHERE ${equal.join(' AND ')})`,
  );
  return rows.map(
    (row) => `${from} ${columns.map((column) => `${column} "${row[column]}"`).join(', ')} is not in ${to}`,
  );
}

function missing(store: Store, name: string, table: string): string[] {
  const found = store.all(`SELECT 1 FROM meta WHERE name = ? AND value IN (SELECT id FROM ${table})`, name);
  return found.length > 0 ? [] : [`meta must have a row "${name}" whose value is an id of ${table}`];
}
