/** A thing, with what names it in any organization. */
export interface NamedResource {
  readonly kind: string;
  readonly id: string;
  /** The e-mail address of a person; else the titles of what contains it, and its own. */
  readonly names: readonly (string | null | undefined)[];
}

type Thing = Pick<NamedResource, 'kind' | 'id'>;

/** What identifies the things of two sides. */
export interface Identities {
  readonly before: (thing: Thing) => string;
  readonly after: (thing: Thing) => string;
  /** Whether nothing can be said about this thing on the other side: it has no name, or shares it with another. */
  isAlone(key: string): boolean;
}

/** Returns what identifies the things of two organizations: their names. */
export function identitiesAcross(
  before: Iterable<NamedResource>,
  after: Iterable<NamedResource>,
): Identities {
  const [one, other] = [namesOf(before), namesOf(after)];
  const known = new Set([...one.keys.values(), ...other.keys.values()]);
  for (const key of [...one.shared, ...other.shared]) known.delete(key);
  return {
    before: (thing) => keyIn(one.keys, known, 'before', thing),
    after: (thing) => keyIn(other.keys, known, 'after', thing),
    isAlone: (key) => !known.has(key),
  };
}

function keyIn(
  keys: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
  side: string,
  { kind, id }: Thing,
): string {
  const key = keys.get(`${kind} ${id}`);
  return key !== undefined && known.has(key) ? key : `${side} ${kind} ${id}`;
}

function namesOf(things: Iterable<NamedResource>) {
  const keys = new Map<string, string>();
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const { kind, id, names } of things) {
    if (names.some((name) => !name)) continue;
    const key = JSON.stringify([kind, ...names]);
    keys.set(`${kind} ${id}`, key);
    if ((owners.get(key) ?? id) === id) owners.set(key, id);
    else shared.add(key);
  }
  return { keys, shared };
}
