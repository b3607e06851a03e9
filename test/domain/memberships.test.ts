import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asId } from '../../src/api/contract/ids.ts';
import { inBatches, teamChanges, withMembers } from '../../src/domain/memberships/changes.ts';
import type { MembershipChange, TeamRoles } from '../../src/domain/memberships/membership.ts';
import { diffTeam, type ListedMembership } from '../../src/rosters/resolve.ts';

type Roles = Record<string, string>;

const user = (id: string) => asId<'user'>(id);
const present = (roles: Roles) =>
  new Map(Object.entries(roles).map(([id, role]) => [user(id), role] as const));
const wanted = (roles: Record<string, 'owner' | 'member' | 'keep' | 'gone'>) =>
  new Map(
    Object.entries(roles).map(([id, word], at) => [
      user(id),
      {
        line: at,
        action: word === 'gone' ? 'remove' : 'add',
        role: word === 'owner' || word === 'member' ? word : undefined,
      } satisfies ListedMembership,
    ]),
  );

interface Body {
  readonly add?: string[];
  readonly remove?: string[];
  readonly memberships?: Record<string, { role: string }>;
}

/** Returns the memberships after a request, as the service changes them. */
function applied(before: TeamRoles, body: Body): TeamRoles {
  const after = new Map(before);
  for (const id of body.add ?? []) if (!after.has(user(id))) after.set(user(id), 'member');
  for (const [id, { role }] of Object.entries(body.memberships ?? {})) after.set(user(id), role);
  for (const id of body.remove ?? []) after.delete(user(id));
  return after;
}

describe('the difference', () => {
  const now = present({ ada: 'owner', ben: 'member', cem: 'member' });

  test.each([
    ['nothing', { ada: 'owner', ben: 'keep' }, false, []],
    ['a new member', { dee: 'keep' }, false, [{ user: 'dee', from: null, to: 'member' }]],
    ['a new owner', { dee: 'owner' }, false, [{ user: 'dee', from: null, to: 'owner' }]],
    ['a role', { ben: 'owner' }, false, [{ user: 'ben', from: 'member', to: 'owner' }]],
    ['one removed', { ben: 'gone' }, false, [{ user: 'ben', from: 'member', to: null }]],
    ['one removed who is not there', { zoe: 'gone' }, false, []],
    [
      'whoever is not listed',
      { ada: 'keep', ben: 'keep' },
      true,
      [{ user: 'cem', from: 'member', to: null }],
    ],
  ] as const)('%s', (_, roles, prune, expected) => {
    expect(diffTeam(wanted(roles), now, prune)).toEqual(expected);
  });

  const users = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const anyPresent = fc.dictionary(users, fc.constantFrom('owner', 'member'));
  const anyWanted = fc.dictionary(users, fc.constantFrom('owner', 'member', 'keep', 'gone'));

  test('carried out in parts of any size, leads to what is wanted; a second time there is nothing to do', () => {
    fc.assert(
      fc.property(
        anyPresent,
        anyWanted,
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        (before, roles, prune, size) => {
          const changes = diffTeam(wanted(roles), present(before), prune);
          const team = { id: asId<'team'>('t'), title: 'T', changes };
          let state: TeamRoles = present(before);
          for (const { input } of teamChanges('o', [team], size)) state = applied(state, input.body as Body);
          expect(diffTeam(wanted(roles), state, prune)).toEqual([]);
          expect(changes.filter((one) => (state.get(one.user) ?? null) !== one.to)).toEqual([]);
          const untouched = Object.keys(before).filter((id) => !prune && !(id in roles));
          for (const id of untouched) expect(state.get(user(id))).toBe(before[id]);
        },
      ),
    );
  });
});

describe('requests', () => {
  const add = (id: string): MembershipChange => ({ user: user(id), from: null, to: 'member' });

  test('are one for each team, split past the batch size, with owners made before owners go', () => {
    const changes: MembershipChange[] = [
      { user: user('old'), from: 'owner', to: null },
      { user: user('less'), from: 'owner', to: 'member' },
      { user: user('new'), from: 'member', to: 'owner' },
      add('x'),
    ];
    const team = { id: asId<'team'>('t'), title: 'T', changes };
    const made = (size: number) => teamChanges('o', [team], size);
    const users = (size: number) => made(size).map(({ after }) => Object.keys(after ?? {}));
    expect(users(500)).toEqual([['x', 'new', 'less', 'old']]);
    expect(users(2)).toEqual([
      ['x', 'new'],
      ['less', 'old'],
    ]);
    expect(made(2).map(({ requires }) => requires)).toEqual([[], [0]]);
  });

  test('make a team before they fill it, and let a person leave after their teams', () => {
    const team = { id: null, title: 'New', changes: [add('x'), add('y')] };
    const members = ['x', 'y'].map((id) => ({ user: user(id), from: 'read' }));
    const made = withMembers('o', teamChanges('o', [team], 1), members);
    expect(made.map(({ operation, requires }) => [operation, requires])).toEqual([
      ['teams.create', []],
      ['teams.members.update', [0]],
      ['teams.members.update', [0, 1]],
      ['members.remove', [1]],
      ['members.remove', [2]],
    ]);
    expect(made[2]?.ref).toEqual({ org: 'o', team: { $change: 0 } });
  });

  test('of other plans are split in the same way, and refer to each other as before', () => {
    const teams = [
      { id: asId<'team'>('t'), title: 'T', changes: [add('a'), add('b'), add('c')] },
      { id: null, title: 'New', changes: [add('a'), add('b')] },
    ];
    const changes = withMembers('o', teamChanges('o', teams, 100), [{ user: user('a'), from: 'read' }]);
    const split = inBatches(changes, 2);
    expect(split.map(({ after, requires }) => [after && Object.keys(after), requires])).toEqual([
      [['a', 'b'], []],
      [['c'], [0]],
      [['title'], []],
      [['a', 'b'], [2]],
      [null, [1, 3]],
    ]);
    expect(split[3]?.ref.team).toEqual({ $change: 2 });
    expect(split[1]?.input.body).toEqual({ add: ['c'] });
    expect(inBatches(changes, 100)).toEqual(changes);
  });
});
