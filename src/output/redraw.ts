import { changesBetween, type Reading } from './changes.ts';
import { loadColors } from './color.ts';
import { createOutput } from './create-output.ts';
import type { OutputOptions } from './output.ts';
import { displayWidth } from './width.ts';

const mark = '* ';
const goneMark = '- ';
const noMark = '  ';

/** The number of drawings for which a change stays marked. */
const markedTimes = 3;

export interface Screen {
  /**
   * Draws a reading in place of the last one, with a mark before new and changed lines, and with the items that were
   * removed since.
   */
  draw(reading: Reading, footer: readonly string[]): Promise<void>;
}

/** Returns an area of a terminal that is drawn again and again. */
export function createScreen(options: OutputOptions): Screen {
  const { stdout } = options;
  const columns = stdout.columns ?? 80;
  let earlier: Reading[] = [];
  let drawnRows = 0;

  return {
    async draw(reading, footer) {
      // Both readings are drawn with the same time, so that a different age is no change.
      const now = options.now();
      const old = await Promise.all(earlier.map(async (one) => new Set(await linesOf(one, now, options))));
      const { yellow, red } = await loadColors(options.color);
      const lines = (await linesOf(reading, now, options)).map((line) =>
        old.every((one) => one.has(line)) ? noMark + line : yellow(mark) + line,
      );
      const gone = await linesOfItems(await goneSince(earlier, reading, options), reading, now, options);
      const below = [...gone.map((line) => red(goneMark) + line), ...footer];
      const all = [
        ...fitted(lines, columns, (stdout.rows ?? Number.POSITIVE_INFINITY) - below.length),
        ...below,
      ];
      const up = drawnRows > 0 ? `\u001b[${drawnRows}A` : '';
      await stdout.write(`\r${up}\u001b[J${all.join('\n')}\n`);
      drawnRows = all.reduce((rows, line) => rows + rowsTaken(line, columns), 0);
      earlier = [...earlier, reading].slice(-markedTimes);
    },
  };
}

/** Returns the items of a list that an earlier reading has and this one has not. */
async function goneSince(
  earlier: readonly Reading[],
  reading: Reading,
  options: OutputOptions,
): Promise<unknown[]> {
  if (!reading.isList) return [];
  const gone = await Promise.all(earlier.map((one) => changesBetween(one, reading, options, '')));
  const items = gone
    .flat()
    .filter(({ change }) => change === 'removed')
    .map(({ item }) => item);
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

async function linesOfItems(
  items: readonly unknown[],
  { view }: Reading,
  now: number,
  options: OutputOptions,
): Promise<string[]> {
  if (items.length === 0) return [];
  // The query has already been applied before comparing.
  const shown = { ...options, headers: false, query: undefined };
  return linesOf({ value: items, isList: true, view }, now, shown);
}

/** Draws the reading as lines with room for the mark. */
async function linesOf(reading: Reading, now: number, options: OutputOptions): Promise<string[]> {
  let text = '';
  const columns = Math.max(1, (options.stdout.columns ?? 80) - mark.length);
  const stdout = {
    isTerminal: true,
    columns,
    write: async (part: string) => {
      text += part;
    },
  };
  const out = createOutput({ ...options, stdout, quiet: true, now: () => now });
  const { value, isList, view } = reading;
  if (isList && Array.isArray(value)) await out.list([value], view);
  else await out.item(value, view);
  return text === '' ? ['no items'] : text.trimEnd().split('\n');
}

/** Returns as many lines as fit above the line of the cursor: lines that have left the screen cannot be redrawn. */
function fitted(lines: readonly string[], columns: number, rows: number): readonly string[] {
  let taken = 0;
  const end = lines.findIndex((line) => {
    taken += rowsTaken(line, columns);
    return taken > rows - 1;
  });
  if (end < 0) return lines;
  const shown = lines.slice(0, Math.max(0, end - 1));
  return [...shown, `... ${lines.length - shown.length} more lines`];
}

function rowsTaken(line: string, columns: number): number {
  return Math.max(1, Math.ceil(displayWidth(line) / columns));
}
