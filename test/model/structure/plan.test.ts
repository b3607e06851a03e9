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
import { anySites } from '../../org/plan/any-sites.ts';
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

/** Returns the spaces that everyone can read, by their sites. */
function readable(structure: Structure): Set<string> {
  const index = structureIndex(structure);
  const isOpen = (key: unknown) => index.get(String(key))?.fields.condition == null;
  return new Set(
    structure.flatMap(({ kind, key, site, fields }) => {
      if (kind !== 'site-space' || index.get(site)?.fields.visibility !== 'public') return [];
      const isRead = isOpen(key) && (fields.sectionId === null || isOpen(fields.sectionId));
      return isRead ? [`${site} ${fields.spaceId}`] : [];
    }),
  );
}

test('nothing is open in between that is not before or afterwards, but what the service makes open', async () => {
  await fc.assert(
    fc.asyncProperty(anySites, anySites, fc.nat(1000), async (first, second, seed) => {
      await withOrganization(organization, async (store) => {
        const client = sandboxClient(store);
        const choose = chooser(seed);
        await carryOutSteps(client, planStructure([], wantedStructure(first, [], choose)), () => 0);
        const before = await readStructure(client);
        const wanted = wantedStructure(second, before, choose);
        const then = structureIndex(wanted);
        const old = structureIndex(before);
        const isMade = (key: unknown) => then.get(String(key)) && listIn(old, key) !== listIn(then, key);
        const isPublic = (site: string) =>
          [old, then].every((index) => index.get(site)?.fields.visibility === 'public');
        // The service makes a site space and a section without conditions.
        const made = wanted.filter(
          ({ kind, key, site, fields }) =>
            kind === 'site-space' && isPublic(site) && (isMade(key) || isMade(fields.sectionId)),
        );
        const allowed = new Set([
          ...readable(before),
          ...readable(wanted),
          ...made.map(({ site, fields }) => `${site} ${fields.spaceId}`),
        ]);
        const sites = new Set(before.map(({ site }) => site));
        await carryOutSteps(
          client,
          planStructure(before, wanted, reachOfValues),
          choose,
          undefined,
          async () => {
            const now = [...readable(await readStructure(client))].filter((one) =>
              sites.has(one.split(' ')[0] ?? ''),
            );
            expect(now.filter((one) => !allowed.has(one))).toEqual([]);
          },
        );
      });
    }),
    { numRuns: numRuns / 2 },
  );
}, 600_000);

function listIn(index: StructureIndex, key: unknown): string | undefined {
  const thing = index.get(String(key));
  return thing && structureList(thing);
}
