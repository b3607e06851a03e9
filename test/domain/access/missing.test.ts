import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../src/api/contract/ids.ts';
import { isAtLeast, levels } from '../../../src/domain/access/levels.ts';
import { type MissingStep, missingSteps } from '../../../src/domain/access/missing.ts';
import {
  type AccessPlace,
  type GrantStep,
  type Target,
  type TeamStep,
  targetsOf,
} from '../../../src/domain/access/places.ts';
import { ruleSets, usualRuleSet } from '../../../src/domain/access/rule-sets.ts';
import { levelOf, type Person } from '../../../src/domain/access/rules.ts';
import { anyPeople, anyPlaces } from '../../support/organizations.ts';

const organization: GrantStep = { kind: 'organization', id: 'org', title: 'Acme' };
const member = { id: 'user', title: 'Ada' };
const about = { member, organization };
const team = (id: string): TeamStep => ({ kind: 'team', id: asId<'team'>(id) });

const books: AccessPlace = {
  kind: 'collection',
  id: asId<'collection'>('books'),
  title: 'Handbooks',
  defaultLevel: 'read',
  teams: [
    { team: team('docs'), level: 'edit' },
    { team: team('tokyo'), level: 'read' },
  ],
};
const guide: AccessPlace = {
  kind: 'space',
  id: asId<'space'>('guide'),
  parent: asId<'collection'>('books'),
  defaultLevel: 'inherit',
  teams: [],
};
const target = targetsOf([books], [guide]).spaces.get(asId<'space'>('guide')) as Target;

describe('what is missing', () => {
  test.each<[string, Person, string, object[]]>([
    ['nothing for someone who has the level', { role: 'edit', disabled: false, teams: [] }, 'read', []],
    [
      'a membership, a permission or another default level for a member',
      { role: 'edit', disabled: false, teams: [asId<'team'>('tokyo')] },
      'edit',
      [
        { kind: 'team', id: 'docs', missing: 'membership' },
        { kind: 'space', id: 'guide', missing: 'permission' },
        { kind: 'collection', id: 'books', title: 'Handbooks', missing: 'default-level' },
      ],
    ],
    [
      'a role for a guest without a team',
      { role: null, disabled: false, teams: [] },
      'create',
      [{ ...organization, missing: 'role' }],
    ],
    [
      'that a disabled member is enabled',
      { role: 'admin', disabled: true, teams: [] },
      'admin',
      [{ kind: 'member', ...member, missing: 'enabled' }],
    ],
    [
      'more than that for a disabled guest',
      { role: null, disabled: true, teams: [] },
      'edit',
      [
        { kind: 'member', ...member, missing: 'enabled' },
        { kind: 'team', id: 'docs', missing: 'membership' },
        { ...organization, missing: 'role' },
      ],
    ],
  ])('is %s', (_, person, wanted, expected) => {
    expect(missingSteps(usualRuleSet, person, target, wanted, about)).toEqual(expected);
  });
});

/** The person and the places after a step. */
function after({ kind, id, missing }: MissingStep, person: Person, places: AccessPlace[], wanted: string) {
  const change = (to: (place: AccessPlace) => Partial<AccessPlace>) =>
    places.map((place) => (place.kind === kind && place.id === id ? { ...place, ...to(place) } : place));
  if (missing === 'membership')
    return { person: { ...person, teams: [...person.teams, asId<'team'>(id)] }, places };
  if (missing === 'role') return { person: { ...person, role: 'admin' }, places };
  if (missing === 'default-level') return { person, places: change(() => ({ defaultLevel: wanted })) };
  const own = team(person.teams[0] as string);
  const teams = (place: AccessPlace) => place.teams.filter((one) => one.team.id !== own.id);
  return { person, places: change((place) => ({ teams: [...teams(place), { team: own, level: wanted }] })) };
}

test('each step is enough, and there is one wherever the level is missing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ruleSets),
      anyPlaces,
      anyPeople,
      fc.constantFrom(...levels),
      (rules, { collections, spaces }, people, wanted) => {
        for (const one of targetsOf(collections, spaces).spaces.values()) {
          for (const person of people.filter(({ disabled }) => !disabled)) {
            const steps = missingSteps(rules, person, one, wanted, about);
            expect(steps.length === 0).toBe(isAtLeast(levelOf(rules, person, one), wanted));
            const results = steps.map((step) => {
              const changed = after(step, person, [...collections, ...spaces], wanted);
              const inside = changed.places.filter(({ kind }) => kind === 'collection');
              const own = changed.places.filter(({ kind }) => kind === 'space');
              const then = targetsOf(inside, own).spaces.get(one.place.id) as Target;
              return isAtLeast(levelOf(rules, changed.person, then), wanted);
            });
            expect(results).toEqual(steps.map(() => true));
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});
