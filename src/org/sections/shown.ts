import type { Names } from '../names.ts';
import type { Thing } from '../thing.ts';

/** Returns what a plan shows as values before: the names of today, where `names` are those of a file. */
export function shownAs(
  { today }: Names,
  valuesIn: (names: Names) => NonNullable<Thing['shown']>,
): Pick<Thing, 'shown'> {
  return today ? { shown: valuesIn(today) } : {};
}
