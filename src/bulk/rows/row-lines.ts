import { UsageError } from '../../errors.ts';
import { cellOf, isOptional, NoColumn } from '../../formats/cells.ts';
import type { Row } from '../../formats/row.ts';
import type { Lines } from './lines.ts';
import { columnsBeforeSign, columnsOf, fill, type Template } from './template.ts';

/** The command that a row makes. */
export interface RowLine {
  /** The command as the user has written it. */
  readonly line: readonly string[];
  /** The words in a form in which a value of the row can only be read as a value. */
  readonly words: readonly string[];
}

/** Makes the command of a row. Throws `UsageError` for a missing column. */
export type RowMaker = (row: Row, place: string) => RowLine;

/**
 * Returns a function that makes the commands of rows from a template. Throws `UsageError` for an unknown noun or verb.
 */
export async function rowMaker(lines: Lines, template: Template): Promise<RowMaker> {
  const { words, withValue, pairs } = await lines.readTemplate(template);
  const columns = columnsOf(template);
  const columnsIn = new Map([...template, ...words].map((word) => [word, columnsOf([word])]));
  const signless = pairs.flatMap(({ flag, value }) =>
    columnsBeforeSign(value).map((column) => ({ flag, column })),
  );

  return ({ cells }, place) => {
    const values = valuesOf(columns, cells, place);
    assertNoSign(signless, values, place);
    const filled = (word: string) => fill(word, (column) => values.get(column) ?? '');
    const isLeftOut = (word = '') => columnsIn.get(word)?.some((column) => values.get(column) === undefined);
    const isShown = (word: string, at: number) =>
      !isLeftOut(word) && !(withValue.has(word) && isLeftOut(template[at + 1]));
    return {
      line: template.filter(isShown).map(filled),
      words: words.filter((word) => !isLeftOut(word)).map(filled),
    };
  };
}

/** Throws `UsageError` if a cell would end the name in a `name=value`, so that its rest became part of the value. */
function assertNoSign(
  signless: readonly { readonly flag: string; readonly column: string }[],
  values: ReadonlyMap<string, string | undefined>,
  place: string,
): void {
  const wrong = signless.find(({ column }) => values.get(column)?.includes('='));
  if (!wrong) return;
  throw new UsageError(
    `${place}: the column ${JSON.stringify(wrong.column)} holds a "=", which ${wrong.flag} cannot have before its own; nothing was sent`,
    { hint: { code: 'give-row-as-input', data: {} } },
  );
}

/** Throws `UsageError` for a `{column?}` that is not in the `columns` of a file. */
export function assertColumnsExist(template: Template, columns: Row['cells'], file: string): void {
  const missing = columnsOf(template).find((column) => isOptional(column) && !isThere(columns, column));
  if (missing === undefined) return;
  throw new UsageError(
    `${file}: there is no column ${JSON.stringify(missing.slice(0, -1))}; nothing was sent`,
  );
}

function isThere(cells: Row['cells'], column: string): boolean {
  const names = [column, column.slice(0, -1)].map((name) => name.toLowerCase());
  return Object.keys(cells).some((name) => names.includes(name.toLowerCase()));
}

function valuesOf(
  columns: readonly string[],
  cells: Row['cells'],
  place: string,
): ReadonlyMap<string, string | undefined> {
  try {
    return new Map(columns.map((column) => [column, cellOf(cells, column)]));
  } catch (error) {
    if (!(error instanceof NoColumn)) throw error;
    throw new UsageError(`${place}: ${error.message}; nothing was sent`, {
      hint: { code: 'choose-column', data: { columns: Object.keys(cells) } },
    });
  }
}
