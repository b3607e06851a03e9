import { readCsv } from './csv.ts';
import { decodeText } from './decode.ts';
import type { Row, RowFormat, RowOptions } from './row.ts';

/**
 * Yields the rows of a file while it is read. The ending of the name decides the format, else the first character;
 * `by-content`, the first character alone, and nothing is YAML.
 * Throws `RowsFault` if the file cannot be read on.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  format: RowFormat | 'by-content' | undefined = formatOf(name),
  options: RowOptions = {},
): AsyncGenerator<Row> {
  const text = decodeText(bytes);
  if (format && format !== 'by-content') return yield* (await readerOf(format))(text, options);
  let start = '';
  for (let next = await text.next(); !next.done; next = await text.next()) {
    start += next.value;
    if (start.trim() !== '') break;
  }
  const sniffed = sniff(start);
  const found = format && sniffed === 'yaml' ? 'csv' : sniffed;
  options.onFormat?.(found);
  yield* (await readerOf(found))(prepend(start, text), options);
}

type Reader = (text: AsyncIterable<string>, options: RowOptions) => AsyncGenerator<Row>;

/** Returns the reader of a format. Most files are CSV, so the code for the others is loaded when it is needed. */
async function readerOf(format: RowFormat): Promise<Reader> {
  if (format === 'csv') return readCsv;
  const { readArray, readJsonLines } = await import('./json.ts');
  return format === 'jsonl' ? readJsonLines : readArray;
}

const extensions: Readonly<Record<string, RowFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  yaml: 'yaml',
  yml: 'yaml',
};

function formatOf(name: string): RowFormat | undefined {
  return extensions[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
}

function sniff(text: string): RowFormat {
  const start = text.trimStart();
  if (start.startsWith('{')) return 'jsonl';
  if (start.startsWith('[')) return 'json';
  return start.startsWith('- ') ? 'yaml' : 'csv';
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
