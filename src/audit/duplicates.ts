/** A thing whose title another one has as well. */
interface Duplicate {
  readonly id: string;
  readonly title: string;
  /** The id of the first thing with the title. */
  readonly first: string;
  /** A title that no other thing has. */
  readonly free: string;
}

/** Yields all things but the first one of each title. `longest` is the limit of titles. */
export function* duplicates(
  things: Iterable<readonly [string, string]>,
  longest: number,
): Generator<Duplicate> {
  const all = [...things];
  const taken = new Set(all.map(([, title]) => title));
  const firsts = new Map<string, string>();
  for (const [id, title] of all) {
    const first = firsts.get(title);
    if (first === undefined) firsts.set(title, id);
    else yield { id, title, first, free: freeTitle(title, taken, longest) };
  }
}

function freeTitle(title: string, taken: Set<string>, longest: number): string {
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`;
    const free = [...title].slice(0, longest - suffix.length).join('') + suffix;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}
