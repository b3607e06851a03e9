import { expect, expectTypeOf, test } from 'vitest';
import type { readFactsOfPerson } from '../../src/access/read.ts';
import { asId, type IdOf } from '../../src/api/contract/ids.ts';
import type { Input, Item, Result } from '../../src/api/contract/operation.ts';
import type { getTeam, listTeamMembers, removeTeamMember } from '../../src/api/contract/operations/teams.ts';
import type { Space } from '../../src/api/contract/schemas.ts';
import type { MembershipChange } from '../../src/domain/memberships/membership.ts';
import { mergeChanges, type TeamMerge } from '../../src/domain/team-merge.ts';
import type { IdIn } from '../../src/model/read/snapshot.ts';
import { lastOwners } from '../../src/rosters/offboard.ts';

// The compiler makes these tests: `npm run typecheck`.

const team = asId<'team'>('team_docs');
const user = asId<'user'>('user_ada');

test('an id of one kind is none of another kind, and a text is none', () => {
  expectTypeOf(team).not.toExtend<IdOf<'user'>>();
  expectTypeOf<string>().not.toExtend<IdOf<'user'>>();
  expectTypeOf(team).toExtend<string>();
  expectTypeOf(team).toExtend<IdOf<'team' | 'user'>>();
});

test('answers have ids of their kinds, and inputs take texts', () => {
  expectTypeOf<Result<typeof getTeam>['id']>().toEqualTypeOf<IdOf<'team'>>();
  expectTypeOf<Item<typeof listTeamMembers>['organization']['id']>().toEqualTypeOf<IdOf<'user'>>();
  expectTypeOf<Space['parent']>().toEqualTypeOf<IdOf<'collection'> | null | undefined>();
  expectTypeOf<Input<typeof removeTeamMember>['params']['team']>().toEqualTypeOf<string>();
  expectTypeOf<IdIn<'team-member'>>().toEqualTypeOf<IdOf<'user'>>();
});

test('the id of a team is refused where that of a user is wanted, and the other way round', () => {
  expectTypeOf<typeof team>().not.toExtend<MembershipChange['user']>();
  expectTypeOf<typeof team>().not.toExtend<Parameters<typeof readFactsOfPerson>[2]>();
  expectTypeOf<typeof user>().not.toExtend<TeamMerge['from']['id']>();
  const left = { id: team, title: 'Docs', present: new Map([[user, 'owner']]), owners: new Set([user]) };
  expect(lastOwners(left, new Set([user]))).toEqual([user]);
  // @ts-expect-error: people leave, and no teams
  expect(lastOwners(left, new Set([team]))).toEqual([]);
  const merged = { title: 'Docs', present: new Map() };
  const merge = { org: 'org_acme', into: { ...merged, id: team }, places: [], providers: [] };
  // @ts-expect-error: a person is no team
  expect(mergeChanges({ ...merge, from: { ...merged, id: user } }, 1)).toHaveLength(1);
});
