import { UsageError } from '../cli/errors.ts';
import { jsonFault } from '../domain/json.ts';
import { brokenReferences } from './fixture-references.ts';
import { countOn, treeProblems } from './fixture-rules.ts';
import { isObject, type Table, tableProblems, tables } from './fixture-tables.ts';
import type { Row, Store, Value } from './store.ts';

const format = 'docs-admin-sandbox';
const version = 1;
/** As many problems as somebody reads; the rest is counted. */
const mostShown = 100;

/** All that the store holds, as the text of a fixture: one row a line, in the order of creation. */
export function writeFixture(store: Store): string {
  const parts = tables(store).map(
    (table) => `    ${JSON.stringify(table.name)}: ${writeRows(readRows(store, table))}`,
  );
  return `{\n  "format": "${format}",\n  "version": ${version},\n  "tables": {\n${parts.join(',\n')}\n  }\n}\n`;
}

function readRows(store: Store, { name, columns, only }: Table): Row[] {
  const keys = columns.filter((column) => column.key > 0).sort((one, other) => one.key - other.key);
  return store
    .all<Row>(
      `SELECT ${columns.map((column) => column.name).join(', ')} FROM ${name}
       WHERE ${only ?? 'true'} ORDER BY ${keys.map((column) => column.name).join(', ')}`,
    )
    .map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}

function writeRows(rows: readonly Row[]): string {
  if (rows.length === 0) return '[]';
  return `[\n${rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')}\n    ]`;
}

/**
 * Fills an empty store with a fixture; `source` names it. Runs inside a transaction. Throws `UsageError` that names
 * every problem: tables and columns that are unknown, missing or of the wrong type, keys that are taken, references
 * that lead nowhere.
 */
export function readFixture(store: Store, text: string, source: string): void {
  const known = tables(store);
  const rows = fixtureTables(text, source);
  const shape = tableProblems(known, rows);
  const problems = shape.length > 0 ? shape : fill(store, known, rows as Record<string, Row[]>);
  if (problems.length === 0) return;
  const more = problems.length > mostShown ? [`and ${problems.length - mostShown} more`] : [];
  throw new UsageError(`${source} is not a usable fixture; nothing was changed`, {
    details: [...problems.slice(0, mostShown), ...more],
    hint: '`docs-admin sandbox export` writes one to start from',
  });
}

function fixtureTables(text: string, source: string): Record<string, unknown> {
  const fixture = parse(text, source);
  if (!isObject(fixture) || fixture.format !== format) {
    throw new UsageError(`${source} is not a fixture: it must be an object with the format "${format}"`);
  }
  if (fixture.version !== version) {
    throw new UsageError(`${source} has a version of the format that is not known; known is ${version}`);
  }
  const strangers = Object.keys(fixture).filter((name) => !['format', 'version', 'tables'].includes(name));
  if (strangers.length > 0)
    throw new UsageError(`${source} has unknown fields: ${JSON.stringify(strangers)}`);
  if (!isObject(fixture.tables)) throw new UsageError(`${source} must have an object "tables"`);
  return fixture.tables;
}

function parse(text: string, source: string): unknown {
  const value = parsed(text);
  if (value === undefined) throw new UsageError(`${source} is not valid JSON`);
  const fault = jsonFault(text);
  if (fault) throw new UsageError(`${source} holds ${fault}`);
  return value;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Adds every row that fits and returns what is wrong with the others. */
function fill(store: Store, known: readonly Table[], rows: Record<string, readonly Row[]>): string[] {
  const problems = known.flatMap((table) =>
    (rows[table.name] ?? []).flatMap((row, at) => addRow(store, table, row, `${table.name}[${at}]`)),
  );
  if (problems.length > 0) return problems;
  const broken = brokenReferences(store, known);
  if (broken.length > 0) return broken;
  countOn(
    store,
    known.filter(({ columns }) => columns.some(({ name }) => name === 'id')).map(({ name }) => name),
  );
  return treeProblems(store);
}

function addRow(store: Store, table: Table, row: Row, place: string): string[] {
  try {
    store.insert(table.name, withoutNulls(row));
    return [];
  } catch (error) {
    return [`${place} ${constraint(error)}`];
  }
}

/** A column that is null is one that is not there. */
function withoutNulls(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, Value] => entry[1] !== null),
  );
}

/** `UNIQUE constraint failed: teams.id` in words. */
function constraint(error: unknown): string {
  const [, kind, what] =
    /^(\w+) constraint failed: (.+)$/.exec(error instanceof Error ? error.message : '') ?? [];
  if (what === undefined) throw error;
  const columns = what.replace(/\b\w+\.(?=\w)/g, '');
  return kind === 'UNIQUE' ? `has the same ${columns} as another row` : `breaks the rule ${columns}`;
}
