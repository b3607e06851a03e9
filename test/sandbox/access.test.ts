import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../src/api/client/client.ts';
import { listCollectionPermissions, listCollections } from '../../src/api/contract/operations/collections.ts';
import { listMemberSpaces, listMembers, listMemberTeams } from '../../src/api/contract/operations/members.ts';
import { listSpacePermissions } from '../../src/api/contract/operations/spaces.ts';
import { listTeams } from '../../src/api/contract/operations/teams.ts';
import type { TeamPermission } from '../../src/api/contract/schemas.ts';
import { type Place, targetsOf } from '../../src/domain/access/places.ts';
import { levelOf, type Person } from '../../src/domain/access/rules.ts';
import { anyOrganization, generatedCaller, generatedOrg, storeOf } from '../support/organizations.ts';
import { sandboxClient } from '../support/sandbox-client.ts';

const params = { org: generatedOrg };

/** The collections and spaces as the lists of the service tell them: an administrator's spaces are all of them. */
async function placesOf({ call }: Client): Promise<{ collections: Place[]; spaces: Place[] }> {
  const collections = await call(listCollections, { params });
  const spaces = await call(listMemberSpaces, { params: { ...params, user: generatedCaller } });
  return {
    collections: await Promise.all(
      collections.items.map(async (collection) => {
        const input = { params: { collection: collection.id } };
        return toPlace('collection', collection, await call(listCollectionPermissions, input));
      }),
    ),
    spaces: await Promise.all(
      spaces.items.map(async ({ space }) =>
        toPlace('space', space, await call(listSpacePermissions, { params: { space: space.id } })),
      ),
    ),
  };
}

function toPlace(
  kind: Place['kind'],
  { id, parent, defaultLevel = null }: { id: string; parent?: string | null; defaultLevel?: string | null },
  permissions: { items: TeamPermission[] },
): Place {
  const teams = permissions.items.map(({ team, permission = null }) => ({
    team: { kind: 'team' as const, id: team.id },
    level: permission,
  }));
  return { kind, id, parent, defaultLevel, teams };
}

/** The members, each with the person that the rules decide about. */
async function peopleOf({ call }: Client) {
  const { items } = await call(listMembers, { params });
  return Promise.all(
    items.map(async (member) => {
      const teams = await call(listMemberTeams, { params: { ...params, user: member.id } });
      const { role = null, disabled } = member;
      const person: Person = {
        role,
        disabled: disabled ?? false,
        teams: teams.items.map(({ team }) => team.id),
      };
      return { member, person };
    }),
  );
}

test('the sandbox answers what the rules say of what it lists, for everybody and everywhere', async () => {
  await fc.assert(
    fc.asyncProperty(anyOrganization, async (organization) => {
      const store = storeOf(organization);
      const client = sandboxClient(store);
      try {
        const { collections, spaces } = await placesOf(client);
        expect(collections.length + spaces.length).toBe(
          organization.collections.length + organization.spaces.length,
        );
        const targets = [...targetsOf(collections, spaces).spaces.values()];
        for (const { member, person } of await peopleOf(client)) {
          const said = targets
            .map((target): [string, string | null] => [target.place.id, levelOf(person, target)])
            .filter(([, level]) => level !== null);
          const answered = await client.call(listMemberSpaces, { params: { ...params, user: member.id } });
          const levels = answered.items.map(({ space, permission }) => [space.id, permission]);
          expect(Object.fromEntries(levels)).toEqual(Object.fromEntries(said));
          expect(member.spaces).toBe(said.length);
        }
        const teams = await client.call(listTeams, { params });
        for (const { id, spaces: reached } of teams.items) {
          const guest = { role: null, disabled: false, teams: [id] };
          expect(reached).toBe(targets.filter((target) => levelOf(guest, target) !== null).length);
        }
      } finally {
        store.close();
      }
    }),
    { numRuns: 100 },
  );
});
