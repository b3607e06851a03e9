import { createLookup, type Lookup } from './lookup.ts';
import { parseName } from './names.ts';
import { unlessRefused } from './read/unknown.ts';
import type { Resource } from './resource.ts';
import { isKind, listedAs, resourceCalled, resourceOf } from './resources.ts';
import type { EntriesOptions, Refs, TitledThing } from './titled-things.ts';

/*
 * Things of one title are told apart by what they are in: `HR/Onboarding` is the space Onboarding in the collection HR, and
 * `/Onboarding` the one that is in nothing. A title may contain slashes itself, so a path is compared from its end.
 */

/** What reads the lists of what things are in. */
export interface PathSource extends Pick<EntriesOptions, 'param'> {
  readonly refs: Pick<Refs, 'entries' | 'called'>;
}

/** Returns the thing in which one is; `undefined` if there is none. */
type HolderOf = (thing: TitledThing) => TitledThing | undefined;

/** Returns whether things of a kind are in others, so that a path may name them. */
export function haveTitlePaths(resource: Resource): boolean {
  return resource.standsIn !== undefined || outerOf(resource) !== undefined;
}

/** Returns the things that a path of titles means: none, one or several. Throws the errors of the requests. */
export async function thingsAt(
  path: string,
  resource: Resource,
  things: readonly TitledThing[],
  source: PathSource,
): Promise<readonly TitledThing[]> {
  const named = things.filter(({ title }) => title !== '' && path.endsWith(`/${title}`));
  const holderOf = await holdersOf(resource, named, source);
  const rests = named.map((thing) => [thing, restOf(path, thing, holderOf)] as const);
  const found = rests.flatMap(([thing, rest]) => (rest === '' ? [thing] : []));
  const outer = outerOf(resource);
  if (found.length > 0 || outer === undefined) return found;
  const isAround = await surroundingCheck(outer, source);
  const inside: TitledThing[] = [];
  for (const [thing, rest] of rests) if (rest !== undefined && (await isAround(rest))) inside.push(thing);
  return inside;
}

/** Returns what of a path is left before a thing and all that it is in; `undefined` if it means another one. */
function restOf(path: string, thing: TitledThing, holderOf: HolderOf): string | undefined {
  const { title, within } = thing;
  if (path === title) return '';
  if (title === '' || !path.endsWith(`/${title}`)) return undefined;
  const rest = path.slice(0, -title.length - 1);
  if (within === undefined) return rest;
  const holder = holderOf(thing);
  return holder && rest !== '' ? restOf(rest, holder, holderOf) : undefined;
}

/** Returns the paths of things by titles: `HR/Onboarding`. A thing that is in one that cannot be read has its title only. */
export async function titlePaths(
  resource: Resource,
  things: readonly TitledThing[],
  source: PathSource,
): Promise<readonly string[]> {
  return (await chainsOf(resource, things, source)).map((titles) => titles.join('/'));
}

/** Returns the paths of all things of a kind by their ids; none if they cannot be read. */
export async function allTitlePaths(
  resource: Resource,
  source: PathSource,
): Promise<ReadonlyMap<string, string>> {
  const all = (await unlessRefused(source.refs.entries(resource, source))) ?? [];
  const paths = await titlePaths(resource, all, source);
  return new Map(all.map(({ id }, place) => [id, paths[place] ?? '']));
}

/** Returns the titles of what each thing is in, from the outside, and its own. */
async function chainsOf(
  resource: Resource,
  things: readonly TitledThing[],
  source: PathSource,
): Promise<readonly (readonly string[])[]> {
  const holderOf = await unlessRefused(holdersOf(resource, things, source));
  const chainOf = (thing: TitledThing, depth = 0): string[] => {
    const holder = depth < deepest ? holderOf?.(thing) : undefined;
    return [...(holder ? chainOf(holder, depth + 1) : []), thing.title];
  };
  return things.map((thing) => chainOf(thing));
}

/**
 * Returns, for each of several things, the shortest path that means it alone; `undefined` for one that no path tells from another,
 * or if what they are in cannot be read.
 */
export async function tellingNames(
  resource: Resource,
  things: readonly TitledThing[],
  source: PathSource,
): Promise<readonly (string | undefined)[]> {
  const chains = await chainsOf(resource, things, source);
  return Promise.all(
    chains.map(async (titles, place) => {
      const paths = titles.map((_, at) => titles.slice(at).join('/')).reverse();
      for (const path of [...paths.slice(1), `/${titles.join('/')}`]) {
        const found = await unlessRefused(
          source.refs.called(resource, { text: path, isEmail: false }, source),
        );
        if (found?.length === 1 && found[0]?.id === things[place]?.id) return path;
      }
      return undefined;
    }),
  );
}

/** A service that is broken may have collections in each other. */
const deepest = 40;

/** Reads the lists of what things are in, and of what these are in, if any of them does. */
async function holdersOf(
  resource: Resource,
  things: readonly TitledThing[],
  { refs, param }: PathSource,
): Promise<HolderOf> {
  const holders = new Map<string, Lookup<TitledThing>>();
  const kindAround = new Map<TitledThing, string>();
  let [one, inside] = [await listedAs(resource), things];
  while (one.standsIn) {
    const { kind } = one.standsIn;
    const standing = inside.filter(({ within }) => within !== undefined);
    for (const thing of standing) kindAround.set(thing, kind);
    if (standing.length === 0 || holders.has(kind)) break;
    one = await resourceCalled(kind);
    inside = await refs.entries(one, { param });
    holders.set(kind, createLookup(inside));
  }
  return (thing) => holders.get(kindAround.get(thing) ?? '')?.withId(thing.within ?? '');
}

/** Returns the path parameter of what a list is in: the site of its sections. */
function outerOf({ parents }: Resource) {
  const outer = parents.findLast((one) => one !== 'org');
  return outer !== undefined && isKind(outer) ? outer : undefined;
}

/** Makes a function that tells whether a name means what the list is in. */
async function surroundingCheck(outer: NonNullable<ReturnType<typeof outerOf>>, { refs, param }: PathSource) {
  const resource = await resourceOf(outer);
  const idsOf = async (text: string) =>
    (await refs.called(resource, { text, isEmail: false }, { param })).map(({ id }) => id);
  const given = param(outer);
  const name = parseName(resource, given);
  const [own = given] = name ? await idsOf(name.text) : [];
  return async (text: string) => (await idsOf(text)).includes(own);
}
