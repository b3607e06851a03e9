import { changesBetween, type ListReading } from './changes.ts';
import { loadColors } from './color.ts';
import { createOutput } from './create-output.ts';
import type { Output, OutputOptions } from './output.ts';
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
  draw(reading: ListReading, footer: readonly string[]): Promise<void>;
}

/** Returns an area of a terminal that is drawn again and again. */
export function createScreen(options: OutputOptions): Screen {
  const { stdout } = options;
  const columns = stdout.columns ?? 80;
  let earlier: ListReading[] = [];
  let drawnRows = 0;

  return {
    async draw(reading, footer) {
      // Both readings are drawn with the same time, so that a different age is no change.
      const now = options.now();
      const old = await Promise.all(earlier.map(async (one) => new Set(await linesOf(one, now, options))));
      const { yellow, red } = await loadColors(options.color);
      const missing = await goneSince(earlier, reading, options);
      const [present = [], gone = []] = await partsOf(reading, missing, now, options);
      const lines = present.map((line) =>
        old.every((one) => one.has(line)) ? noMark + line : yellow(mark) + line,
      );
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

async function goneSince(
  earlier: readonly ListReading[],
  reading: ListReading,
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

/** Draws the reading and the items that have gone, in the columns of the reading. */
async function partsOf(
  reading: ListReading,
  missing: readonly unknown[],
  now: number,
  options: OutputOptions,
): Promise<readonly (readonly string[])[]> {
  const { value, view } = reading;
  const items = Array.isArray(value) ? value : [];
  if (missing.length === 0) return [await linesOf(reading, now, options)];
  if (items.length > 0 && options.query === undefined) {
    // The first page decides the columns.
    const pages = [[...items, ...missing], missing];
    const [all = [], gone = []] = await drawn((out) => out.list(pages, view), now, options);
    return [all.slice(0, -gone.length), gone];
  }
  // The query has already been applied before comparing.
  const alone = { ...options, headers: false, query: undefined };
  return [
    await linesOf(reading, now, options),
    await linesOf({ value: missing, isList: true, view }, now, alone),
  ];
}

/** Draws the reading as lines with room for the mark. */
async function linesOf(reading: ListReading, now: number, options: OutputOptions): Promise<string[]> {
  const { value, isList, view } = reading;
  const asList = isList && Array.isArray(value);
  const parts = await drawn(
    (out) => (asList ? out.list([value], view) : out.item(value, view)),
    now,
    options,
  );
  return parts.length === 0 ? ['no items'] : parts.flat();
}

/** Returns the lines of each piece that an output writes: of a list, those of each page. */
async function drawn(
  write: (out: Output) => Promise<void>,
  now: number,
  options: OutputOptions,
): Promise<string[][]> {
  const parts: string[] = [];
  const stdout = {
    isTerminal: true,
    columns: Math.max(1, (options.stdout.columns ?? 80) - mark.length),
    write: async (part: string) => {
      parts.push(part);
    },
  };
  await write(createOutput({ ...options, stdout, quiet: true, now: () => now }));
  // The end of an array begins on a line of its own.
  return parts.filter((part) => part !== '').map((part) => part.replace(/^\n|\s+$/g, '').split('\n'));
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
