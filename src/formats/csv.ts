import { CsvError, type Options, Parser } from 'csv-parse';
import { counted } from '../text/words.ts';
import { makeCells, type Row, type RowOptions, RowsFault, rejectRow } from './row.ts';

/**
 * Yields the rows below the header of a CSV text. The separator (comma, semicolon or tab) is the most frequent one in
 * the header, or the one of a first line `sep=;` as Excel writes it; lines end in LF, CRLF or CR. Throws {@link RowsFault}
 * for everything that would shift columns silently: rows with more or fewer cells than the header, columns without a name
 * before others or above a cell with something in it, equal names, quotes that do not match. A row of empty cells, as
 * spreadsheets leave them, is a blank line.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  readOptions: RowOptions = {},
): AsyncGenerator<Row> {
  const { onHeader, onColumns } = readOptions;
  let parser: LineParser | undefined;
  let separator = ',';
  let header: readonly string[] | undefined;
  let width = 0;
  function* rows({ records, fault }: Parsed): Generator<Row> {
    for (const { record, end, text } of records) {
      if (record.length > 1 && !record.some(Boolean)) continue;
      const line = end - newlinesIn(record);
      if (header) {
        const wrong = rowProblem(header, record, width);
        if (wrong !== undefined) rejectRow(new RowsFault(wrong, line), readOptions);
        else yield { line, cells: cellsOf(header, record), ...(text !== undefined && { text }) };
        continue;
      }
      header = checkedHeader(record, line);
      width = record.length;
      onColumns?.(header, line);
      if (text !== undefined) onHeader?.(text, separator);
    }
    if (fault) rejectRow(faultOf(fault, header), header ? readOptions : {});
  }
  for await (const piece of text) {
    if (parser) {
      yield* rows(await parser.parse(piece));
      continue;
    }
    const said = saidSeparator(piece);
    // The line stays, empty, so that lines keep their numbers.
    const rest = said === undefined ? piece : piece.slice(`sep=${said}`.length);
    separator = said ?? separatorOf(rest);
    parser = new LineParser({ ...options, delimiter: separator, raw: onHeader !== undefined });
    yield* rows(await parser.parse(rest));
  }
  if (parser) yield* rows(await parser.parse());
}

interface ParsedRecord {
  readonly record: readonly string[];
  /** The number of its last line. */
  readonly end: number;
  readonly text: string | undefined;
}

interface Parsed {
  readonly records: readonly ParsedRecord[];
  /** The problem behind the records, and the line where its row begins; `undefined` if there is none. */
  readonly fault: { readonly error: Error; readonly start: number } | undefined;
}

/**
 * A parser that knows the line at which each record ends. The library's own option for that, with its stream, takes
 * twice as long.
 */
class LineParser extends Parser {
  #records: ParsedRecord[] = [];
  /** The lines before the present row that are no blank lines. */
  #before = 0;

  constructor(options: Options) {
    super(options);
    // The callbacks of `parse` get errors too.
    this.on('error', () => {});
  }

  /** Resolves with the records that end in `piece`; without a piece, with those that end with the text. */
  parse(piece?: string): Promise<Parsed> {
    this.#records = [];
    return new Promise((resolve) => {
      const done = (error?: Error | null) =>
        resolve({ records: this.#records, fault: error ? { error, start: this.#start() } : undefined });
      if (piece === undefined) this.end(done);
      else this.write(piece, done);
    });
  }

  override push(pushed: string[] | { record: string[]; raw: string } | null): boolean {
    if (pushed === null) return super.push(null);
    const [record, raw] = Array.isArray(pushed) ? [pushed] : [pushed.record, pushed.raw];
    const { lines, empty_lines: empty } = this.info;
    this.#before = lines - empty;
    this.#records.push({ record, end: lines, text: raw?.replace(/^[\r\n]+|[\r\n]+$/g, '') });
    return true;
  }

  /** Returns the line where the row begins that is not read yet. */
  #start(): number {
    return this.#before + this.info.empty_lines + 1;
  }
}

const options: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: 1024 * 1024,
};

/** Returns the separator in a first line `sep=;`, which tells spreadsheets how to read the file. */
export function saidSeparator(text: string): string | undefined {
  return /^sep=([,;\t])(?=[\r\n])/i.exec(text)?.[1];
}

function separatorOf(text: string): string {
  const header = text.match(/^(?:"(?:[^"]|"")*"|[^"\r\n])*/)?.[0] ?? '';
  const bare = header.replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

function newlinesIn(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);
}

/** Returns the names of the columns, without those at the end that have none. */
function checkedHeader(record: readonly string[], line: number): readonly string[] {
  const names = record.slice(0, record.findLastIndex(Boolean) + 1);
  for (const [at, name] of names.entries()) {
    if (name === '') throw new RowsFault('the header has a column without a name', line, at + 1);
    if (names.indexOf(name) < at)
      throw new RowsFault(`the header has the column ${JSON.stringify(name)} twice`, line, at + 1);
  }
  return names;
}

function rowProblem(header: readonly string[], record: readonly string[], width: number): string | undefined {
  if (record.length !== width) return `${counted(record.length, 'cell')}, but the header has ${width}`;
  if (record.slice(header.length).some(Boolean)) return 'a cell is in a nameless column';
  const nul = record.findIndex((cell) => cell.includes('\0'));
  return nul < 0 ? undefined : `${header[nul]}: contains a NUL character`;
}

function cellsOf(header: readonly string[], record: readonly string[]): Record<string, string> {
  return makeCells(header.map((name, at) => [name, record[at] as string]));
}

const words: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote is closed in the middle of a cell',
  INVALID_OPENING_QUOTE: 'a quote begins in the middle of a cell',
  CSV_MAX_RECORD_SIZE: 'longer than 1 MiB',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'there is text between a closing quote and the separator',
};

/** Faults that are found far behind the row that they are in. */
const foundLate = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];

function faultOf({ error, start }: NonNullable<Parsed['fault']>, header: readonly string[] = []): Error {
  if (!(error instanceof CsvError)) return error;
  const { lines = start, column } = error as { lines?: number; column?: unknown };
  const name = typeof column === 'number' ? header[column] : undefined;
  const line = foundLate.includes(error.code) ? start : lines;
  const more = line === start ? '' : `; its row begins in line ${start}`;
  const message = `${words[error.code] ?? 'not valid CSV'}${more}`;
  return new RowsFault(name === undefined ? message : `${name}: ${message}`, line);
}
