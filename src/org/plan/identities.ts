import type { ResourceKind } from '../../model/resources.ts';
import { quoted } from '../../text/quoted.ts';
import { type Complain, keyName } from '../file/names.ts';
import type { Path } from '../file/parts.ts';
import { keysOf } from '../names.ts';

/** A thing of the service with a title. */
export interface Titled {
  readonly id: string;
  readonly title?: string | null | undefined;
}

/** A thing that a file declares under a key. */
export interface DeclaredKey {
  readonly key: string;
  readonly previously?: readonly string[] | undefined;
  readonly path: Path;
}

/** A thing that a file refers to. */
export interface Reference {
  /** Its key in this plan. */
  readonly key: string;
  /** Absent for a thing to be made. */
  readonly id?: string;
}

/** Two keys of one list that name each other as earlier names; paths of keys for collections. */
export interface Swap {
  readonly kind: ResourceKind;
  /** The key of the site that holds the list; absent for things at the top of a section of the file. */
  readonly in?: string;
  readonly keys: readonly [string, string];
}

/** Which things of the service the keys of a file mean. */
export interface Identities {
  /** Returns the key of a thing: the one of the file, else its title, with the id if the title repeats. */
  keyOf(id: string): string;
  /** Returns the id of the thing that a declared key means; `undefined` if the thing is to be made. */
  idOf(key: string): string | undefined;
  /** Returns the things that a reference means, which is a key, a title or an id: none, one or several. */
  find(text: string): readonly Reference[];
  /** The pairs of keys that name each other as earlier names, and are both there: the file alone cannot tell whether they are swapped already. */
  readonly swaps: readonly (readonly [string, string])[];
}

export interface IdentityOptions {
  /** The word for one in messages: `team`. */
  readonly word: string;
  readonly complain: Complain;
  /** Whether the things of this pair of keys are still to be swapped. */
  readonly isStillToSwap?: (one: string, other: string) => boolean;
  /** Returns the ids of the things that an earlier name means. @default the things with this title or id */
  readonly earlier?: (name: string) => readonly string[];
  /** Returns the key of this list that an earlier name is, if it is one. @default the name */
  readonly keyCalled?: (name: string) => string | undefined;
}

/**
 * Finds the things that the keys of one list mean: by id, by title, or by an earlier title. Complains about a key that
 * means several things, about an id that nothing has, and if a thing of an earlier name is there beside the one of today.
 */
export function identify(
  present: readonly Titled[],
  declared: readonly DeclaredKey[],
  {
    word,
    complain,
    isStillToSwap = () => false,
    earlier: ofEarlier,
    keyCalled = (name) => name,
  }: IdentityOptions,
): Identities {
  const byId = new Map(present.map((one) => [one.id, one]));
  const byTitle = new Map<string, string[]>();
  for (const { id, title } of present) byTitle.set(title ?? '', [...(byTitle.get(title ?? '') ?? []), id]);
  const keys = new Map(declared.map((one) => [one.key, one]));
  const ids = new Map<string, string>();
  const claimed = new Map<string, string>();
  const swaps: [string, string][] = [];

  const several = (found: readonly string[]) => `${found.length} ${word}s: ${found.join(', ')}`;

  /** Returns the ids for a key: none, one or several. */
  const meant = (key: string): readonly string[] => {
    const { title, id } = keyName(key);
    if (id !== undefined && byId.has(id)) return [id];
    return byTitle.get(id === undefined ? title : key) ?? [];
  };

  const meantBefore = ofEarlier ?? meant;

  const keysCalled = ({ previously = [] }: Pick<DeclaredKey, 'previously'> = {}) => previously.map(keyCalled);

  const swapPartner = (one: DeclaredKey) =>
    keysCalled(one).find(
      (other) =>
        other !== undefined && keysCalled(keys.get(other)).includes(one.key) && meant(other).length > 0,
    );

  for (const one of declared) {
    const { key, previously = [], path } = one;
    const { id } = keyName(key);
    const found = meant(key);
    const partner = found.length > 0 ? swapPartner(one) : undefined;
    if (partner !== undefined && key < partner) swaps.push([key, partner]);
    const isPending = partner !== undefined && isStillToSwap(...([key, partner].sort() as [string, string]));
    const own = isPending ? meant(partner as string) : found;
    const isPartner = (name: string) => partner !== undefined && keyCalled(name) === partner;
    const earlier = previously.filter((name) => !isPartner(name) && meantBefore(name).length > 0);
    const chosen = own.length > 0 ? own : [...new Set(earlier.flatMap(meantBefore))];
    const [only] = chosen;
    const other = only === undefined ? undefined : claimed.get(only);
    if (own.length > 0 && earlier.length > 0)
      complain(
        path,
        `${quoted(earlier[0] as string)}, an earlier name, is there as well: ${meantBefore(earlier[0] as string).join(', ')}; an earlier name renames, and does not merge`,
      );
    else if (own.length > 1) complain(path, `means ${several(own)}; write the id behind the title`);
    else if (chosen.length > 1)
      complain(
        path,
        `its earlier names mean ${several(chosen)}; keep one of these names, or write its id behind the title instead`,
      );
    else if (other !== undefined) complain(path, `means ${only}, which ${quoted(other)} means, too`);
    else if (only !== undefined) {
      ids.set(key, only);
      claimed.set(only, key);
    } else if (id !== undefined && !byTitle.has(key)) complain(path, `no ${word} has the id ${quoted(id)}`);
  }

  const titles = keysOf(present);
  const keyOf = (id: string) => claimed.get(id) ?? titles.get(id) ?? id;
  return {
    keyOf,
    idOf: (key) => ids.get(key),
    find(text) {
      const own = ids.get(text);
      if (own !== undefined) return [{ key: text, id: own }];
      if (keys.has(text)) return [{ key: text }];
      return (byId.has(text) ? [text] : meant(text)).map((id) => ({ key: keyOf(id), id }));
    },
    swaps,
  };
}
