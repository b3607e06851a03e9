import type { Moment, Trouble } from './history.ts';

/** The troubles of an act. Each comes at its moment, which is counted in the act. */
export interface Troubles {
  /** Those that have come. */
  readonly met: ReadonlySet<Trouble>;
  /** Returns what goes wrong with the next request, if something does. */
  onWire(isWrite: boolean): Extract<Trouble, { of: string }> | undefined;
  /** Returns what goes wrong when the disk is written the next time, if something does. */
  onDisk(): 'full disk' | 'failing disk' | undefined;
  /** Returns what ends a process at this moment, if something does. */
  at(moment: Moment): 'death' | 'power failure' | undefined;
  /** Returns the changes of colleagues at this moment. */
  ofColleagues(before: 'a write' | 'what comes after'): Extract<Trouble, { what: 'colleague' }>[];
}

export function createTroubles(troubles: readonly Trouble[]): Troubles {
  const met = new Set<Trouble>();
  const counts = new Map<string, number>();

  /** Counts an event of this name. Returns its number, from 0. */
  function countOf(name: string): number {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count;
  }

  function come<Kind extends Trouble>(found: readonly Kind[]): Kind | undefined {
    if (found[0]) met.add(found[0]);
    return found[0];
  }

  const isIn = ({ nth, times }: { readonly nth: number; readonly times: number }, count: number) =>
    count >= nth && count < nth + times;

  return {
    met,
    onWire(isWrite) {
      const of = isWrite ? 'write' : 'read';
      const count = countOf(of);
      return come(troubles.flatMap((one) => ('of' in one && one.of === of && isIn(one, count) ? [one] : [])));
    },
    onDisk() {
      const count = countOf('disk');
      const found = troubles.flatMap((one) =>
        (one.what === 'full disk' || one.what === 'failing disk') && isIn(one, count) ? [one] : [],
      );
      return come(found)?.what;
    },
    at(moment) {
      const count = countOf(moment);
      const found = troubles.flatMap((one) =>
        'when' in one && one.when === moment && one.nth === count ? [one] : [],
      );
      return come(found)?.what;
    },
    ofColleagues(before) {
      const count = countOf(before);
      const found = troubles
        .flatMap((one) =>
          one.what === 'colleague' && one.before === before && (one.nth === count || before !== 'a write')
            ? [one]
            : [],
        )
        .filter((one) => !met.has(one));
      for (const one of found) met.add(one);
      return found;
    },
  };
}
