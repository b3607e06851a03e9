import { quoted } from '../../text/words.ts';
import { matches, nearName } from '../file/rules.ts';
import { keyName } from '../key-names.ts';
import type { Complain, Organization } from '../organization.ts';
import { factsOf, pathTo } from '../sections/kinds.ts';
import type { DesiredState, Place } from '../thing.ts';

/** Returns whether a pattern of the file, such as `team:okta-*`, means a thing: by its title, its key, or its path of either. */
export function isMeant(pattern: string, { kind, key }: Place): boolean {
  const titles = key.map((one) => keyName(one).title);
  return [titles, key].some((names) =>
    [names.at(-1) ?? '', names.join('/')].some((name) => matches(pattern, kind, name)),
  );
}

/**
 * Complains about patterns that mean a thing by its path of today only: the file renames or moves what is above it, and
 * afterwards nothing would keep it.
 */
export function complainOfOldPaths(
  organization: Pick<Organization, 'keep' | 'ignore'>,
  things: readonly DesiredState[],
  complain: Complain,
): void {
  const moved = things.filter(({ key, today }) => today && key.length > 1 && key.at(-1) === today.key.at(-1));
  for (const list of ['keep', 'ignore'] as const) {
    const patterns = organization[list] ?? [];
    const isListed = (place: Place) => patterns.some((pattern) => isMeant(pattern, place));
    for (const [at, pattern] of patterns.entries()) {
      const thing = moved.find(({ today, ...own }) => today && isMeant(pattern, today) && !isListed(own));
      if (!thing?.today) continue;
      const [before, after] = [thing.today, thing].map(({ key }) => quoted(key.join('/')));
      complain([list, at], `means ${before}, which is ${after} in this file: list this path as well`);
    }
  }
}

/** A pattern of the file that means nothing. */
export interface UnmetPattern {
  readonly path: readonly [list: 'keep' | 'ignore', at: number];
  readonly message: string;
}

/**
 * Finds the patterns that mean nothing, neither in the file nor in the service. `thingsOf` returns the things of a kind;
 * `undefined` if not all of them were read.
 */
export function unmetPatterns(
  organization: Pick<Organization, 'keep' | 'ignore'>,
  thingsOf: (kind: string) => readonly Place[] | undefined,
): UnmetPattern[] {
  return (['keep', 'ignore'] as const).flatMap((list) =>
    (organization[list] ?? []).flatMap((pattern, at): UnmetPattern[] => {
      const [kind = ''] = pattern.split(':', 1);
      const things = thingsOf(kind);
      if (!things || things.some((thing) => isMeant(pattern, thing))) return [];
      const near = nearName(pattern, kind, [...new Set(things.map(({ key }) => key.join('/')))]);
      const instead = near === undefined ? '' : `; ${quoted(near)} is there`;
      return [{ path: [list, at], message: `${quoted(pattern)} means nothing${instead}` }];
    }),
  );
}

/** Returns the thing at the end of a tie, such as the member of a team; `undefined` for other things. */
export function tiedBy({ kind, key }: Place): Place | undefined {
  const { ties } = factsOf(kind);
  return ties && { kind: ties, key: key.slice(-1) };
}

/** Returns whether someone else looks after a thing, after a thing above it, or after the one that it ties. */
export function ignoredBy(patterns: readonly string[]): (thing: Place) => boolean {
  if (patterns.length === 0) return () => false;
  return (thing) =>
    [...pathTo(thing), tiedBy(thing)].some(
      (place) => place && patterns.some((pattern) => isMeant(pattern, place)),
    );
}
