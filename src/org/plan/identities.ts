import type { ResourceKind } from '../../model/resources.ts';
import { quoted } from '../../text/quoted.ts';
import { type Complain, circlesOf, type KeyName, keyName, keyOfTitle } from '../file/names.ts';
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

/**
 * Keys of one list, two or more, each of which has the one before it as an earlier name, and the first one the last; paths
 * of keys for collections.
 */
export interface Swap {
  readonly kind: ResourceKind;
  /** The key of the site that holds the list; absent for things at the top of a section of the file. */
  readonly in?: string;
  readonly keys: readonly string[];
}

/** Which things of the service the keys of a file mean. */
export interface Identities {
  /** Returns the key of a thing: the one of the file, else its title, with the id if the title repeats. */
  keyOf(id: string): string;
  /** Returns the id of the thing that a declared key means; `undefined` if the thing is to be made. */
  idOf(key: string): string | undefined;
  /** Returns the things that a reference means, which is a key, a title or an id: none, one or several. */
  find(text: string): readonly Reference[];
  /** The keys that swap their names, and are all there: the file alone cannot tell whether they are swapped already. */
  readonly swaps: readonly Swap['keys'][];
}

export interface IdentityOptions {
  /** The word for one in messages: `team`. */
  readonly word: string;
  readonly complain: Complain;
  /** The word for what a key is in the service. @default title */
  readonly keyWord?: string;
  /** Parses a key. @default as a title that may have an id behind it */
  readonly parse?: (key: string) => KeyName;
  /** Whether the things of these keys are still to be swapped. */
  readonly isStillToSwap?: (keys: Swap['keys']) => boolean;
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
    keyWord = 'title',
    parse = keyName,
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

  const several = (found: readonly string[]) => `${found.length} ${word}s: ${found.join(', ')}`;

  /** Returns the ids for a key: none, one or several. */
  const meant = (key: string): readonly string[] => {
    const { title, id } = parse(key);
    if (id === undefined) return byTitle.get(title) ?? [];
    return byId.has(id) ? [id] : [];
  };

  /** Returns the ids for a name that is no key: it may be an id, or a title that looks like one with an id. */
  const named = (name: string) => {
    const found = new Set([...(byId.has(name) ? [name] : []), ...meant(name)]);
    return found.size > 0 ? [...found] : (byTitle.get(name) ?? []);
  };

  const meantBefore = ofEarlier ?? named;

  const circles = circlesOf(declared.map(({ key, previously }) => [key, previously?.map(keyCalled)]));
  const swaps = new Set(
    [...circles.values()].filter((circle) => circle.every((key) => meant(key).length > 0)),
  );

  for (const one of declared) {
    const { key, previously = [], path } = one;
    const { id } = parse(key);
    const found = meant(key);
    const circle = circles.get(key) ?? [];
    const isSwapped = swaps.has(circle);
    const partner = isSwapped ? circle.at(circle.indexOf(key) - 1) : undefined;
    const own = partner !== undefined && isStillToSwap(circle) ? meant(partner) : found;
    const isPartner = (name: string) => isSwapped && keyCalled(name) === partner;
    // Once the rename is done, an id in an earlier name means the thing of today.
    const othersAt = (name: string) => meantBefore(name).filter((id) => !own.includes(id));
    const earlier = previously.filter((name) => !isPartner(name) && othersAt(name).length > 0);
    const chosen = own.length > 0 ? own : [...new Set(earlier.flatMap(meantBefore))];
    const [only] = chosen;
    const other = only === undefined ? undefined : claimed.get(only);
    if (own.length > 0 && earlier.length > 0)
      complain(
        path,
        `${quoted(earlier[0] as string)}, an earlier name, is there as well: ${othersAt(earlier[0] as string).join(', ')}; an earlier name renames, and does not merge`,
      );
    else if (own.length > 1) complain(path, `means ${several(own)}; write the id behind the ${keyWord}`);
    else if (chosen.length > 1)
      complain(
        path,
        `its earlier names mean ${several(chosen)}; keep one of these names, or write its id behind the ${keyWord} instead`,
      );
    else if (other !== undefined) complain(path, `means ${only}, which ${quoted(other)} means, too`);
    else if (only !== undefined) {
      ids.set(key, only);
      claimed.set(only, key);
    } else if (id !== undefined)
      complain(
        path,
        `no ${word} has the id ${quoted(id)}; if all of it is the ${keyWord}, write ${quoted(keyOfTitle(key))}`,
      );
    else complainOfGone(one);
  }

  /** An id in an earlier name says that the thing is there: without it, a new one would be made in silence. */
  function complainOfGone({ previously = [], path }: DeclaredKey): void {
    for (const [at, name] of previously.entries()) {
      const { id } = keyName(name);
      if (id !== undefined && !byId.has(id))
        complain(
          [...path, 'previously', at],
          `no ${word} has the id ${quoted(id)}; leave this earlier name out to make a new ${word}`,
        );
    }
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
      return named(text).map((id) => ({ key: keyOf(id), id }));
    },
    swaps: [...swaps],
  };
}
