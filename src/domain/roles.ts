/** Returns a role for the body of a request: `guest` becomes null. */
export function roleOrNull(role: string | undefined): string | null | undefined {
  return role === 'guest' ? null : role;
}

/**
 * Parses words `USER=ROLE`. The last `=` separates, because roles contain none. `faults` has the words without a user
 * or a role, and those that repeat a user.
 */
export function parseMemberships(words: readonly string[]): {
  memberships: Record<string, { role: string }>;
  faults: string[];
} {
  const entries = words.map((word) => ({ word, at: word.lastIndexOf('=') }));
  const roles = new Map<string, string>();
  const isFault = ({ word, at }: { word: string; at: number }) => {
    const [user, role] = [word.slice(0, at), word.slice(at + 1)];
    const earlier = roles.get(user) ?? role;
    roles.set(user, earlier);
    return at < 1 || role === '' || role !== earlier;
  };
  const faults = entries.filter(isFault).map(({ word }) => word);
  const memberships = Object.fromEntries(
    entries.map(({ word, at }) => [word.slice(0, at), { role: word.slice(at + 1) }]),
  );
  return { memberships, faults };
}

/** The values of fields about access that give the least. */
const least: readonly string[] = ['guest', 'member', 'visitor-auth', 'private'];

/** Returns the value in `values` that gives the least access; `undefined` if they are not about access. */
export function leastAccess(values: readonly string[]): string | undefined {
  return least.find((value) => values.includes(value));
}
