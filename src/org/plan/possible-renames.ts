import type { ResourceKind } from '../../model/resources.ts';
import { keyName } from '../file/names.ts';
import type { Thing } from '../thing.ts';
import type { Difference } from './compare.ts';
import { type FileKind, nameOf, pathTo, placeText } from './kinds.ts';

/** A thing to be made that may be another one under a new name. */
export interface PossibleRename {
  readonly kind: FileKind;
  readonly from: string;
  readonly to: string;
}

/** The kinds whose things may have earlier names in a file. */
const renamed: readonly ResourceKind[] = [
  'team',
  'collection',
  'site',
  'section',
  'section-group',
  'translation',
  'saml',
];

export interface RenameFacts {
  /** All differences, also those that are withheld. */
  readonly differences: readonly Difference[];
  /** The things of the service that the file does not name. */
  readonly undeclared: readonly Thing[];
  /** All things of the service that were compared. */
  readonly present: readonly Thing[];
}

/** Finds things to be made that are like things which the file does not name: by their titles, or by what is in them. */
export function possibleRenames({ differences, undeclared, present }: RenameFacts): PossibleRename[] {
  const created = differences.filter(({ action, kind }) => action === 'create' && renamed.includes(kind));
  if (created.length === 0) return [];
  const ending = differences.flatMap((one) => (one.action === 'delete' && one.present ? [one.present] : []));
  const candidates = new Set([...ending, ...undeclared].filter(({ kind }) => renamed.includes(kind)));
  const isMany = created.length * candidates.size > mostPairs;
  const declared = differences.flatMap((one) => one.declared ?? []);
  const [wanted, there] = [contentsOf(declared), contentsOf(present)];
  return created.flatMap(({ kind, key, name }): PossibleRename[] => {
    const likeness = (thing: Thing) =>
      thing.kind !== kind || !isSameList(kind, key, thing.key)
        ? 0
        : Math.max(
            titleLikeness(key, thing.key),
            isMany ? 0 : contentLikeness(wanted.get(placeText({ kind, key })), there.get(placeText(thing))),
          );
    let best: { readonly thing: Thing; readonly score: number } | undefined;
    for (const thing of candidates) {
      const score = likeness(thing);
      if (score >= enough && score > (best?.score ?? 0)) best = { thing, score };
    }
    if (!best) return [];
    candidates.delete(best.thing);
    return [{ kind, from: nameOf(best.thing), to: name }];
  });
}

/** The largest number of pairs whose contents are compared; for more, only titles are. */
const mostPairs = 20_000;
/** The least part of two things that must be the same. */
const enough = 0.5;
/** A value with fewer characters, such as a level, is the same in many things. */
const shortest = 8;

/** A collection may have moved as well; other things stay in their list. */
function isSameList(kind: FileKind, one: readonly string[], other: readonly string[]): boolean {
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
function contentsOf(things: readonly Thing[]): Map<string, Set<string>> {
  const contents = new Map<string, Set<string>>();
  const add = (place: string, content: string) => {
    const known = contents.get(place);
    if (known) known.add(content);
    else contents.set(place, new Set([content]));
  };
  for (const thing of things) {
    for (const [field, value] of Object.entries(thing.fields)) {
      const text = typeof value === 'string' ? value : '';
      if (text.length >= shortest) add(placeText(thing), `${field} ${text}`);
    }
    for (const place of pathTo(thing).slice(0, -1))
      add(placeText(place), `${thing.kind} ${thing.key.at(-1)}`);
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
