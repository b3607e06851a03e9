/**
 * Returns the `names` that `word` is probably meant to be: the nearest ones, none if nothing is near. Upper and lower
 * case do not matter.
 */
export function nearest(word: string, names: readonly string[]): string[] {
  const allowed = word.length < 4 ? 1 : word.length < 8 ? 2 : 3;
  const rated = names
    // Names of another length are never near, and may be very long.
    .filter((name) => Math.abs(name.length - word.length) <= allowed)
    .map((name) => ({ name, distance: distanceOf(word.toLowerCase(), name.toLowerCase()) }))
    // If more than a third of a word differs, it is another word.
    .filter(
      ({ name, distance }) => distance <= allowed && distance * 3 <= Math.max(word.length, name.length),
    );
  const least = Math.min(...rated.map(({ distance }) => distance));
  return rated.filter(({ distance }) => distance === least).map(({ name }) => name);
}

/** Counts the letters that must be added, removed, changed or swapped to turn one word into the other. */
function distanceOf(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  const cost = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let a = 1; a <= from.length; a++) {
    rows.push([a]);
    for (let b = 1; b <= to.length; b++) {
      const isSame = from[a - 1] === to[b - 1];
      const isSwapped = a > 1 && b > 1 && from[a - 1] === to[b - 2] && from[a - 2] === to[b - 1];
      const least = Math.min(
        cost(a - 1, b) + 1,
        cost(a, b - 1) + 1,
        cost(a - 1, b - 1) + (isSame ? 0 : 1),
        isSwapped ? cost(a - 2, b - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      (rows[a] as number[]).push(least);
    }
  }
  return cost(from.length, to.length);
}
