import { UsageError } from '../errors.ts';
import { cellOf, isOptional, NoColumn } from '../formats/cells.ts';
import { makeCells, type Row, type RowFormat, type RowOptions } from '../formats/row.ts';
import { type Sharing, shareTexts } from '../text/sharing.ts';
import { inputLines, inputRows, type OpenInput, openInput } from '../work/run/input-file.ts';
import type { Session } from '../work/run/session.ts';
import type { Lines } from './lines.ts';
import type { RowCommand } from './rows.ts';
import { columnsBeforeSign, fill, splitWords, type Template, templateColumns } from './template.ts';

/** The file with the rows of a batch, or with whole command lines. */
export interface BatchSource {
  readonly path: string;
  /** The hash that the file must have if a run is resumed with it. */
  readonly sha256?: string;
}

export interface BatchRow extends RowCommand {
  /** From 1. */
  readonly number: number;
  /** The command as the user has written it. */
  readonly line: readonly string[];
  /** The row as the input has it, if it must be kept. */
  readonly text: string;
}

/** Reads all rows of the input as commands; without a template, it holds command lines. Throws `UsageError` for unreadable input and unknown columns. */
export async function readBatch(
  session: Session,
  lines: Lines,
  template: Template,
  { path }: BatchSource,
  keepsText: boolean,
) {
  const opened = openInput(session, path);
  const hasRows = template.length > 0;
  const format = { rows: hasRows ? ('csv' as const) : ('lines' as const), header: '', separator: ',' };
  const onFormat = (rows: RowFormat) => void Object.assign(format, { rows });
  const onHeader = (header: string, separator: string) => void Object.assign(format, { header, separator });
  const rows: BatchRow[] = [];
  const options = keepsText ? { onFormat, onHeader } : {};
  const read = hasRows
    ? readCells(await rowMaker(lines, template), template, opened, options)
    : readLines(opened);
  for await (const row of read) rows.push(row);
  return { rows, input: opened.input(), format };
}

async function* readLines(opened: OpenInput): AsyncGenerator<BatchRow> {
  const { name } = opened;
  let number = 0;
  for await (const { line, text } of inputLines(opened)) {
    if (!isCommand(text)) continue;
    const given = splitWords(text);
    if (!given) throw new UsageError(`${name}:${line}: a quote is opened and never closed`);
    if (number === 0 && !/^(?:-.*|[a-z-]+)$/s.test(given[0] ?? '')) {
      throw new UsageError(`${name}:${line}: this is no command line; nothing was sent`, {
        hint: { code: 'give-row-command', data: {} },
      });
    }
    // An audit prints whole command lines.
    const words = given[0] === 'docs-admin' ? given.slice(1) : given;
    number += 1;
    yield { number, name: `${name}:${line}`, line: words, words, text };
  }
}

function isCommand(text: string): boolean {
  return text.trim() !== '' && !text.trimStart().startsWith('#');
}

async function* readCells(
  maker: RowMaker,
  template: Template,
  opened: OpenInput,
  options: RowOptions,
): AsyncGenerator<BatchRow> {
  const columns = makeCells([]);
  const source = { file: opened.name, maker, share: shareTexts() };
  let number = 0;
  // A file without rows must have the columns, too.
  const onColumns = (names: readonly string[], line: number) => {
    const cells = makeCells(names.map((name) => [name, '']));
    maker.valuesOf({ line, cells }, `${opened.name}:${line}`);
    assertColumnsExist(template, cells, `${opened.name}:${line}`);
  };
  for await (const row of inputRows(opened, 'by-content', { ...options, onColumns })) {
    number += 1;
    Object.assign(columns, row.cells);
    yield new RowOfCells(source, row, number);
  }
  if (number > 0) assertColumnsExist(template, columns, opened.name);
}

interface SourceOfCells {
  readonly file: string;
  readonly maker: RowMaker;
  readonly share: Sharing<string>;
}

/** A row with its values only. It makes its words when they are needed, because the words of many rows need much memory. */
class RowOfCells implements BatchRow {
  readonly number: number;
  readonly text: string;
  /** What a check adds has its place: V8 would make an array for it. */
  readonly preflight: undefined = undefined;
  readonly #source: SourceOfCells;
  readonly #at: number;
  readonly #values: RowValues;

  constructor(source: SourceOfCells, row: Row, number: number) {
    this.number = number;
    this.text = row.text ?? '';
    this.#source = source;
    this.#at = row.line;
    this.#values = source.maker
      .valuesOf(row, this.name)
      .map((value) => (value === undefined ? value : source.share(value)));
  }

  get name(): string {
    return `${this.#source.file}:${this.#at}`;
  }

  get line(): readonly string[] {
    return this.#source.maker.lineOf(this.#values);
  }

  get words(): readonly string[] {
    return this.#source.maker.wordsOf(this.#values);
  }
}

/** The values that a template takes from one row, in the order of its columns; `undefined` leaves the flag out. */
type RowValues = readonly (string | undefined)[];

/** Makes the commands of rows from a template. */
interface RowMaker {
  /** Returns the values of a row. Throws `UsageError` for a missing column. */
  valuesOf(row: Row, place: string): RowValues;
  /** Returns the command as the user has written it. */
  lineOf(values: RowValues): string[];
  /** Returns the words in a form in which a value of the row can only be read as a value. */
  wordsOf(values: RowValues): string[];
}

/** Makes the maker for a template. Throws `UsageError` for an unknown noun or verb. */
async function rowMaker(lines: Lines, template: Template): Promise<RowMaker> {
  const { words, withValue, pairs } = await lines.readTemplate(template);
  const columns = templateColumns(template);
  const columnsIn = new Map([...template, ...words].map((word) => [word, templateColumns([word])]));
  const signless = pairs.flatMap(({ flag, value }) =>
    columnsBeforeSign(value).map((column) => ({ flag, column, at: columns.indexOf(column) })),
  );
  const valueIn = (values: RowValues) => (column: string) => values[columns.indexOf(column)];
  const isLeftOut = (word: string, values: RowValues) =>
    columnsIn.get(word)?.some((column) => valueIn(values)(column) === undefined);
  const filled = (word: string, values: RowValues) => fill(word, (column) => valueIn(values)(column) ?? '');

  return {
    valuesOf({ cells }, place) {
      const values = valuesOf(columns, cells, place);
      assertNoSign(signless, values, place);
      return values;
    },
    lineOf(values) {
      const isShown = (word: string, at: number) =>
        !isLeftOut(word, values) && !(withValue.has(word) && isLeftOut(template[at + 1] ?? '', values));
      return template.filter(isShown).map((word) => filled(word, values));
    },
    wordsOf: (values) => words.filter((word) => !isLeftOut(word, values)).map((word) => filled(word, values)),
  };
}

/** Throws `UsageError` if a cell would end the name in a `name=value`, so that its rest became part of the value. */
function assertNoSign(
  signless: readonly { readonly flag: string; readonly column: string; readonly at: number }[],
  values: RowValues,
  place: string,
): void {
  const wrong = signless.find(({ at }) => values[at]?.includes('='));
  if (!wrong) return;
  throw new UsageError(
    `${place}: the column ${JSON.stringify(wrong.column)} holds a "=", which ${wrong.flag} cannot have before its own; nothing was sent`,
    { hint: { code: 'give-row-as-input', data: {} } },
  );
}

/** Throws `UsageError` for a `{column?}` that is not in the `columns` of a file or header. */
function assertColumnsExist(template: Template, columns: Row['cells'], place: string): void {
  const missing = templateColumns(template).find((column) => isOptional(column) && !isThere(columns, column));
  if (missing === undefined) return;
  throw new UsageError(
    `${place}: there is no column ${JSON.stringify(missing.slice(0, -1))}; nothing was sent`,
    { hint: { code: 'choose-column', data: { columns: Object.keys(columns) } } },
  );
}

function isThere(cells: Row['cells'], column: string): boolean {
  const names = [column, column.slice(0, -1)].map((name) => name.toLowerCase());
  return Object.keys(cells).some((name) => names.includes(name.toLowerCase()));
}

function valuesOf(columns: readonly string[], cells: Row['cells'], place: string): RowValues {
  try {
    return columns.map((column) => cellOf(cells, column));
  } catch (error) {
    if (!(error instanceof NoColumn)) throw error;
    throw new UsageError(`${place}: ${error.message}; nothing was sent`, {
      hint: { code: 'choose-column', data: { columns: Object.keys(cells) } },
    });
  }
}
