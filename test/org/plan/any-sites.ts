import * as fc from 'fast-check';

/** The spaces that generated sites publish. */
export const spaceIds = ['space_0', 'space_1', 'space_2', 'space_3', 'space_4', 'space_5'];

export interface AnySpace {
  space: string;
  path: string;
  condition: string;
  default?: true;
}

export interface AnySection {
  title: string;
  path: string;
  previously?: string[];
  group?: string;
  icon: string;
  description: string;
  condition: string;
  default?: true;
  spaces: AnySpace[];
}

export interface AnySite {
  visibility: string;
  basename: string;
  proxy: string;
  'adaptive-content': boolean;
  'adaptive-schema'?: object;
  'section-groups': { title: string; icon: string }[];
  sections?: AnySection[];
  spaces?: AnySpace[];
}

export type AnySites = Record<string, AnySite>;

const text = fc.constantFrom('', 'one', 'two');
const long = 'A title that is longer than the service allows for a section that is made now';

/** Marks one of the things as the default. */
function withDefault<Thing extends object>(things: Thing[], seed: number): (Thing & { default?: true })[] {
  return things.map((thing, at) => (at === seed % things.length ? { ...thing, default: true } : thing));
}

/** Site spaces of these spaces, in any order. Some paths are those that the service makes of titles. */
function spacesOf(spaces: readonly string[]): fc.Arbitrary<AnySpace[]> {
  const paths = ['a', 'b', 'c', 'space-0', 'space-1', 'space-2'];
  return fc
    .tuple(
      fc.shuffledSubarray([...spaces], { minLength: spaces.length }),
      fc.shuffledSubarray(paths, { minLength: paths.length }),
      fc.array(text, { minLength: 6, maxLength: 6 }),
      fc.nat(5),
    )
    .map(([order, path, condition, seed]) =>
      withDefault(
        order.map((space, at) => ({ space, path: path[at] as string, condition: condition[at] as string })),
        seed,
      ),
    );
}

const anySite: fc.Arbitrary<Omit<AnySite, 'basename'>> = fc
  .record({
    spaces: fc.shuffledSubarray(spaceIds),
    cuts: fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }),
    isFlat: fc.boolean(),
    paths: fc.shuffledSubarray(['pp', 'qq', 'rr', 'tt'], { minLength: 4 }),
    titles: fc.array(fc.constantFrom('PP', 'tt', 'QQ', 'Rr', long), { minLength: 4, maxLength: 4 }),
    groups: fc.shuffledSubarray(['One', 'Two', 'Three']),
    groupAt: fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }),
    texts: fc.array(text, { minLength: 12, maxLength: 12 }),
    seed: fc.nat(5),
    head: fc.record({
      visibility: fc.constantFrom('public', 'unlisted'),
      proxy: fc.constantFrom('', 'https://proxy.example/docs'),
      'adaptive-content': fc.boolean(),
    }),
  })
  .chain(
    ({
      spaces,
      cuts,
      isFlat,
      paths,
      titles,
      groups,
      groupAt,
      texts,
      seed,
      head,
    }): fc.Arbitrary<Omit<AnySite, 'basename'>> => {
      const site = {
        ...head,
        'section-groups': groups.map((title, at) => ({ title, icon: texts[at] as string })),
      };
      if (isFlat) return spacesOf(spaces).map((list) => ({ ...site, spaces: list }));
      const parts = [0, 1, 2, 3].map((part) => spaces.filter((_, at) => cuts[at] === part));
      const filled = parts.flatMap((part, at) => (part.length > 0 ? [{ part, at }] : []));
      return fc.tuple(...filled.map(({ part }) => spacesOf(part))).map((lists) => {
        const sections = filled.map(({ at }, place) => {
          const group = groups[groupAt[at] as number];
          return {
            title: titles[at] as string,
            path: paths[at] as string,
            ...(group !== undefined && { group }),
            icon: texts[at] as string,
            description: texts[at + 4] as string,
            condition: texts[at + 8] as string,
            spaces: lists[place] as AnySpace[],
          };
        });
        return sections.length === 0
          ? { ...site, spaces: [] }
          : { ...site, sections: withDefault(sections, seed) };
      });
    },
  );

/** Up to three sites, whose basenames are partly those that the service makes of the titles of others. */
export const anySites: fc.Arbitrary<AnySites> = fc
  .tuple(
    fc.shuffledSubarray(['Aa', 'Bb', 'Cc']),
    fc.shuffledSubarray(['aa', 'bb', 'cc', 'x'], { minLength: 4 }),
    fc.tuple(anySite, anySite, anySite),
  )
  .map(([titles, basenames, sites]) =>
    Object.fromEntries(
      titles
        .map((title, at): [string, AnySite] => {
          const site = sites[at] as AnySite;
          return [title, { ...site, basename: basenames[at] as string, 'adaptive-schema': { title } }];
        })
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );

/** Says of some sections of `after` that they had the path of a section of `before`, which is gone; or swaps two. */
export function withRenames(before: AnySites, after: AnySites, seed: number): AnySites {
  return Object.fromEntries(
    Object.entries(after).map(([title, site]) => {
      const old = before[title]?.sections?.map(({ path }) => path) ?? [];
      const now = new Set(site.sections?.map(({ path }) => path));
      const gone = old.filter((path) => !now.has(path));
      const sections = site.sections?.map((section, at) => {
        const earlier = !old.includes(section.path) && (seed + at) % 2 ? gone.pop() : undefined;
        return earlier === undefined ? section : { ...section, previously: [earlier] };
      });
      return [title, sections ? { ...site, sections } : site];
    }),
  );
}
