import { readCsv } from './csv.ts';
import { decodeText } from './decode.ts';
import { readArray, readJsonLines } from './json.ts';
import type { Row, RowFormat } from './row.ts';

/**
 * The rows of a file, as they are read. The format is the one that the name ends with, else the one that the first
 * character tells. Throws `RowsFault` where the file cannot be read on.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  format: RowFormat | undefined = formatOf(name),
): AsyncGenerator<Row> {
  const text = decodeText(bytes);
  if (format) return yield* readers[format](text);
  const first = await text.next();
  if (first.done) return;
  yield* readers[sniff(first.value)](prepend(first.value, text));
}

const readers: Readonly<Record<RowFormat, (text: AsyncIterable<string>) => AsyncGenerator<Row>>> = {
  csv: readCsv,
  json: readArray,
  jsonl: readJsonLines,
  yaml: readArray,
};

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
