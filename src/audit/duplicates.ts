/** A thing whose title another one has as well. */
interface Duplicate {
  readonly id: string;
  readonly title: string;
  /** The id of the first thing with the title. */
  readonly first: string;
}

/** Yields all things but the first one of each title. */
export function* duplicates(things: Iterable<readonly [string, string]>): Generator<Duplicate> {
  const firsts = new Map<string, string>();
  for (const [id, title] of things) {
    const first = firsts.get(title);
    if (first === undefined) firsts.set(title, id);
    else yield { id, title, first };
  }
}
