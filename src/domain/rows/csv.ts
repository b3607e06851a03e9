import { CsvError, type Options, Parser } from 'csv-parse';
import { makeCells, type Row, RowsFault } from './row.ts';

/**
 * The rows below the header of a CSV text. The separator (comma, semicolon or tab) is the one that the header has most
 * of; lines end in LF, CRLF or CR. Throws {@link RowsFault} for what would shift columns silently: other numbers of
 * cells than the header has, columns without a name or with the same one, quotes that do not fit.
 */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<Row> {
  const pieces = text[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const parser = new LineParser({ ...options, delimiter: separatorOf(first.value) });
  const feed = feedParser(parser, first.value, pieces);
  let header: readonly string[] | undefined;
  try {
    for await (const { record, end } of parser as AsyncIterable<ParsedRecord>) {
      const line = end - newlinesIn(record);
      if (header) yield { line, cells: cellsOf(header, record, line) };
      else header = checkedHeader(record, line);
    }
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error) : error;
  }
  await feed;
}

interface ParsedRecord {
  readonly record: readonly string[];
  /** The number of its last line. */
  readonly end: number;
}

/** Tells where each record ends. With its own option for that, the library takes twice as long. */
class LineParser extends Parser {
  override push(record: string[] | null): boolean {
    return super.push(record && ({ record, end: this.info.lines } satisfies ParsedRecord));
  }
}

const options: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: 1024 * 1024,
};

/** Gives the parser one piece after the other, as fast as it takes them. */
async function feedParser(parser: Parser, first: string, rest: AsyncIterator<string>): Promise<void> {
  try {
    for (let piece: IteratorResult<string> = { value: first }; !piece.done; piece = await rest.next()) {
      if (parser.destroyed) return;
      if (!parser.write(piece.value))
        await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve));
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
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

function faultOf(error: CsvError): RowsFault {
  return new RowsFault(words[error.code] ?? 'not valid CSV', (error as { lines?: number }).lines);
}
