import type { App } from '../cli/app.ts';
import { UsageError } from '../cli/errors.ts';
import { isRepeatableOption } from '../cli/option-facts.ts';
import { createProgram, loadNoun } from '../cli/program.ts';
import { isShared } from '../cli/shared-flags.ts';
import { cellOf, isOptional, NoColumn, nameOfColumn } from '../domain/rows/cells.ts';
import type { Row } from '../domain/rows/row.ts';
import { columnsOf, fill, type Template } from '../domain/rows/template.ts';
import { type GivenFlag, splitLine } from './command-line.ts';

/** The command that a row makes. */
export interface RowLine {
  /** As the user wrote it. */
  readonly line: readonly string[];
  /** So that no value of the row can be taken for anything but a value. */
  readonly words: readonly string[];
  /** What it works on, where the words tell. */
  readonly operand: string | undefined;
}

/** Makes the command of a row from the template. It throws `UsageError` for a column that is not there. */
export async function rowMaker(app: App, template: Template): Promise<(row: Row, place: string) => RowLine> {
  const program = createProgram(app);
  const noun = template.flatMap(
    (word) => program.commands.find((one) => one.name() === word || one.alias() === word) ?? [],
  )[0];
  if (noun) await loadNoun(noun, app);
  const { path, flags, operands } = splitLine(program, template);
  const words = [...path, ...flags.flatMap(flagWords), ...(operands.length > 0 ? ['--', ...operands] : [])];
  const withValue = new Set(flags.flatMap(({ words }) => (words.length > 1 ? words[0] : [])));

  return ({ cells }, place) => {
    const values = valuesOf(columnsOf(template), cells, place);
    const filled = (word: string) => fill(word, (column) => values.get(column) ?? '');
    const isLeftOut = (word = '') => columnsOf([word]).some((column) => values.get(column) === undefined);
    const isShown = (word: string, at: number) =>
      !isLeftOut(word) && !(withValue.has(word) && isLeftOut(template[at + 1]));
    return {
      line: template.filter(isShown).map(filled),
      words: words.filter((word) => !isLeftOut(word)).map(filled),
      operand: operands[0] === undefined ? undefined : filled(operands[0]),
    };
  };
}

/** Throws `UsageError` for a `{column?}` that no row has: that is a mistake in its name. */
export function assertColumnsExist(
  template: Template,
  rows: readonly { readonly cells?: Row['cells'] }[],
  file: string,
): void {
  const missing = columnsOf(template).find(
    (column) => isOptional(column) && rows.every(({ cells = {} }) => !isThere(cells, column)),
  );
  if (missing === undefined || rows.length === 0) return;
  throw new UsageError(
    `${file}: there is no column ${JSON.stringify(missing.slice(0, -1))}; nothing was sent`,
  );
}

function isThere(cells: Row['cells'], column: string): boolean {
  return [column, column.slice(0, -1)].some((name) => nameOfColumn(cells, name) !== undefined);
}

/** A flag with its value as one word, and a flag for each of several values that the template separates by commas. */
function flagWords({ option, words }: GivenFlag): readonly string[] {
  const [name = '', value] = words.length > 1 ? words : splitAtEquals(words[0]);
  if (!option?.long || value === undefined) return words;
  const isList = isRepeatableOption(option) && !isShared(option);
  const values = isList ? value.split(',').map((part) => part.trim()) : [value];
  return values.map((one) => `${name.startsWith('--') ? name : option.long}=${one}`);
}

function splitAtEquals(word = ''): readonly (string | undefined)[] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
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
    const there = Object.keys(cells).map((name) => JSON.stringify(name));
    throw new UsageError(`${place}: ${error.message}; nothing was sent`, {
      hint: `the columns are ${there.join(', ')}`,
    });
  }
}
