import type { Profiler } from 'node:inspector';
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';

/** Which lines of each file have code, and whether it has run: by path, then by number of the line, from 1. */
export type Coverage = Map<string, Map<number, boolean>>;

/**
 * Returns the lines of a source file that have code, and whether it has run. The first code of a line decides.
 *
 * @param code The module as it is evaluated, with its source map.
 * @param offset How many characters stand before `code` in the script that V8 knows.
 */
export function linesRun(
  functions: readonly Profiler.FunctionCoverage[],
  code: string,
  offset: number,
): Map<number, boolean> {
  const [, encoded] = /^\/\/# sourceMappingURL=data:application\/json;.*?base64,(.*)$/m.exec(code) ?? [];
  if (encoded === undefined) return new Map();
  const map = JSON.parse(Buffer.from(encoded, 'base64').toString());
  const hasRun = charactersRun(functions, offset + code.length);
  const lines = new Map<number, boolean>();
  for (const [start, line] of linesOf(code, map))
    lines.set(line, lines.get(line) ?? hasRun[offset + start] === 1);
  return lines;
}

/**
 * Returns the lines of the source that have code, by the place of this code in `code`, whose lines have one statement each.
 * A line without a letter or a digit, such as `});`, does not count.
 */
export function linesOf(code: string, map: Partial<SourceMapPayload>): Map<number, number> {
  const sourceMap = new SourceMap(map as SourceMapPayload);
  const lines = new Map<number, number>();
  let start = 0;
  for (const [at, text] of code.split('\n').entries()) {
    const column = text.search(/\S/);
    const origin: Partial<SourceMapping> = /\w/.test(text) ? sourceMap.findEntry(at, column) : {};
    if (origin.originalLine !== undefined && origin.generatedLine === at)
      lines.set(start + column, origin.originalLine + 1);
    start += text.length + 1;
  }
  return lines;
}

/** Returns 1 for each character of a script that has run. The innermost range around a character decides. */
function charactersRun(functions: readonly Profiler.FunctionCoverage[], length: number): Uint8Array {
  const ranges = functions.flatMap(({ ranges }) => ranges);
  ranges.sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
  const run = new Uint8Array(length).fill(1);
  for (const { startOffset, endOffset, count } of ranges) run.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return run;
}

/** Adds what one worker has run to what others have run. */
export function addCoverage(sum: Coverage, path: string, lines: Iterable<readonly [number, boolean]>): void {
  const known = sum.get(path) ?? new Map<number, boolean>();
  for (const [line, run] of lines) known.set(line, run || known.get(line) === true);
  sum.set(path, known);
}

/** Returns the share of the lines that have run, in percent, rounded down: 100 is said only of all. */
export function percentage(lines: readonly boolean[]): number {
  return lines.length === 0 ? 100 : Math.floor((lines.filter((run) => run).length / lines.length) * 100);
}

/** Returns numbers as text, with ranges: `3, 7-9`. */
export function asRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
