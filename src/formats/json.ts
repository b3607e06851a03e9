import { parsedJson } from '../text/json.ts';
import { linesOf } from './decode.ts';
import { jsonItems, keyGivenTwice, numbersAsTexts } from './json-text.ts';
import { makeCells, type Row, type RowOptions, RowsFault, rejectRow } from './row.ts';
import type { LocatedYaml } from './yaml.ts';

/** Yields the rows of JSON Lines: one object a line. Throws {@link RowsFault}. */
export async function* readJsonLines(
  text: AsyncIterable<string>,
  options: RowOptions = {},
): AsyncGenerator<Row> {
  for await (const { line, text: one } of linesOf(text)) {
    if (one.trim() === '') continue;
    const cells = usable(() => cellsOf(parseLine(one, line), line), options);
    if (cells) yield { line, cells, ...(options.onHeader && { text: one }) };
  }
}

/** Returns the cells of a row; `undefined` if it cannot be used, and the reader of the rows goes on. */
function usable(read: () => Row['cells'], options: RowOptions): Row['cells'] | undefined {
  try {
    return read();
  } catch (fault) {
    rejectRow(fault, options);
    return undefined;
  }
}

function parseLine(text: string, line: number): unknown {
  const value = parsedAsWritten(text, line);
  if (value === undefined) throw new RowsFault('not valid JSON', line);
  return value;
}

/** Returns the value of a JSON text, with its numbers as texts; `undefined` for any other text. */
function parsedAsWritten(text: string, firstLine = 1): unknown {
  if (parsedJson(text) === undefined) return undefined;
  const twice = keyGivenTwice(text);
  if (twice) throw new RowsFault(`has the key ${twice.key} twice`, firstLine + twice.line - 1);
  return JSON.parse(numbersAsTexts(text));
}

/** Yields the rows of a JSON or YAML text that holds an array of objects. Throws {@link RowsFault}. */
export async function* readArray(text: AsyncIterable<string>, options: RowOptions = {}): AsyncGenerator<Row> {
  let all = '';
  for await (const piece of text) all += piece;
  const { value, itemLines, itemTexts } = await parseAny(all);
  if (!Array.isArray(value)) throw new RowsFault('must hold an array of objects');
  for (const [at, item] of value.entries()) {
    const line = itemLines[at] ?? 1;
    const cells = usable(() => cellsOf(item, line), options);
    if (cells)
      yield { line, cells, ...(options.onFormat && { text: itemTexts?.(at) ?? JSON.stringify(item) }) };
  }
}

/** An array, with the texts of its items where they are JSON. */
interface LocatedArray extends LocatedYaml {
  readonly itemTexts?: (at: number) => string | undefined;
}

async function parseAny(text: string): Promise<LocatedArray> {
  const json = parseJson(text);
  if (json) return json;
  // JSON is also YAML, and the YAML parser reports the place of an error.
  const { parseLocated, YamlFault } = await import('./yaml.ts');
  try {
    return parseLocated(text, { asWritten: true });
  } catch (error) {
    if (error instanceof YamlFault)
      throw new RowsFault(`not valid JSON or YAML (${error.message})`, error.line, error.column);
    throw error;
  }
}

function parseJson(text: string): LocatedArray | undefined {
  const value = parsedAsWritten(text);
  if (value === undefined) return undefined;
  const items = jsonItems(text);
  return {
    value,
    itemLines: items.map(({ line }) => line),
    itemTexts: (at) => items[at] && text.slice(items[at].start, items[at].end),
  };
}

function cellsOf(item: unknown, line: number): Record<string, string> {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new RowsFault('must be an object', line);
  const given = Object.entries(item).filter(([, value]) => value !== null);
  const nested = given.find(([, value]) => typeof value === 'object');
  if (nested) {
    const message = `${JSON.stringify(nested[0])} must be text, a number, true or false`;
    throw new RowsFault(message, line, undefined, 'print-as-csv');
  }
  return makeCells(given.map(([name, value]) => [name, String(value)]));
}
