import { keyName, matches } from '../file/names.ts';
import { factsOf, type Place, pathTo } from './kinds.ts';

/** Returns whether a pattern of the file, such as `team:okta-*`, means a thing: by its title, or by its path of titles. */
export function isMeant(pattern: string, { kind, key }: Place): boolean {
  const title = keyName(key.at(-1) ?? '').title;
  return matches(pattern, kind, title) || (key.length > 1 && matches(pattern, kind, key.join('/')));
}

/** Returns the thing at the end of a tie, such as the member of a team; `undefined` for other things. */
export function tiedBy({ kind, key }: Place): Place | undefined {
  const { ties } = factsOf(kind);
  return ties && { kind: ties, key: key.slice(-1) };
}

/** Returns whether somebody else looks after a thing, after a thing above it, or after the one that it ties. */
export function ignoredBy(patterns: readonly string[]): (thing: Place) => boolean {
  if (patterns.length === 0) return () => false;
  return (thing) =>
    [...pathTo(thing), tiedBy(thing)].some(
      (place) => place && patterns.some((pattern) => isMeant(pattern, place)),
    );
}
