import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { asId } from '../../../src/api/contract/ids.ts';
import { readOrganization } from '../../../src/org/read.ts';
import { generatedAdmin, generatedOrg, withOrganization } from '../../support/organizations.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import { type AnySites, anySites, spaceIds, withRenames } from './any-sites.ts';
import { carryOut, planned } from './on-sandbox.ts';

const organization = {
  people: [],
  collections: [],
  spaces: spaceIds.map((id) => ({
    kind: 'space' as const,
    id: asId<'space'>(id),
    parent: null,
    defaultLevel: 'inherit' as const,
    teams: [],
  })),
  caller: generatedAdmin,
};

function withoutPrevious(sites: AnySites): AnySites {
  return JSON.parse(JSON.stringify(sites, (key, value) => (key === 'previously' ? undefined : value)));
}

test('any structure becomes any other one, and then nothing is left to do', async () => {
  await fc.assert(
    fc.asyncProperty(anySites, anySites, fc.nat(), fc.nat(1000), async (first, second, seed, order) => {
      await withOrganization(organization, async (store) => {
        const client = sandboxClient(store);
        let turn = order;
        const choose = (count: number) => {
          turn = (turn * 31 + 7) % 1009;
          return turn % count;
        };
        for (const sites of [first, withRenames(first, second, seed)]) {
          const file = { managed: { sites: 'full' }, sites };
          const plan = await planned(client, file);
          await carryOut(client, plan.requests, choose);
          const exported = await readOrganization(client, generatedOrg, { sections: ['sites'] });
          expect(exported.organization.sites).toEqual(withoutPrevious(sites));
          const again = await planned(client, file);
          expect(again.differences).toEqual([]);
          expect(again.requests).toEqual([]);
        }
      });
    }),
    { numRuns: 40 },
  );
});

test('without deletions, everything else is done, and only deletions are left', async () => {
  await fc.assert(
    fc.asyncProperty(anySites, anySites, fc.nat(), async (first, second, seed) => {
      await withOrganization(organization, async (store) => {
        const client = sandboxClient(store);
        const file = { managed: { sites: 'full' }, sites: withRenames(first, second, seed) };
        await carryOut(client, (await planned(client, { sites: first })).requests, () => 0);
        const plan = await planned(client, file, false);
        expect(plan.requests.filter(({ action }) => action === 'delete')).toEqual([]);
        await carryOut(client, plan.requests, () => 0);
        const again = await planned(client, file, false);
        expect(again.differences).toEqual([]);
        expect(again.requests).toEqual([]);
      });
    }),
    { numRuns: 30 },
  );
});
