import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deleteSection } from '../../../src/api/contract/operations/sections.ts';
import { planStructure } from '../../../src/model/structure/plan.ts';
import { type Structure, structureIndex } from '../../../src/model/structure/structure.ts';
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
      was.list('section', key).length === 0 &&
      (becomes.list('section', key).length > 0 ||
        (was.siteSpaces(key, null).length === 0 && becomes.siteSpaces(key, null).length > 0)),
  );
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
            const steps = planStructure(before, wanted);
            // There, the spaces of a deleted section stay in the site, and a list that was empty has no default.
            const isAssumed = steps.some(({ operation }) => operation === deleteSection);
            if (onlyStated && (isAssumed || fillsEmpty(before, wanted))) return;
            await carryOutSteps(client, steps, choose);
            const after = await readStructure(client);
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
