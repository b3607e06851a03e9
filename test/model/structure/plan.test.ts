import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachOfValues } from '../../../src/domain/reach/reach.ts';
import { planStructure } from '../../../src/model/structure/plan.ts';
import {
  type Structure,
  type StructureIndex,
  type StructureThing,
  structureIndex,
  structureList,
} from '../../../src/model/structure/structure.ts';
import { type AnySection, type AnySites, anySites, spaceIds } from '../../org/plan/any-sites.ts';
import { withOrganization } from '../../support/organizations.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import {
  carryOutSteps,
  chooser,
  natural,
  organization,
  readStructure,
  wantedStructure,
} from './any-structure.ts';

/** How many structures are tried; more with `DOCS_ADMIN_TEST_RUNS`. */
const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 40);

/** Tells whether a site that is there gets its first section, or its first site space. */
function fillsEmpty(before: Structure, wanted: Structure): boolean {
  const [was, becomes] = [structureIndex(before), structureIndex(wanted)];
  return was.sites.some(
    ({ key }) =>
      (was.list('section', key).length === 0 && becomes.list('section', key).length > 0) ||
      (was.siteSpaces(key, null).length === 0 && becomes.siteSpaces(key, null).length > 0),
  );
}

/** Returns the keys of the things that are no longer wanted. */
function withoutWanted(before: Structure, wanted: Structure): ReadonlySet<string> {
  const then = structureIndex(wanted);
  return new Set(before.flatMap(({ key }) => (then.get(key) ? [] : [key])));
}

const behaviours = [
  { name: 'as the sandbox usually does', onlyStated: false },
  { name: 'where only what is stated happens', onlyStated: true },
];

test.each(behaviours)(
  'any structure becomes any other one, in any order: $name',
  { timeout: 600_000 },
  async ({ onlyStated }) => {
    await fc.assert(
      fc.asyncProperty(anySites, anySites, fc.nat(1000), async (first, second, seed) => {
        await withOrganization(organization, async (store) => {
          const client = sandboxClient({ ...store, onlyStated });
          const choose = chooser(seed);
          for (const sites of [first, second]) {
            const before = await readStructure(client);
            const wanted = wantedStructure(sites, before, choose);
            // There, a list that was empty has no default.
            if (onlyStated && fillsEmpty(before, wanted)) return;
            await carryOutSteps(client, planStructure(before, wanted, reachOfValues), choose);
            const ended = withoutWanted(before, wanted);
            // There, the spaces of a deleted section stay in the site.
            const isThere = ({ kind, key }: StructureThing) =>
              onlyStated && kind === 'site-space' && ended.has(key);
            const after = (await readStructure(client)).filter((one) => !isThere(one));
            const anywhere = new Set(wanted.filter(({ isAnywhere }) => isAnywhere).map(({ key }) => key));
            expect(natural(after, anywhere)).toEqual(natural(wanted));
            expect(planStructure(after, after)).toEqual([]);
          }
        });
      }),
      { numRuns },
    );
  },
);

/** One way to a space: who reads its site, and which conditions hide it there. */
interface Way {
  readonly space: string;
  readonly isListed: boolean;
  readonly conditions: readonly unknown[];
}

/** Returns the ways to the spaces of sites. `unset` are the things whose conditions do not count. */
function waysIn(structure: Structure, unset: (thing: StructureThing) => boolean = () => false): Way[] {
  const index = structureIndex(structure);
  return structure.flatMap((thing): Way[] => {
    const { kind, site, fields } = thing;
    const { visibility, adaptiveContent } = index.get(site)?.fields ?? {};
    if (kind !== 'site-space') return [];
    const around = fields.sectionId === null ? [] : [index.get(String(fields.sectionId)) as StructureThing];
    const { enabled } = adaptiveContent as { enabled: boolean };
    const hiding = enabled ? [thing, ...around].filter((one) => !unset(one)) : [];
    const conditions = hiding.flatMap((one) => one.fields.condition ?? []);
    return [{ space: `${site} ${fields.spaceId}`, isListed: visibility === 'public', conditions }];
  });
}

const isWithin = (one: Way, other: Way) =>
  one.space === other.space &&
  (other.isListed || !one.isListed) &&
  other.conditions.every((each) => one.conditions.includes(each));

/** One public site, whose sections and spaces often get other conditions. */
const oneSite: fc.Arbitrary<AnySites> = fc
  .record({
    places: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
    conditions: fc.array(fc.constantFrom('', 'one', 'two', 'three'), { minLength: 2, maxLength: 2 }),
    own: fc.array(fc.constantFrom('', '', '', 'one', 'four'), { minLength: 4, maxLength: 4 }),
    seed: fc.nat(3),
  })
  .map(({ places, conditions, own, seed }) => {
    const sections = ['pp', 'qq'].flatMap((path, at): AnySection[] => {
      const inside = [...places.keys()].filter((place) => places[place] === at);
      const spaces = inside.map((place, rank) => ({
        ...{ space: spaceIds[place] as string, path: `s${place}`, condition: own[place] as string },
        ...(rank === seed % inside.length && { default: true as const }),
      }));
      const texts = { title: path, path, icon: '', description: '' };
      return spaces.length === 0 ? [] : [{ ...texts, condition: conditions[at] as string, spaces }];
    });
    const site = { visibility: 'public', basename: 'aa', proxy: '', 'adaptive-content': true };
    return {
      Aa: { ...site, 'section-groups': [], ...(sections.length > 0 ? { sections } : { spaces: [] }) },
    };
  });

/** Returns the ways to spaces that get another condition after their section has got another one: there is no order without them. */
function mixedWays(old: StructureIndex, wanted: Structure): Way[] {
  const then = structureIndex(wanted);
  const conditionsOf = (key: unknown) =>
    [old, then].map((index) => index.get(String(key))?.fields.condition ?? null) as [unknown, unknown];
  return wanted.flatMap(({ kind, key, site, fields }): Way[] => {
    if (kind !== 'site-space' || listIn(old, key) !== listIn(then, key)) return [];
    const [[own, next], [was, becomes]] = [conditionsOf(key), conditionsOf(fields.sectionId)] as const;
    const isMixed = [own, next, was, becomes].every((one) => one !== null) && own !== next && was !== becomes;
    return isMixed
      ? [{ space: `${site} ${fields.spaceId}`, isListed: true, conditions: [own, becomes] }]
      : [];
  });
}

test.each([
  { name: 'any sites', sites: anySites, runs: numRuns / 2 },
  { name: 'a site with conditions', sites: oneSite, runs: numRuns * 2 },
])(
  'nothing is open in between that is not before or afterwards, but what the service makes open: $name',
  async ({ sites: any, runs }) => {
    await fc.assert(
      fc.asyncProperty(any, any, fc.nat(1000), async (first, second, seed) => {
        await withOrganization(organization, async (store) => {
          const client = sandboxClient(store);
          const choose = chooser(seed);
          await carryOutSteps(client, planStructure([], wantedStructure(first, [], choose)), () => 0);
          const before = await readStructure(client);
          const wanted = wantedStructure(second, before, choose);
          const then = structureIndex(wanted);
          const old = structureIndex(before);
          // The service makes a site space and a section without conditions.
          const isMade = ({ key }: StructureThing) => listIn(old, key) !== listIn(then, key);
          const allowed = [
            ...waysIn(before),
            ...waysIn(wanted),
            ...waysIn(wanted, isMade),
            ...mixedWays(old, wanted),
          ];
          const sites = new Set(before.map(({ site }) => site));
          await carryOutSteps(
            client,
            planStructure(before, wanted, reachOfValues),
            choose,
            undefined,
            async () => {
              const now = (await readStructure(client)).filter(({ site }) => sites.has(site));
              const beyond = waysIn(now).filter((way) => !allowed.some((one) => isWithin(way, one)));
              expect(beyond).toEqual([]);
            },
          );
        });
      }),
      { numRuns: runs },
    );
  },
  600_000,
);

function listIn(index: StructureIndex, key: unknown): string | undefined {
  const thing = index.get(String(key));
  return thing && structureList(thing);
}
