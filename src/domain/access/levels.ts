/** Levels of access from the weakest to the strongest. */
export const levels: readonly string[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** Compares two levels as `sort` wants it, the weaker first. A level that is not known is the weakest. */
export function compareLevels(one: string, other: string): number {
  return levels.indexOf(one) - levels.indexOf(other);
}

/** The stronger of two levels, the first of two equal ones. Null is no access. */
export function stronger(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return compareLevels(one, other) >= 0 ? one : other;
}

/** Whether `level` gives what `wanted` gives; null is no access. */
export function isAtLeast(level: string | null, wanted: string): boolean {
  return level !== null && compareLevels(level, wanted) >= 0;
}
