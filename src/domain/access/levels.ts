/** Levels of access from the weakest to the strongest. */
export const levels: readonly string[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** Compares two levels for `sort`, the weaker first. An unknown level counts as the weakest. */
export function compareLevels(one: string, other: string): number {
  return levels.indexOf(one) - levels.indexOf(other);
}

/** Returns the stronger of two levels, the first of two equal ones. Null means no access. */
export function stronger(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return compareLevels(one, other) >= 0 ? one : other;
}

/** Returns whether `level` includes `wanted`; null means no access. */
export function isAtLeast(level: string | null, wanted: string): boolean {
  return level !== null && compareLevels(level, wanted) >= 0;
}

/** Returns the levels below one that a way gives, or the roles in a team below one. */
export function lowerLevels(way: string, level: string): readonly string[] {
  const all = way === 'team-member' ? ['member', 'owner'] : levels;
  return all.slice(0, Math.max(0, all.indexOf(level)));
}

/** Roles in the organization from the weakest to the strongest; a guest has none. */
export const weakestFirst: readonly (string | null)[] = [null, ...levels];

/**
 * Returns whether the role `to` is lower than the role `from`. If one of them is unknown, only an administrator loses
 * something.
 */
export function isLowerRole(from: string | null, to: string | null): boolean {
  if (!weakestFirst.includes(to)) return from === 'admin';
  return weakestFirst.indexOf(from) > weakestFirst.indexOf(to);
}
