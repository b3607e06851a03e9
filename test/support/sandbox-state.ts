import { registry } from '../../src/model/registry.ts';
import type { Resource } from '../../src/model/resource.ts';
import { writeFixture } from '../../src/sandbox/fixtures/fixture.ts';
import type { Store } from '../../src/sandbox/store/store.ts';

type Row = Readonly<Record<string, unknown>>;
/** The rows of each table. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

/** Tables that do not belong to the organization itself: counters, times, the order of creation, texts of revisions. */
const noTables = ['meta', 'counters', 'revisions', 'git_events', 'users', 'organizations'];
const noColumns = /^(seq|search|share_key|doc|.*_at|resolver|resolved_by|last_version)$/;
const notNumbered = ['site_sections', 'site_section_groups', 'site_spaces', 'collections', 'spaces'];

/**
 * Returns the state of a sandbox, by table. Things that were made again get their ids in `earlier`, so that
 * states with the same meaning are equal.
 */
export function sandboxState(store: Store, earlier?: Tables): Record<string, Row[]> {
  return stateOf(JSON.parse(writeFixture(store)).tables, earlier);
}

/** Returns the same for the rows of each table. */
export function stateOf(tables: Tables, earlier?: Tables): Record<string, Row[]> {
  const known = Object.entries(tables).filter(([name]) => !noTables.includes(name));
  const renamed = earlier ? JSON.parse(withOldIds(JSON.stringify(known), tables, earlier)) : known;
  return Object.fromEntries((renamed as typeof known).map(([name, rows]) => [name, plain(name, rows)]));
}

function plain(table: string, rows: readonly Row[]): Row[] {
  const ranked = notNumbered.includes(table) ? withRanks(rows) : rows;
  const texts = ranked.map((row) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries<unknown>({ ...row, resolved: row.resolved_at !== undefined }).filter(
          ([name, value]) => !noColumns.test(name) && value !== '' && value !== null,
        ),
      ),
    ),
  );
  return texts.sort().map((text) => JSON.parse(text));
}

/** Replaces positions with gaps by the rank among the neighbours. */
function withRanks(rows: readonly Row[]): Row[] {
  const around = ({ org, site, section, parent, collection }: Row) =>
    JSON.stringify([org, site, section, parent, collection]);
  return rows.map((row) => ({
    ...row,
    position: rows.filter((one) => around(one) === around(row) && Number(one.position) < Number(row.position))
      .length,
  }));
}

/** Replaces new ids by the missing ones of rows in the same table with the same name. */
function withOldIds(text: string, tables: Tables, earlier: Tables): string {
  let result = text;
  const oldIds = new Map<unknown, unknown>();
  for (const [name, rows] of Object.entries(tables)) {
    const then = earlier[name] ?? [];
    const isIn = (list: readonly Row[], id: unknown) => list.some((row) => row.id === id);
    for (const row of rows.filter(({ id }) => typeof id === 'string' && !isIn(then, id))) {
      const old = then.find((one) => !isIn(rows, one.id) && nameOf(one) === nameOf(row, oldIds));
      if (!old) continue;
      oldIds.set(row.id, old.id);
      result = result.replaceAll(JSON.stringify(row.id), JSON.stringify(old.id));
    }
  }
  return result;
}

const resources: Resource[] = await Promise.all(Object.values(registry).map(({ load }) => load()));
/** The columns that can hold the title of a thing, or a part of its natural key: `title`, `slug`, `section`. */
const naming = new Set(
  resources.flatMap(({ title = '', naturalKey }) => [title, ...naturalKey].map((path) => path.split('.')[0])),
);

/** Returns what people tell a row by; ids in it as they were before. */
function nameOf(row: Row, oldIds: ReadonlyMap<unknown, unknown> = new Map()): string {
  const named = Object.entries(row).filter(([column]) => naming.has(column));
  return JSON.stringify(named.map(([column, value]) => [column, oldIds.get(value) ?? value]));
}
