import { segmentProblem } from '../api/request.ts';
import type { Store } from './store.ts';

/** A table as fixtures have it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Condition for the rows that fixtures have; all where absent. */
  readonly only?: string;
}

export interface Column {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER';
  /** Place in the primary key, from 1; 0 for a column outside of it. */
  readonly key: number;
  readonly required: boolean;
  /** Holds JSON as text. */
  readonly json: boolean;
  /** Stands in paths of requests. */
  readonly inPath: boolean;
}

/** Columns whose text is read back as JSON. */
const jsonColumns: readonly string[] = [
  'configuration',
  'doc',
  'external_ids',
  'git',
  'instructions',
  'json_schema',
  'options',
  'parents',
  'secrets',
  'value',
];

/** Columns that paths name, beside every `id`. */
const pathColumns: readonly string[] = [
  'custom_fields.name',
  'integrations.name',
  'openapi_specs.slug',
  'translation_languages.language',
];

/** What belongs to one file alone: the key that signs its cursors. */
const exported = `name <> 'cursor-key'`;

/** Every table in the order in which they were made. */
export function tables(store: Store): Table[] {
  const names = store.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid`,
  );
  return names.map(({ name }) => ({
    name,
    columns: columnsOf(store, name),
    ...(name === 'meta' && { only: exported }),
  }));
}

interface ColumnFacts {
  readonly name: string;
  readonly type: Column['type'];
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

function columnsOf(store: Store, table: string): Column[] {
  return store
    .all<ColumnFacts>(`PRAGMA table_info(${table})`)
    .map(({ name, type, notnull, dflt_value, pk }) => ({
      name,
      type,
      key: pk,
      // An integer key is numbered by itself.
      required: dflt_value === null && (notnull === 1 || (pk > 0 && type === 'TEXT')),
      json: jsonColumns.includes(name) && !['counters', 'meta'].includes(table),
      inPath: name === 'id' || pathColumns.includes(`${table}.${name}`),
    }));
}

/** What is wrong with the shape of a fixture's tables. */
export function tableProblems(known: readonly Table[], given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(given).flatMap(([name, rows]) => {
    const table = known.find((one) => one.name === name);
    if (!table) return [`unknown table ${JSON.stringify(name)}`];
    if (!Array.isArray(rows)) return [`${name} must be a list of rows`];
    return rows.flatMap((row, at) => rowProblems(table, row, `${name}[${at}]`));
  });
}

function rowProblems(table: Table, row: unknown, place: string): string[] {
  if (!isObject(row)) return [`${place} must be an object`];
  const strangers = Object.keys(row)
    .filter((name) => !table.columns.some((column) => column.name === name))
    .map((name) => `${place} has an unknown column ${JSON.stringify(name)}`);
  const wrong = table.columns.flatMap((column) => {
    const problem = valueProblem(column, Object.hasOwn(row, column.name) ? row[column.name] : undefined);
    return problem ? [`${place} ${column.name} ${problem}`] : [];
  });
  const taken = table.only !== undefined && row.name === 'cursor-key';
  return [...strangers, ...wrong, ...(taken ? [`${place} must not name the cursor-key`] : [])];
}

function valueProblem({ type, required, json, inPath }: Column, value: unknown): string | undefined {
  if (value === undefined || value === null) return required ? 'is missing' : undefined;
  if (type === 'INTEGER') return Number.isSafeInteger(value) ? undefined : 'must be a whole number';
  if (typeof value !== 'string') return 'must be a text';
  if (value.includes('\u0000') || !value.isWellFormed()) return 'holds text that is not well-formed Unicode';
  if (inPath) return segmentProblem(value);
  return json && !isJson(value) ? 'must be a text that holds JSON' : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
