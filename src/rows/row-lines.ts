import { UsageError } from '../errors.ts';
import { cellOf, isOptional, NoColumn } from '../formats/cells.ts';
import type { Row } from '../formats/row.ts';
import type { Lines } from './lines.ts';
import { columnsBeforeSign, fill, type Template, templateColumns } from './template.ts';

/** The values that a template takes from one row, in the order of its columns; `undefined` leaves the flag out. */
export type RowValues = readonly (string | undefined)[];

/** Makes the commands of rows from a template. */
export interface RowMaker {
  /** Returns the values of a row. Throws `UsageError` for a missing column. */
  valuesOf(row: Row, place: string): RowValues;
  /** Returns the command as the user has written it. */
  lineOf(values: RowValues): string[];
  /** Returns the words in a form in which a value of the row can only be read as a value. */
  wordsOf(values: RowValues): string[];
}

/** Makes the maker for a template. Throws `UsageError` for an unknown noun or verb. */
export async function rowMaker(lines: Lines, template: Template): Promise<RowMaker> {
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
export function assertColumnsExist(template: Template, columns: Row['cells'], place: string): void {
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
