import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/api/client/client.ts';
import { ServiceError } from '../../../src/api/client/errors.ts';
import { asId } from '../../../src/api/contract/ids.ts';
import { membersBody } from '../../../src/api/contract/members-body.ts';
import { createReader } from '../../../src/model/read/reader.ts';
import { createGuardReads, type GuardReads } from '../../../src/work/guards/guard-reads.ts';
import { lostMembers } from '../../../src/work/guards/members.ts';
import { endedBy, requestedLosses, type Sending, sendingCalled } from '../../../src/work/guards/requests.ts';
import { lostMemberships } from '../../../src/work/guards/teams.ts';
import type { Session } from '../../../src/work/run/session.ts';

const org = 'org_acme';
const team = asId<'team'>('team_docs');

const setRole = (user: string, role: string | null) =>
  sendingCalled('members.update', { params: { org, user }, body: { role } });
const removeMember = (user: string) => sendingCalled('members.remove', { params: { org, user } });
const setMembers = (memberships: Readonly<Record<string, string | null>>) =>
  sendingCalled('teams.members.update', {
    params: { org, team },
    body: membersBody(memberships, memberships),
  });

describe('what requests may take away, without a reading', () => {
  const rolesOf = (sendings: readonly Sending[]) =>
    (requestedLosses(sendings).roles.get(org) ?? []).map(({ user, role, after }) => [user, role, [...after]]);

  test('a role that may be lower, and a member who leaves', async () => {
    const sendings = [await setRole('ada', 'read'), await setRole('kim', null), await removeMember('bo')];
    expect(rolesOf(sendings)).toEqual([
      ['ada', 'read', []],
      ['kim', null, []],
      ['bo', undefined, []],
    ]);
  });

  test('nothing of who becomes an administrator', async () => {
    expect(rolesOf([await setRole('ada', 'admin')])).toEqual([]);
  });

  test('the administrators whom the requests that it requires make', async () => {
    const [promotion, other] = [await setRole('kim', 'admin'), await setRole('bo', 'read')];
    const demotion = { ...(await setRole('ada', 'read')), requires: new Set([promotion, other]) };
    expect(rolesOf([promotion, other, demotion])).toContainEqual(['ada', 'read', ['kim']]);
  });

  test('the memberships of a team, but not of one that only gets owners', async () => {
    const losing = await setMembers({ ada: 'member', kim: null, bo: 'owner' });
    const wanted = requestedLosses([losing]).teams.get(org)?.get(team) ?? [];
    expect(wanted.map(({ user, role }) => [user, role])).toEqual([
      ['ada', 'member'],
      ['bo', 'owner'],
      ['kim', null],
    ]);
    expect(
      requestedLosses([await setMembers({ bo: 'owner' })])
        .teams.get(org)
        ?.get(team),
    ).toBeUndefined();
  });

  test('a thing that ends, with the ids around it; a role that is set ends only as none', async () => {
    const params = { collection: 'col_a', team };
    const ended = { id: team, params: { collection: 'col_a' } };
    const setTo = (role: string | null) =>
      sendingCalled('collections.permissions.set', { params, body: { role } });
    expect(endedBy(await sendingCalled('collections.permissions.remove', { params }))).toMatchObject([ended]);
    expect(endedBy(await setTo(null))).toMatchObject([ended]);
    expect(endedBy(await setTo('read'))).toEqual([]);
  });
});

interface Person {
  readonly id: string;
  readonly role?: string | null;
  readonly disabled?: boolean;
  readonly teams?: number;
  readonly user?: { readonly email: string };
}

/** What guards read of an organization: `members` of it, and the roles in its team; `null` for lists that are refused. */
function reads(
  members: readonly Person[] | null,
  roles: Readonly<Record<string, string>> | null = {},
  single = false,
): GuardReads {
  const refuse = () => {
    throw new ServiceError('no', { status: 403, request: { method: 'GET', url: 'https://api.example/' } });
  };
  const listOf: Readonly<Record<string, () => readonly unknown[]>> = {
    'members.list': () => members ?? refuse(),
    'teams.list': () => [{ id: team, title: 'Docs' }],
    'teams.members.list': () =>
      Object.entries(roles ?? refuse()).map(([id, role]) => ({
        organization: members?.find((one) => one.id === id) ?? { id },
        team: { role },
      })),
  };
  const client = {
    call: async (_: unknown, { params }: { params: { user: string } }) =>
      members ? members.find(({ id }) => id === params.user) : refuse(),
    async *pages({ id }: { id: string }, { query }: { query?: { role?: string } }) {
      yield (listOf[id]?.() ?? []).filter((one) => !query?.role || (one as Person).role === query.role);
    },
  };
  const limits = { maxRemovals: undefined, allowOwnerless: false };
  const session = { limits, asksFirst: () => false, canAsk: () => false };
  const reader = createReader({ client: client as unknown as Client, org });
  return createGuardReads(session as unknown as Session, { single, reader });
}

describe('members who lose something', () => {
  const members = [
    { id: 'ada', role: 'admin' },
    { id: 'kim', role: 'edit', teams: 2 },
    { id: 'bo', role: 'read' },
    { id: 'gast', role: null },
  ];
  const lossesOf = async (known: GuardReads, ...sendings: readonly Sending[]) => {
    const [losses] = await lostMembers(known, requestedLosses(sendings).roles);
    return losses;
  };

  test('a lower role; no role that is the same or higher, and not that of a stranger', async () => {
    const sendings = await Promise.all([
      setRole('kim', 'read'),
      setRole('bo', 'read'),
      setRole('gast', 'comment'),
      setRole('zoe', 'read'),
    ]);
    expect(await lossesOf(reads(members), ...sendings)).toMatchObject({
      demotions: [{ user: 'kim', from: 'edit', to: 'read' }],
      demoted: ['kim'],
      leaving: [],
      total: 4,
    });
  });

  test('who leaves, with the number of teams', async () => {
    const losses = await lossesOf(reads(members), await removeMember('kim'), await removeMember('zoe'));
    expect(losses?.leaving).toEqual(['kim']);
    expect(losses?.teamsOf).toEqual(new Map([['kim', 2]]));
  });

  test('a new administrator counts where each request that takes the role away requires it', async () => {
    const promotion = await setRole('kim', 'admin');
    const [bare, demotion] = [await setRole('ada', 'read'), await setRole('ada', 'read')];
    const after = { ...demotion, requires: new Set([promotion]) };
    const two = [...members, { id: 'eve', role: 'admin' }];
    const both = await lossesOf(reads(two), promotion, after, await setRole('eve', 'read'));
    expect([...(both?.admins ?? []).keys()]).toEqual(['ada', 'eve']);
    expect([...((await lossesOf(reads(members), promotion, bare))?.admins ?? []).keys()]).toEqual(['ada']);
    expect([...((await lossesOf(reads(members), promotion, after))?.admins ?? []).keys()]).toEqual([
      'ada',
      'kim',
    ]);
  });

  test('of one request, the person and the administrators are read', async () => {
    const known = reads([...members, { id: 'eve', role: 'admin' }], {}, true);
    const losses = await lossesOf(known, await setRole('ada', 'read'));
    expect([...(losses?.admins ?? []).keys()]).toEqual(['ada', 'eve']);
    expect(losses?.total).toBeUndefined();
  });

  test('all of them, where the list is refused', async () => {
    const known = reads(null);
    const losses = await lossesOf(known, await setRole('kim', 'read'), await removeMember('bo'));
    expect(losses).toMatchObject({ people: undefined, demoted: ['kim'], leaving: ['bo'], total: undefined });
    expect(known.unread).toMatchObject([{ what: 'the members of org_acme', limits: [] }]);
  });
});

describe('memberships that are lost', () => {
  const members = [{ id: 'ada', user: { email: 'Ada@acme.example' }, teams: 1 }, { id: 'kim' }, { id: 'bo' }];
  const roles = { ada: 'owner', kim: 'member' };
  const changesIn = async (known: GuardReads, ...sendings: readonly Sending[]) => {
    const { teams } = await lostMemberships(known, requestedLosses(sendings), []);
    return teams.flatMap(({ changes }) => changes.map(({ user, from, to }) => [user, from, to]));
  };

  test('of members only; an address means the member who has it', async () => {
    const sending = await setMembers({ kim: null, bo: null, 'ada@acme.example': 'member' });
    expect(await changesIn(reads(members, roles), sending)).toEqual([
      ['ada', 'owner', 'member'],
      ['kim', 'member', null],
    ]);
  });

  test('a new owner counts in the request that takes, and in one that it requires', async () => {
    const promotion = await setMembers({ kim: 'owner' });
    const [bare, demotion] = [await setMembers({ ada: null }), await setMembers({ ada: null })];
    const after = { ...demotion, requires: new Set([promotion]) };
    const lost = ['ada', 'owner', null];
    expect(await changesIn(reads(members, roles), await setMembers({ kim: 'owner', ada: null }))).toEqual([
      ['kim', 'member', 'owner'],
      lost,
    ]);
    expect(await changesIn(reads(members, roles), promotion, bare)).toEqual([lost]);
    expect(await changesIn(reads(members, roles), promotion, after)).toEqual([
      ['kim', 'member', 'owner'],
      lost,
    ]);
  });

  test('the most that they can be, where the list is refused', async () => {
    const known = reads(members, null);
    expect(await changesIn(known, await setMembers({ kim: null, bo: 'member' }))).toEqual([
      ['bo', 'owner', 'member'],
      ['kim', 'owner', null],
    ]);
    expect(known.unread).toMatchObject([{ limits: ['allowOwnerless'] }]);
  });

  test('those of who leaves the organization, in every team', async () => {
    const known = reads(members, roles);
    const request = await removeMember('ada');
    const people = await lostMembers(known, requestedLosses([request]).roles);
    const { teams, teamsOfLeaving } = await lostMemberships(known, requestedLosses([request]), people);
    expect(teams).toEqual([]);
    expect(teamsOfLeaving).toMatchObject([
      { label: 'team "Docs" (team_docs)', leaving: ['ada'], changes: [] },
    ]);
  });
});
