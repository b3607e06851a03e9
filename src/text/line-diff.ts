import { longestRising } from './longest-rising.ts';

/** Lines that stay, or that one text has and the other has not. */
interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/**
 * Compares two texts by lines. Lines that are there once in both keep their places; between them, what is not equal at the
 * start and at the end is another text.
 */
function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const signed = (sign: DiffLine['sign'], lines: readonly string[]) => lines.map((text) => ({ sign, text }));
  return [
    ...signed(' ', before.slice(0, start)),
    ...(anchored(old, fresh) ?? [...signed('-', old), ...signed('+', fresh)]),
    ...signed(' ', before.slice(before.length - end)),
  ];
}

/** Compares what is between lines that both have once; `undefined` if there are none. */
function anchored(before: readonly string[], after: readonly string[]): DiffLine[] | undefined {
  const places = onlyPlaces(after);
  const common = [...onlyPlaces(before)].flatMap(([text, at]) => {
    const place = places.get(text);
    return place === undefined ? [] : [[at, place] as const];
  });
  const anchors = longestRising(common.map(([, place]) => place)).map((at) => common[at] as [number, number]);
  if (anchors.length === 0) return undefined;
  const lines: DiffLine[] = [];
  let [old, fresh] = [0, 0];
  for (const [at, place] of [...anchors, [before.length, after.length] as const]) {
    for (const line of lineDiff(before.slice(old, at), after.slice(fresh, place))) lines.push(line);
    if (at < before.length) lines.push({ sign: ' ', text: before[at] as string });
    [old, fresh] = [at + 1, place + 1];
  }
  return lines;
}

function onlyPlaces(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const [at, text] of lines.entries()) {
    if (places.has(text)) twice.add(text);
    places.set(text, at);
  }
  for (const text of twice) places.delete(text);
  return places;
}

/** The number of lines around a difference. */
const around = 3;

/** Returns the lines of a unified diff of two texts, without line ends; none if they are equal. */
export function unifiedDiff(path: string, before: string, after: string): string[] {
  const all = lineDiff(linesOf(before), linesOf(after));
  const different = all.flatMap(({ sign }, at) => (sign === ' ' ? [] : at));
  if (different.length === 0) return [];
  const lines = [`--- ${path}`, `+++ ${path}`];
  // The numbers of the lines before each line of the diff.
  const olds = counts(all, '+');
  const news = counts(all, '-');
  for (let first = 0; first < different.length; ) {
    let last = first;
    while (
      different[last + 1] !== undefined &&
      (different[last + 1] as number) - (different[last] as number) <= 2 * around + 1
    )
      last++;
    const start = Math.max(0, (different[first] as number) - around);
    const end = Math.min(all.length, (different[last] as number) + around + 1);
    const range = (known: readonly number[]) => {
      const [from = 0, to = 0] = [known[start], known[end]];
      return `${to > from ? from + 1 : from},${to - from}`;
    };
    lines.push(`@@ -${range(olds)} +${range(news)} @@`);
    for (const { sign, text } of all.slice(start, end)) lines.push(sign + text);
    first = last + 1;
  }
  return lines;
}

/** Returns, for each place, the number of lines before it that have not this sign. */
function counts(all: readonly DiffLine[], without: DiffLine['sign']): number[] {
  const numbers = [0];
  for (const { sign } of all) numbers.push((numbers.at(-1) as number) + (sign === without ? 0 : 1));
  return numbers;
}

/** Returns the lines of a text. One that does not end has a sign of its own, so that it differs from one that ends. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop();
  return last ? [...lines, `${last}\n\\ No newline at end of file`] : lines;
}
