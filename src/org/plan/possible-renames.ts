import type { ResourceKind } from '../../model/resources.ts';
import { groupBy } from '../../text/group-by.ts';
import { kept } from '../../text/kept.ts';
import type { Difference } from '../difference.ts';
import { keyName } from '../key-names.ts';
import { factsOf, nameOf, thingsAbove } from '../sections/kinds.ts';
import { type DesiredState, placeText } from '../thing.ts';
import type { Comparison } from './compare.ts';

/** A thing to be made that may be another one under a new name. */
export interface PossibleRename {
  readonly kind: ResourceKind;
  readonly from: string;
  readonly to: string;
}

/** The differences are all of them, also those that are withheld. */
interface RenameFacts extends Pick<Comparison, 'differences' | 'undeclared'> {
  /** All things of the service that were compared. */
  readonly present: readonly DesiredState[];
}

/** A thing to be made, and another one that is like it. The numbers tell how much: from 0 to 1. */
export interface Likeness {
  readonly created: Difference;
  readonly thing: DesiredState;
  readonly title: number;
  readonly content: number;
}

/** Finds things to be made that are like things which the file does not name: by their titles, or by what is in them. */
export function possibleRenames(facts: RenameFacts): PossibleRename[] {
  const taken = new Set<DesiredState>();
  return [...groupBy(likenesses(facts), ({ created }) => placeText(created)).values()].flatMap((all) => {
    const { kind, name } = all[0].created;
    let best: Likeness | undefined;
    for (const one of all) if (!taken.has(one.thing) && (!best || scoreOf(one) > scoreOf(best))) best = one;
    if (!best) return [];
    taken.add(best.thing);
    return [{ kind, from: nameOf(best.thing), to: name }];
  });
}

/** Returns the pairs of things to be made and things that the file does not name which are like each other. */
export function likenesses({ differences, undeclared, present }: RenameFacts): Likeness[] {
  const created = differences.filter(({ action, kind }) => action === 'create' && isRenamed(kind));
  if (created.length === 0) return [];
  const ending = differences.flatMap((one) => (one.action === 'delete' && one.present ? [one.present] : []));
  const candidates = [...ending, ...undeclared].filter(({ kind }) => isRenamed(kind));
  const isMany = created.length * candidates.length > mostPairs;
  const [wanted, there] = [contentsOf(declaredIn(differences)), contentsOf(present)];
  return created.flatMap((one) => {
    const { kind, key } = one;
    return candidates.flatMap((thing): Likeness[] => {
      if (thing.kind !== kind || !isSameList(kind, key, thing.key)) return [];
      const contents = () => contentLikeness(wanted.get(placeText(one)), there.get(placeText(thing)));
      const title = titleLikeness(key, thing.key);
      const likeness = { created: one, thing, title, content: isMany ? 0 : contents() };
      return scoreOf(likeness) >= enough ? [likeness] : [];
    });
  });
}

/** Returns what the file says of the things that differ. */
export function declaredIn(differences: readonly Difference[]): DesiredState[] {
  return differences.flatMap((one) => one.declared ?? []);
}

/** Returns whether things of a kind may have earlier names in a file. */
export function isRenamed(kind: ResourceKind): boolean {
  return factsOf(kind).rename !== undefined;
}

function scoreOf({ title, content }: Likeness): number {
  return Math.max(title, content);
}

/** The largest number of pairs whose contents are compared; for more, only titles are. */
const mostPairs = 20_000;
/** The least part of two things that must be the same. */
const enough = 0.5;
/** A value with fewer characters, such as a level, is the same in many things. */
const shortest = 8;

/** A collection may have moved as well; other things stay in their list. */
function isSameList(kind: ResourceKind, one: readonly string[], other: readonly string[]): boolean {
  return kind === 'collection' || one.slice(0, -1).join('\n') === other.slice(0, -1).join('\n');
}

/** Returns 1 for titles that differ in case, spaces, signs and the form of accents only, else 0. */
function titleLikeness(one: readonly string[], other: readonly string[]): number {
  const bare = (key: readonly string[]) =>
    keyName(key.at(-1) ?? '')
      .title.normalize()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  return bare(one) !== '' && bare(one) === bare(other) ? 1 : 0;
}

/** Returns the long values of things, and the names of what is in them. */
function contentsOf(things: readonly DesiredState[]): Map<string, Set<string>> {
  const contents = new Map<string, Set<string>>();
  const add = (place: string, content: string) => kept(contents, place, () => new Set<string>()).add(content);
  for (const thing of things) {
    for (const [field, value] of Object.entries(thing.fields)) {
      const text = typeof value === 'string' ? value : '';
      if (text.length >= shortest) add(placeText(thing), `${field} ${text}`);
    }
    for (const place of thingsAbove(thing)) add(placeText(place), `${thing.kind} ${thing.key.at(-1)}`);
  }
  return contents;
}

/** Returns the part of the contents of two things that is in both; 0 if that is one name only. */
function contentLikeness(
  one: ReadonlySet<string> = new Set(),
  other: ReadonlySet<string> = new Set(),
): number {
  const common = [...one].filter((content) => other.has(content));
  const all = new Set([...one, ...other]).size;
  return common.length < 2 && all > 1 ? 0 : common.length / Math.max(all, 1);
}
