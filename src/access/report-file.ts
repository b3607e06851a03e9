import { asId } from '../api/contract/ids.ts';
import { UsageError } from '../errors.ts';
import { saidSeparator } from '../formats/csv.ts';
import { decodeText, linesOf } from '../formats/decode.ts';
import { readRows } from '../formats/read.ts';
import { makeCells, type Row, RowsFault } from '../formats/row.ts';
import { alternatives } from '../text/alternatives.ts';
import { withoutMark } from '../text/cells.ts';
import { isObject } from '../text/fields.ts';
import { parsedJson } from '../text/json.ts';
import { quoted } from '../text/words.ts';
import { isWayKind, parseWays } from './flat.ts';
import type { ReportedPlace, ReportRow } from './report.ts';

/** The columns without which a row says nothing. */
const neededColumns = ['user.id', 'target.kind', 'target.id', 'level', 'wayIds'];

/** Returns the format of a report, by the beginning of its text. Throws `UsageError` if that is no header of a report. */
export function flatFormatOf(start: string, path: string): 'csv' | 'tsv' {
  const isSaid = saidSeparator(start) !== undefined;
  const [header = ''] = start.split(/[\r\n]+/, 2).slice(isSaid ? 1 : 0);
  const names = header.split(/[\t,;]/).map((name) => name.replaceAll('"', '').trim());
  const missing = neededColumns.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw noReport(path, `it has no column ${alternatives(missing.map((name) => quoted(name)))}`);
  return header.includes('\t') ? 'tsv' : 'csv';
}

/** Yields the rows of a report in CSV or TSV. Throws `UsageError` for another file. */
export async function* readFlatReport(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  format: 'csv' | 'tsv',
): AsyncGenerator<ReportRow> {
  try {
    for await (const row of format === 'csv' ? readRows(bytes, path, format) : readTsv(bytes)) {
      const found = flatRow(row);
      if (!found) throw noReport(path, `line ${row.line} is not a row of a report`);
      yield found;
    }
  } catch (error) {
    if (!(error instanceof RowsFault)) throw error;
    throw noReport(path, `${error.line === undefined ? '' : `line ${error.line}: `}${error.message}`);
  }
}

const escaped: Readonly<Record<string, string>> = { t: '\t', n: '\n', '\\': '\\' };

/** Reads TSV as this tool writes it: without quotes, with `\t` for a tab in a cell. */
async function* readTsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  let header: string[] | undefined;
  for await (const { line, text } of linesOf(decodeText(bytes))) {
    const cells = text
      .split('\t')
      .map((cell) => cell.replace(/\\([tn\\])/g, (_, letter: string) => escaped[letter] as string));
    if (header) yield { line, cells: makeCells(header.map((name, at) => [name, cells[at] ?? ''])) };
    else header = cells;
  }
}

/** Returns the rows of a report in JSON. Throws `UsageError` for another text. */
export function parseJsonReport(text: string, path: string): ReportRow[] {
  const rows = parsedJson(text);
  if (!Array.isArray(rows)) throw noReport(path, 'it is not a list of rows');
  return rows.map((row, at) => {
    if (!isRow(row)) throw noReport(path, `item ${at + 1} is not a row of a report`);
    return row;
  });
}

function noReport(path: string, problem: string): UsageError {
  return new UsageError(`${quoted(path)} is neither a report of access nor a snapshot: ${problem}`, {
    hint: { code: 'write-report', data: {} },
  });
}

function isRow(row: unknown): row is ReportRow {
  if (!isObject(row) || !isObject(row.user) || !isObject(row.target)) return false;
  const { user, target, level, ways, disabled } = row;
  return (
    typeof user.id === 'string' &&
    isPlaceKind(target.kind) &&
    typeof target.id === 'string' &&
    (typeof level === 'string' || level === null) &&
    typeof disabled === 'boolean' &&
    Array.isArray(ways) &&
    ways.every(isWay)
  );
}

function isWay(way: unknown): boolean {
  return (
    isObject(way) &&
    typeof way.kind === 'string' &&
    isWayKind(way.kind) &&
    typeof way.level === 'string' &&
    typeof way.deciding === 'boolean' &&
    Array.isArray(way.path) &&
    way.path.every((step) => isObject(step) && typeof step.id === 'string')
  );
}

function isPlaceKind(kind: unknown): kind is ReportedPlace['kind'] {
  return kind === 'collection' || kind === 'space';
}

/** Returns a row of cells; `undefined` if it is none of a report. */
function flatRow({ cells }: Row): ReportRow | undefined {
  const cell = (name: string) => withoutMark(cells[name] ?? '');
  const kind = cell('target.kind');
  const [user, id] = [cell('user.id'), cell('target.id')];
  if (!isPlaceKind(kind) || user === '' || id === '') return undefined;
  const title = cell('target.title');
  const target: ReportedPlace = { kind, id: asId<typeof kind>(id), ...(title !== '' && { title }) };
  const ways = parseWays(cell('wayIds'), target);
  return (
    ways && {
      user: { id: user, displayName: cell('user.displayName') || null, email: cell('user.email') || null },
      disabled: cell('disabled') === 'true',
      target,
      level: cell('level') || null,
      ways,
      ...(cell('unknown') === 'true' && { unknown: true }),
    }
  );
}
