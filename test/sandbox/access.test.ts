import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../src/api/client/client.ts';
import { listCollectionPermissions, listCollections } from '../../src/api/contract/operations/collections.ts';
import { listMemberSpaces, listMembers, listMemberTeams } from '../../src/api/contract/operations/members.ts';
import { listSpacePermissions } from '../../src/api/contract/operations/spaces.ts';
import { listTeams } from '../../src/api/contract/operations/teams.ts';
import type { TeamPermission } from '../../src/api/contract/schemas.ts';
import { isAtLeast } from '../../src/domain/access/levels.ts';
import { type Place, type Target, type Targets, targetsOf } from '../../src/domain/access/places.ts';
import { levelOf, type Person } from '../../src/domain/access/rules.ts';
import {
  anyOrganization,
  type GeneratedOrganization,
  generatedAdmin,
  generatedOrg,
  withOrganization,
} from '../support/organizations.ts';
import { sandboxClient } from '../support/sandbox-client.ts';

const params = { org: generatedOrg };

/** The collections and spaces as the lists of the service tell them: an administrator's spaces are all of them. */
async function placesOf({ call }: Client): Promise<{ collections: Place[]; spaces: Place[] }> {
  const collections = await call(listCollections, { params });
  const spaces = await call(listMemberSpaces, { params: { ...params, user: generatedAdmin } });
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

interface Described {
  readonly targets: Targets;
  readonly people: Awaited<ReturnType<typeof peopleOf>>;
  readonly client: Client;
  readonly organization: GeneratedOrganization;
}

/** Checks generated organizations, as the sandbox lists them. */
async function everyOrganization(
  numRuns: number,
  check: (described: Described) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyOrganization, (organization) =>
      withOrganization(organization, async (store) => {
        const client = sandboxClient(store);
        const { collections, spaces } = await placesOf(client);
        expect([collections.length, spaces.length]).toEqual([
          organization.collections.length,
          organization.spaces.length,
        ]);
        const people = await peopleOf(client);
        await check({ targets: targetsOf(collections, spaces), people, client, organization });
      }),
    ),
    { numRuns },
  );
}

test('every member reaches the spaces that the rules say, with their level there', async () => {
  await everyOrganization(100, async ({ targets, people, client }) => {
    for (const { member, person } of people) {
      const said = [...targets.spaces]
        .map(([id, target]) => [id, levelOf(person, target)])
        .filter(([, level]) => level !== null);
      const answered = await client.call(listMemberSpaces, { params: { ...params, user: member.id } });
      const levels = answered.items.map(({ space, permission }) => [space.id, permission]);
      expect(Object.fromEntries(levels)).toEqual(Object.fromEntries(said));
      expect(member.spaces).toBe(said.length);
    }
  });
});

test('every team reaches as many spaces as a guest who is in it alone', async () => {
  await everyOrganization(40, async ({ targets, client }) => {
    const { items } = await client.call(listTeams, { params });
    for (const { id, spaces } of items) {
      const guest = { role: null, disabled: false, teams: [id] };
      const reached = [...targets.spaces.values()].filter((target) => levelOf(guest, target) !== null);
      expect(spaces).toBe(reached.length);
    }
  });
});

test('collections and spaces show what the caller may do there', async () => {
  await everyOrganization(40, async ({ targets, people, client, organization }) => {
    const caller = people.find(({ member }) => member.id === organization.caller)?.person as Person;
    const may = (target: Target | undefined, level: string) =>
      isAtLeast(levelOf(caller, target as Target), level);
    const collections = await client.call(listCollections, { params });
    for (const { id, permissions } of collections.items) {
      const target = targets.collections.get(id);
      expect(permissions).toEqual({ admin: may(target, 'admin'), create: may(target, 'create') });
    }
    const spaces = await client.call(listMemberSpaces, { params: { ...params, user: generatedAdmin } });
    for (const { id, permissions } of spaces.items.map(({ space }) => space)) {
      const target = targets.spaces.get(id);
      expect(permissions).toEqual({
        access: may(target, 'read'),
        comment: may(target, 'comment'),
        edit: may(target, 'edit'),
        review: may(target, 'review'),
        merge: may(target, 'review'),
        admin: may(target, 'admin'),
      });
    }
  });
});
