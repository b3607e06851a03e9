/** Returns the indexes of a longest rising subsequence of different numbers. */
export function longestRising(numbers: readonly number[]): number[] {
  /** For each length, the index of the smallest last number of a subsequence with that length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = at;
  }
  const longest: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) longest.unshift(at);
  return longest;
}
