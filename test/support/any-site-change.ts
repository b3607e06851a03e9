import * as fc from 'fast-check';
import { demoSpaces } from './any-organization-file.ts';

/** A space in a site of an organization file. */
export interface SpaceEntry {
  readonly space: string;
  path?: string;
  default?: true;
}

interface SectionEntry {
  readonly title: string;
  path: string;
  previously?: string[];
  group?: string;
  default?: true;
  spaces: SpaceEntry[];
}

/** A site of an organization file. */
export interface SiteEntry {
  previously?: string[];
  basename: string;
  visibility: string;
  'section-groups'?: { title: string }[];
  sections?: SectionEntry[];
  spaces?: SpaceEntry[];
}

export type Sites = Record<string, SiteEntry>;

/** Two states of the sites of the demo organization: the second one is the first one after some changes. */
export interface SiteChange {
  readonly before: Sites;
  readonly after: Sites;
  /** What was done, for people. */
  readonly done: readonly string[];
  /** The titles of sites that have a host of their own. */
  readonly ownHosts: readonly string[];
}

const titles = ['Docs', 'Partners', 'サイト'];
const visibilities = ['public', 'unlisted', 'visitor-auth', 'share-link'];

const spaces = (own: readonly string[], paths: readonly string[], first: number): SpaceEntry[] =>
  own.map((space, at) => ({
    space,
    path: paths[at] ?? space,
    ...(at === first % own.length && { default: true as const }),
  }));

/** The same few paths everywhere, so that they meet where something moves. */
const paths = fc.shuffledSubarray(['start', 'more', 'v1', 'v2', '手引き', 'all'], { minLength: 6 });

const site: fc.Arbitrary<SiteEntry> = fc
  .record({
    visibility: fc.constantFrom('public', 'public', ...visibilities),
    own: fc.shuffledSubarray(demoSpaces, { minLength: 2, maxLength: 6 }),
    parts: fc.shuffledSubarray(['guides', 'api', 'news']),
    paths: fc.array(paths, { minLength: 4, maxLength: 4 }),
    first: fc.nat(5),
  })
  .map(({ visibility, own, parts, paths: lists, first }) => {
    const used = parts.slice(0, own.length);
    if (used.length === 0)
      return { basename: '', visibility, spaces: spaces(own, lists[0] as string[], first) };
    return {
      basename: '',
      visibility,
      'section-groups': [{ title: 'Group' }],
      sections: used.map((path, at) => ({
        title: `About ${path}`,
        path,
        ...(at % 2 === 1 && { group: 'Group' }),
        ...(at === first % used.length && { default: true as const }),
        spaces: spaces(
          own.filter((_, place) => place % used.length === at),
          lists[at] as string[],
          first,
        ),
      })),
    };
  });

type Act = (sites: Sites, one: number, other: number) => string | undefined;

const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length];
const isTaken = (list: readonly { path?: string }[], path: string | undefined) =>
  list.some((one) => one.path === path);
const listsOf = ({ sections, spaces: root }: SiteEntry): SpaceEntry[][] =>
  sections ? sections.map((section) => section.spaces) : root ? [root] : [];

function swapPaths(one: { path?: string }, other: { path?: string }): void {
  const { path = '' } = one;
  one.path = other.path ?? '';
  other.path = path;
}

const made = 'Made';

/** Tells whether a section is one of before, with its path. */
const isOld = ({ title, previously }: SectionEntry) => title !== made && !previously;

/** Each changes the sites, and says what it did; nothing if it cannot. */
const acts: Readonly<Record<string, Act>> = {
  'another basename'(sites, one, other) {
    const found = pick(Object.values(sites), one);
    if (!found) return undefined;
    found.basename = `new-${other % 50}`;
    return found.basename;
  },
  'swapped basenames'(sites, one, other) {
    const [a, b] = [pick(Object.values(sites), one), pick(Object.values(sites), other)];
    if (!a || !b || a === b) return undefined;
    [a.basename, b.basename] = [b.basename, a.basename];
    return `${a.basename} ${b.basename}`;
  },
  'another visibility'(sites, one, other) {
    const found = pick(Object.values(sites), one);
    if (!found) return undefined;
    found.visibility = pick(visibilities, other) as string;
    return found.visibility;
  },
  'a site goes'(sites, one) {
    const [title] = pick(Object.entries(sites), one) ?? [];
    if (title === undefined || Object.keys(sites).length < 2) return undefined;
    delete sites[title];
    return title;
  },
  'a site is called otherwise'(sites, one, other) {
    const [title, found] = pick(Object.entries(sites), one) ?? [];
    if (title === undefined || !found || found.previously) return undefined;
    delete sites[title];
    // Without the earlier name, it is another site.
    sites[`New ${title}`] = { ...found, ...(other % 2 === 0 && { previously: [title] }) };
    return `${title} ${other % 2 === 0 ? 'kept' : 'made again'}`;
  },
  'what is in a site is not named'(sites, one) {
    const [title, found] = pick(Object.entries(sites), one) ?? [];
    if (!found || title?.startsWith('New ')) return undefined;
    for (const key of ['section-groups', 'sections', 'spaces'] as const) delete found[key];
    return title;
  },
  'another path of a section'(sites, one, other) {
    const sections = pick(Object.values(sites), one)?.sections ?? [];
    const found = pick(sections, other);
    const path = `section-${other % 20}`;
    if (!found || !isOld(found) || isTaken(sections, path)) return undefined;
    found.previously = [found.path];
    found.path = path;
    return path;
  },
  'swapped paths of sections'(sites, one, other) {
    const sections = pick(Object.values(sites), one)?.sections ?? [];
    const [a, b] = [pick(sections, other), pick(sections, other + 1)];
    if (!a || !b || a === b || !isOld(a) || !isOld(b)) return undefined;
    [a.previously, b.previously] = [[a.path], [b.path]];
    swapPaths(a, b);
    return `${a.path} ${b.path}`;
  },
  'a section goes'(sites, one, other) {
    const found = pick(Object.values(sites), one);
    const gone = found?.sections && pick(found.sections, other);
    if (!found?.sections || !gone || found.sections.length < 2 || !isOld(gone)) return undefined;
    found.sections.splice(found.sections.indexOf(gone), 1);
    return gone.path;
  },
  'a section is made'(sites, one, other) {
    const found = pick(Object.values(sites), one);
    const used = new Set(
      found &&
        listsOf(found)
          .flat()
          .map(({ space }) => space),
    );
    const space = pick(
      demoSpaces.filter((name) => !used.has(name)),
      other,
    );
    const path = pick(['guides', 'api', 'news', 'extra'], other) as string;
    if (!found?.sections || space === undefined || isTaken(found.sections, path)) return undefined;
    if (found.sections.some(({ previously }) => previously?.includes(path))) return undefined;
    found.sections.push({ title: made, path, spaces: [{ space, path: 'start', default: true }] });
    return `${path} of ${space}`;
  },
  'sections become spaces, and spaces a section'(sites, one, other) {
    const found = pick(Object.values(sites), one);
    if (!found || (!found.sections && !found.spaces)) return undefined;
    const all = listsOf(found).flat();
    delete found['section-groups'];
    if (found.sections) {
      delete found.sections;
      found.spaces = all.map(({ space }, at) => ({ space, ...(other % 2 === 0 && { path: `at-${at}` }) }));
      return 'spaces';
    }
    delete found.spaces;
    found.sections = [{ title: 'Everything', path: 'everything', spaces: all }];
    return 'section';
  },
  'a space moves'(sites, one, other) {
    const lists = listsOf(pick(Object.values(sites), one) ?? { basename: '', visibility: '' });
    const [from, to] = [pick(lists, other), pick(lists, other + 1)];
    if (!from || !to || from === to || from.length < 2) return undefined;
    const [moved] = from.splice(other % from.length, 1) as [SpaceEntry];
    delete moved.default;
    if (other % 3 === 0 || isTaken(to, moved.path)) delete moved.path;
    to.push(moved);
    return `${moved.space} ${moved.path ?? 'with a path of the service'}`;
  },
  'a space goes'(sites, one, other) {
    const list = pick(listsOf(pick(Object.values(sites), one) ?? { basename: '', visibility: '' }), other);
    if (!list || list.length < 2) return undefined;
    return list.splice(other % list.length, 1)[0]?.space;
  },
  'another space at the same path'(sites, one, other) {
    const found = pick(Object.values(sites), one);
    if (!found) return undefined;
    const used = new Set(
      listsOf(found)
        .flat()
        .map(({ space }) => space),
    );
    const space = demoSpaces.find((name) => !used.has(name));
    const list = pick(listsOf(found), other);
    const old = list && pick(list, other);
    if (!list || !old || space === undefined) return undefined;
    list[list.indexOf(old)] = { ...old, space };
    return `${space} for ${old.space}`;
  },
  'swapped paths of spaces'(sites, one, other) {
    const list = pick(listsOf(pick(Object.values(sites), one) ?? { basename: '', visibility: '' }), other);
    const [a, b] = list ? [pick(list, other), pick(list, other + 1)] : [];
    if (!a?.path || !b?.path || a === b) return undefined;
    swapPaths(a, b);
    return `${a.space} ${b.space}`;
  },
  'another default space'(sites, one, other) {
    const list = pick(listsOf(pick(Object.values(sites), one) ?? { basename: '', visibility: '' }), other);
    const found = list && pick(list, other);
    if (!found) return undefined;
    for (const each of list) delete each.default;
    found.default = true;
    return found.space;
  },
  'another default section'(sites, one, other) {
    const sections = pick(Object.values(sites), one)?.sections ?? [];
    const found = pick(sections, other);
    if (!found) return undefined;
    for (const each of sections) delete each.default;
    found.default = true;
    return found.path;
  },
};

/** Any change of sites: of their addresses, their structure, and what is in them. */
export const anySiteChange: fc.Arbitrary<SiteChange> = fc
  .record({
    all: fc.array(site, { minLength: 1, maxLength: 3 }),
    chosen: fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(1000), fc.nat(1000)), {
      minLength: 1,
      maxLength: 7,
    }),
    ownHosts: fc.subarray(titles),
  })
  .map(({ all, chosen, ownHosts }) => {
    const before = Object.fromEntries(
      all.map((one, at) => [titles[at], { ...one, basename: ['a', 'b', 'c'][at] }] as [string, SiteEntry]),
    );
    const after = structuredClone(before);
    const done = chosen.flatMap(([name, one, other]) => {
      const what = acts[name]?.(after, one, other);
      return what === undefined ? [] : [`${name}: ${what}`];
    });
    return { before, after, done, ownHosts };
  });
