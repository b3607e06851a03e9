/** Levels of access from the weakest to the strongest. */
export const levels: readonly string[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/**
 * What everybody with a role in the organization has in a collection or space, whatever that role is: a level, null for
 * no access, or `inherit` for what stands above it.
 */
export type DefaultLevel = string | null;

export const inherit = 'inherit';

/** The default levels on the way up, from the target itself to the top: the nearest one that says something. */
export function nearestDefault(upwards: Iterable<DefaultLevel>): DefaultLevel {
  for (const level of upwards) if (level !== inherit) return level;
  return inherit;
}

/** The stronger of two levels; null is none. A level that is not known is the weakest. */
export function stronger(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return levels.indexOf(one) >= levels.indexOf(other) ? one : other;
}

/** A member of the organization, as far as access is concerned. */
export interface Person {
  /** Null for a guest. */
  readonly role: string | null;
  readonly disabled: boolean;
}

/**
 * What a person has somewhere without any team; null is no access. Above the top stands the role in the organization. A
 * default level replaces what stands above it, in either direction; a guest has none of it.
 */
export function baseLevel({ role, disabled }: Person, nearest: DefaultLevel): string | null {
  if (disabled || role === null) return null;
  if (role === 'admin') return 'admin';
  return nearest === inherit ? role : nearest;
}

/**
 * The level that a person has somewhere: the strongest of the base and of what teams have there, or in a collection
 * above it; null is no access.
 */
export function levelOf(
  person: Person,
  nearest: DefaultLevel,
  teams: Iterable<string | null>,
): string | null {
  if (person.disabled) return null;
  return [...teams].reduce(stronger, baseLevel(person, nearest));
}
