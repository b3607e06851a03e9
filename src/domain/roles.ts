/** A role as the service takes it in a body: a guest is somebody without a role. */
export function roleOrNull(role: string | undefined): string | null | undefined {
  return role === 'guest' ? null : role;
}

/**
 * The roles of `USER=ROLE` words. The last `=` counts, since no role holds one.
 * Words without a user or a role, and those that give somebody a second role, come back in `faults`.
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

/** Roles from the strongest to the weakest; a guest has none. */
const strongestFirst: readonly (string | null)[] = [
  'admin',
  'create',
  'review',
  'edit',
  'comment',
  'read',
  null,
];

/** Whether the role `to` is less than the role `from`. With an unknown role, only an administrator loses something. */
export function isLowerRole(from: string | null, to: string | null): boolean {
  if (!strongestFirst.includes(to)) return from === 'admin';
  return strongestFirst.indexOf(from) < strongestFirst.indexOf(to) && strongestFirst.includes(from);
}

/** Of values that say who may do or read something, those that give the least. */
const least: readonly string[] = ['guest', 'member', 'visitor-auth', 'private'];

/** The one of `values` that gives the least access; `undefined` where they are about something else. */
export function leastAccess(values: readonly string[]): string | undefined {
  return least.find((value) => values.includes(value));
}
