import { groupBy } from '../../text/group-by.ts';
import { quoted } from '../../text/words.ts';
import { circlesOf, exchangeText } from '../earlier-names.ts';
import { type KeyName, keyName, keyOfTitle } from '../key-names.ts';
import { keysOf } from '../names.ts';
import type { Complain, Path } from '../organization.ts';
import type { NamedReference, Swap, Titled } from '../sections/names.ts';

/** A thing that a file declares under a key. */
export interface DeclaredKey {
  readonly key: string;
  readonly previously?: readonly string[] | undefined;
  readonly path: Path;
}

/** Which things of the service the keys of a file mean. */
export interface FileIdentities {
  /** Returns the key of a thing: the one of the file, else its title, with the id if the title repeats. */
  keyOf(id: string): string;
  /** Returns the id of the thing that a declared key means; `undefined` if the thing is to be made. */
  idOf(key: string): string | undefined;
  /** Returns the things that a reference means, which is a key, a title or an id: none, one or several. */
  find(text: string): readonly NamedReference[];
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
  /** Whether the things of these paths are still to be swapped. Absent for titles, which may not be. */
  readonly isStillToSwap?: (keys: Swap['keys']) => boolean;
  /** Whether an id that nothing has is right: the thing is to be made. @default false */
  readonly mayLack?: boolean | undefined;
  /** Returns the ids of the things that an earlier name means. @default the things with this title or id */
  readonly earlier?: (name: string) => readonly string[];
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
    isStillToSwap,
    mayLack = false,
    earlier: ofEarlier,
  }: IdentityOptions,
): FileIdentities {
  const { byId, meant, named } = meanings(present, parse);
  const meantBefore = ofEarlier ?? named;
  const keys = new Map(declared.map((one) => [one.key, one]));
  const ids = new Map<string, string>();
  const claimed = new Map<string, string>();
  const circles = isStillToSwap
    ? circlesOf(declared.map(({ key, previously }) => [key, previously]))
    : new Map<string, readonly string[]>();
  const swaps = new Set(
    [...circles.values()].filter((circle) => circle.every((key) => meant(key).length > 0)),
  );

  /** Returns the ids for a key itself, and the ids for each of its earlier names that means another thing. */
  function candidates({ key, previously = [] }: DeclaredKey) {
    const circle = circles.get(key) ?? [];
    const partner = swaps.has(circle) ? circle.at(circle.indexOf(key) - 1) : undefined;
    const own = meant(partner !== undefined && isStillToSwap?.(circle) ? partner : key);
    const earlier = previously.flatMap((name) => {
      if (name === partner) return [];
      const all = meantBefore(name);
      // Once the rename is done, an id in an earlier name means the thing of today.
      const others = all.filter((id) => !own.includes(id));
      return others.length > 0 ? [{ name, all, others }] : [];
    });
    return { own, earlier };
  }

  function claim(one: DeclaredKey): void {
    const { key, path } = one;
    const { own, earlier } = candidates(one);
    const chosen = own.length > 0 ? own : [...new Set(earlier.flatMap(({ all }) => all))];
    const [only] = chosen;
    const [rival] = own.length > 0 ? earlier : [];
    const other = only === undefined ? undefined : claimed.get(only);
    const several = `${chosen.length} ${word}s: ${chosen.join(', ')}`;
    if (rival)
      complain(
        path,
        `${quoted(rival.name)}, an earlier name, is there as well: ${rival.others.join(', ')}; an earlier name renames, and does not merge`,
      );
    else if (own.length > 1) complain(path, `means ${several}; write the id behind the ${keyWord}`);
    else if (chosen.length > 1)
      complain(
        path,
        `its earlier names mean ${several}; keep one of these names, or write its id behind the ${keyWord} instead`,
      );
    else if (other !== undefined) complain(path, `means ${only}, which ${quoted(other)} means, too`);
    else if (only === undefined) {
      if (!mayLack) complainOfMissing(one);
    } else {
      ids.set(key, only);
      claimed.set(only, key);
    }
  }

  /** Complains about ids that nothing has. Without an id, the thing is to be made. */
  function complainOfMissing({ key, previously = [], path }: DeclaredKey): void {
    const { id } = parse(key);
    if (id !== undefined) {
      complain(
        path,
        `no ${word} has the id ${quoted(id)}; if all of it is the ${keyWord}, write ${quoted(keyOfTitle(key))}`,
      );
      return;
    }
    // An id in an earlier name says that the thing is there: without it, a new one would be made in silence.
    for (const [at, name] of previously.entries()) {
      const { id } = keyName(name);
      if (id !== undefined && !byId.has(id))
        complain(
          [...path, 'previously', at],
          `no ${word} has the id ${quoted(id)}; leave this earlier name out to make a new ${word}`,
        );
    }
  }

  /** Complains about things each of which gets the title that another one has: with or without ids. */
  function refuseExchanges(): void {
    const paths = new Map(declared.map(({ key, path }) => [parse(key).title, path]));
    const renames = declared.flatMap((one) => {
      const { own, earlier } = candidates(one);
      const { title, id } = parse(one.key);
      const meant = id === undefined ? (earlier[0]?.others ?? own) : own;
      const before = byId.get(meant[0] ?? '')?.title;
      return before && before !== title ? [[title, [before]] as const] : [];
    });
    for (const circle of new Set(circlesOf(renames).values()))
      complain(paths.get(circle[0] as string) as Path, exchangeText(circle));
  }

  /** Complains about an earlier name whose id is that of a thing with another title: it would rename that one. */
  function refuseOtherIds({ key, previously = [], path }: DeclaredKey): void {
    for (const [at, name] of previously.entries()) {
      const { title, id } = keyName(name);
      const there = id === undefined ? undefined : byId.get(id)?.title;
      // Once the rename is done, the thing has the title of today. A collection may be behind a path.
      const isRight = title === '' || `/${title}`.endsWith(`/${there}`) || there === parse(key).title;
      if (!there || isRight) continue;
      complain(
        [...path, 'previously', at],
        `${id} has the ${keyWord} ${quoted(there)}, not ${quoted(title)}: write the right id, or the right ${keyWord}`,
      );
    }
  }

  if (!isStillToSwap) refuseExchanges();
  for (const one of declared) {
    refuseOtherIds(one);
    claim(one);
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

/** Finds things by texts: by an id, a title, or a key. */
function meanings(present: readonly Titled[], parse: (key: string) => KeyName) {
  const byId = new Map(present.map((one) => [one.id, one]));
  const byTitle = groupBy(present, ({ title }) => title ?? '');
  const titled = (title: string) => byTitle.get(title)?.map(({ id }) => id) ?? [];

  /** Returns the ids for a key: none, one or several. */
  function meant(key: string): readonly string[] {
    const { title, id } = parse(key);
    if (id === undefined) return titled(title);
    return byId.has(id) ? [id] : [];
  }

  /** Returns the ids for a name that is no key: it may be an id, or a title that looks like one with an id. */
  function named(name: string): readonly string[] {
    const found = new Set([...(byId.has(name) ? [name] : []), ...meant(name)]);
    return found.size > 0 ? [...found] : titled(name);
  }

  return { byId, meant, named };
}
