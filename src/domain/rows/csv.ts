import { CsvError, type Options, Parser } from 'csv-parse';
import { makeCells, type Row, RowsFault } from './row.ts';

/**
 * The rows below the header of a CSV text. The separator (comma, semicolon or tab) is the one that the header has most
 * of; lines end in LF, CRLF or CR. Throws {@link RowsFault} for what would shift columns silently: other numbers of
 * cells than the header has, columns without a name or with the same one, quotes that do not fit.
 */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<Row> {
  let parser: LineParser | undefined;
  let header: readonly string[] | undefined;
  function* rows({ records, fault }: Parsed): Generator<Row> {
    for (const { record, end } of records) {
      const line = end - newlinesIn(record);
      if (header) yield { line, cells: cellsOf(header, record, line) };
      else header = checkedHeader(record, line);
    }
    if (fault) throw fault;
  }
  for await (const piece of text) {
    parser ??= new LineParser({ ...options, delimiter: separatorOf(piece) });
    yield* rows(await parser.parse(piece));
  }
  if (parser) yield* rows(await parser.parse());
}

interface Parsed {
  /** With the number of the last line of each. */
  readonly records: readonly { readonly record: readonly string[]; readonly end: number }[];
  /** What is wrong behind them. */
  readonly fault: Error | undefined;
}

/** Tells where each record ends. With its own option for that, and as a stream, the library takes twice as long. */
class LineParser extends Parser {
  #records: { record: string[]; end: number }[] = [];

  constructor(options: Options) {
    super(options);
    // Errors come to the callbacks of `parse` too.
    this.on('error', () => {});
  }

  /** The records that end in `piece`; without one, those that end with the text. */
  parse(piece?: string): Promise<Parsed> {
    this.#records = [];
    return new Promise((resolve) => {
      const done = (error?: Error | null) =>
        resolve({ records: this.#records, fault: error ? faultOf(error) : undefined });
      if (piece === undefined) this.end(done);
      else this.write(piece, done);
    });
  }

  override push(record: string[] | null): boolean {
    if (record === null) return super.push(null);
    this.#records.push({ record, end: this.info.lines });
    return true;
  }
}

const options: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: 1024 * 1024,
};

function separatorOf(text: string): string {
  const header = text.match(/^(?:"(?:[^"]|"")*"|[^"\r\n])*/)?.[0] ?? '';
  const bare = header.replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

function newlinesIn(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);
}

function checkedHeader(names: readonly string[], line: number): readonly string[] {
  for (const [at, name] of names.entries()) {
    if (name === '') throw new RowsFault('the header has a column without a name', line, at + 1);
    if (names.indexOf(name) < at)
      throw new RowsFault(`the header has the column ${JSON.stringify(name)} twice`, line, at + 1);
  }
  return names;
}

function cellsOf(header: readonly string[], record: readonly string[], line: number): Record<string, string> {
  if (record.length !== header.length) {
    throw new RowsFault(`${record.length} cells, but the header has ${header.length}`, line);
  }
  const nul = record.findIndex((cell) => cell.includes('\0'));
  if (nul >= 0) throw new RowsFault('contains a NUL character', line, nul + 1);
  return makeCells(header.map((name, at) => [name, record[at] as string]));
}

const words: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote is closed in the middle of a cell',
  INVALID_OPENING_QUOTE: 'a quote begins in the middle of a cell',
  CSV_MAX_RECORD_SIZE: 'longer than 1 MiB',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'something stands between a closing quote and the separator',
};

function faultOf(error: Error): Error {
  if (!(error instanceof CsvError)) return error;
  return new RowsFault(words[error.code] ?? 'not valid CSV', (error as { lines?: number }).lines);
}
