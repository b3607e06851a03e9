import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../src/api/client/client.ts';
import { asId, type IdOf } from '../../src/api/contract/ids.ts';
import { listMemberSpaces } from '../../src/api/contract/operations/members.ts';
import { type AccessFacts, accessFacts, accessParts } from '../../src/domain/access/facts.ts';
import { isAtLeast } from '../../src/domain/access/levels.ts';
import type { Target } from '../../src/domain/access/places.ts';
import { type RuleSet, usualRuleSet } from '../../src/domain/access/rule-sets.ts';
import { levelOf, type Person, waysTo } from '../../src/domain/access/rules.ts';
import { createReader } from '../../src/model/read/reader.ts';
import { readSnapshot, type Snapshot } from '../../src/model/read/snapshot.ts';
import {
  anyOrganization,
  type GeneratedOrganization,
  generatedOrg,
  withOrganization,
} from '../support/organizations.ts';
import { sandboxClient } from '../support/sandbox-client.ts';

interface Described {
  readonly client: Client;
  readonly organization: GeneratedOrganization;
  /** The access that the service lists, and the access by the rules. */
  readonly parts: Snapshot<keyof typeof accessParts>['parts'];
  readonly facts: AccessFacts<Person, IdOf<'user'>>;
  readonly rules: RuleSet;
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
        const snapshot = await readSnapshot(createReader({ client }), generatedOrg, accessParts);
        const facts = accessFacts(snapshot);
        expect(facts.people.size).toBe(organization.people.length + 1);
        expect(facts.targets.collections.size).toBe(organization.collections.length);
        expect(facts.targets.spaces.size).toBe(organization.spaces.length);
        await check({
          client,
          organization,
          parts: snapshot.parts,
          facts,
          rules: organization.rules ?? usualRuleSet,
        });
      }),
    ),
    { numRuns },
  );
}

test('every member reaches the spaces that the rules say, with their level and by a way there', async () => {
  await everyOrganization(100, async ({ client, rules, parts, facts }) => {
    for (const [user, person] of facts.people) {
      const answered = await client.call(listMemberSpaces, { params: { org: generatedOrg, user } });
      const answers = new Map(answered.items.map(({ space, permission }) => [space.id, permission]));
      expect(parts.member.lists.get(generatedOrg)?.get(user)?.spaces).toBe(answers.size);
      const said = [...facts.targets.spaces].flatMap(([id, target]) => {
        const level = levelOf(rules, person, target);
        const [deciding] = person.disabled ? [] : waysTo(rules, person, target, facts.organization);
        return level === null && !deciding ? [] : [[id, level, deciding?.level]];
      });
      expect(said.sort()).toEqual([...answers].map(([id, level]) => [id, level, level]).sort());
    }
  });
});

test('every team reaches as many spaces as a guest who is in it alone', async () => {
  await everyOrganization(30, async ({ rules, parts, facts }) => {
    for (const [id, { spaces }] of parts.team.lists.get(generatedOrg) ?? []) {
      const guest = { role: null, disabled: false, teams: [id] };
      const reached = [...facts.targets.spaces.values()].filter(
        (target) => levelOf(rules, guest, target) !== null,
      );
      expect(spaces).toBe(reached.length);
    }
  });
});

test('collections and spaces show what the caller may do there', async () => {
  await everyOrganization(30, async ({ rules, organization, parts, facts: { people, targets } }) => {
    const caller = people.get(asId<'user'>(organization.caller)) as Person;
    const may = (target: Target | undefined, level: string) =>
      isAtLeast(levelOf(rules, caller, target as Target), level);
    for (const [id, { permissions }] of parts.collection.lists.get(generatedOrg) ?? []) {
      const target = targets.collections.get(id);
      expect(permissions).toEqual({ admin: may(target, 'admin'), create: may(target, 'create') });
    }
    for (const [id, { permissions }] of parts.space.lists.get(generatedOrg) ?? []) {
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
