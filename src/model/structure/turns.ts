/** Things that have a name which no two of them may have at once, such as the path of a section. */
export interface NamedThings<Thing> {
  /** Returns the thing that has a name, and gives it up. */
  holderOf(name: string): Thing | undefined;
  /** Returns the name that a thing gets; `undefined` if it is deleted. */
  nextOf(thing: Thing): string | undefined;
  /** Sends the request after which the thing no longer has its name. Returns its number. */
  giveUp(thing: Thing, requires: readonly number[]): number;
  /** Sends a request that gives the thing a temporary name. Returns its number. */
  stepAside(thing: Thing): number;
}

/** Sends requests that give names away, in an order in which each name is free before another thing gets it. */
export interface Turns<Thing> {
  /** Sees to it that a name is free. Returns the requests to wait for. */
  free(name: string): readonly number[];
  /** Sends the request of a thing that gives its name up, unless it is sent. Returns the requests to wait for. */
  take(thing: Thing): readonly number[];
}

/** Makes turns. Where things swap their names, in a pair or in a longer circle, one gets a temporary name first. */
export function createTurns<Thing>({
  holderOf,
  nextOf,
  giveUp,
  stepAside,
}: NamedThings<Thing>): Turns<Thing> {
  const sent = new Map<Thing, number>();
  const begun = new Set<Thing>();

  function take(thing: Thing): readonly number[] {
    const known = sent.get(thing);
    if (known !== undefined) return [known];
    if (begun.has(thing)) return send(thing, () => stepAside(thing));
    begun.add(thing);
    const next = nextOf(thing);
    // In a circle, the requests to wait for lead to the one that steps aside.
    const free = next === undefined ? [] : freed(next);
    return send(thing, () => giveUp(thing, free));
  }

  function send(thing: Thing, request: () => number): readonly number[] {
    const number = request();
    sent.set(thing, number);
    return [number];
  }

  function freed(name: string): readonly number[] {
    const holder = holderOf(name);
    return holder === undefined ? [] : take(holder);
  }

  return { free: freed, take };
}

/** Returns a function that makes temporary names: each is like the given name, not one of `used`, and not made before. */
export function temporaryNames(used: Iterable<string>): (name: string) => string {
  const taken = new Set(used);
  return (name) => {
    const start = `${[...name].slice(0, 80).join('')}-moving`;
    let found = start;
    for (let number = 2; taken.has(found); number++) found = `${start}-${number}`;
    taken.add(found);
    return found;
  };
}
