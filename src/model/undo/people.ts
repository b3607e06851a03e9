import { listMemberTeams, updateMember } from '../../api/contract/operations/members.ts';
import {
  createTeam,
  listTeamMembers,
  setTeamMember,
  updateTeamMembers,
} from '../../api/contract/operations/teams.ts';
import { at } from '../fields.ts';
import * as model from '../members.ts';
import * as teams from '../teams.ts';
import { type Fields, type PieceKind, pick, type Step, some, thing } from './facts.ts';

const member = thing(model.member, {
  keepsId: true,
  fields: (item) => pick(item, 'role', 'sso'),
  clears: { role: null },
  takesBack: ({ user = '' }, field, before) =>
    field === 'role' ? { code: 'restore-role', data: { user, role: String(before ?? 'guest') } } : undefined,
  unwritable: (field) => (field === 'sso' ? 'no operation of the service takes it back' : undefined),
  async whole(reader, ids, item) {
    const found = (await reader.list(listMemberTeams, some(ids, 'org', 'user'))) ?? [];
    return {
      ...member.fields?.(item),
      teams: Object.fromEntries(
        found.map((one) => [String(at(one, 'team', 'id')), at(one, 'member', 'role') ?? 'member']),
      ),
    };
  },
  remake: () => [
    'the membership: the service has no operation to invite people. Invite them in its app, then undo the run',
  ],
  whenBack: (ids, { role, teams: ofPerson }, now) => {
    const { org = '', user = '' } = ids;
    const own: Step[] =
      (role ?? null) === (now.role ?? null)
        ? []
        : [
            {
              action: 'update',
              operation: updateMember,
              params: { org, user },
              body: { role: role ?? null },
              sets: { role },
            },
          ];
    const ofTeams = Object.entries((ofPerson ?? {}) as Fields).map(
      ([team, teamRole]): Step => ({
        action: 'grant',
        operation: setTeamMember,
        params: { org, team, user },
        body: { role: teamRole },
        sets: { [`role in ${team}`]: teamRole },
      }),
    );
    return [...own, ...ofTeams];
  },
});

const team = thing(teams.team, {
  fields: (item) => pick(item, 'title', 'members', 'spaces'),
  async whole(reader, ids, item) {
    const members = (await reader.list(listTeamMembers, some(ids, 'org', 'team'))) ?? [];
    return { ...pick(item, 'title', 'spaces'), members: rolesOf(members) };
  },
  remake({ org = '' }, { title, members, spaces }, plan) {
    const roles = Object.entries((members ?? {}) as Fields);
    const made = plan({
      action: 'create',
      operation: createTeam,
      params: { org },
      body: { title, ...(roles.length > 0 && { members: roles.map(([user]) => user) }) },
    });
    const others = Object.fromEntries(
      roles.filter(([, role]) => role !== 'member').map(([user, role]) => [user, { role }]),
    );
    if (Object.keys(others).length > 0)
      plan({
        action: 'update',
        operation: updateTeamMembers,
        params: { org, team: made },
        body: { memberships: others },
      });
    const isUsed = typeof spaces !== 'number' || spaces > 0;
    if (!isUsed) return [];
    return [
      'its roles on collections and spaces that the run itself has not ended, and its place as the team of newcomers in SAML providers',
    ];
  },
});

function rolesOf(items: readonly unknown[]): Fields {
  return Object.fromEntries(
    items.map((one) => [String(at(one, 'organization', 'id')), at(one, 'team', 'role') ?? 'member']),
  );
}

/** The roles in a team, by the id of the member. */
const teamMembers: PieceKind = {
  kind: 'team-members',
  collects: { kind: 'team-member', key: 'user', field: 'role' },
  word: 'members of team',
  of: team,
  async read(reader, ids, wanted) {
    const items = await reader.list(listTeamMembers, some(ids, 'org', 'team'));
    if (items === null) return null;
    const roles = rolesOf(items);
    return Object.fromEntries(wanted.map((user) => [user, roles[user] ?? null]));
  },
  async people(reader, ids, wanted) {
    const items = (await reader.list(listTeamMembers, some(ids, 'org', 'team'))) ?? [];
    const users = new Set(wanted);
    const own = items.filter((one) => users.has(String(at(one, 'organization', 'id'))));
    return Object.fromEntries(own.map((one) => [String(at(one, 'organization', 'id')), personIn(one)]));
  },
  takesBack: ({ team = '' }, user, before, after) => ({
    code: 'restore-membership',
    data: { team, user, role: (before ?? null) as string | null, isMember: after !== null },
  }),
  set(ids, wanted, now) {
    const entries = Object.entries(wanted);
    const add = entries.filter(([user, role]) => role !== null && (now[user] ?? null) === null);
    const roles = entries.filter(([, role]) => role !== null);
    const remove = entries.filter(([, role]) => role === null).map(([user]) => user);
    const memberships = Object.fromEntries(
      roles
        // New users become members; a request names only other roles.
        .filter(([user, role]) => role !== 'member' || (now[user] ?? null) !== null)
        .map(([user, role]) => [user, { role }]),
    );
    const body = {
      ...(add.length > 0 && { add: add.map(([user]) => user) }),
      ...(Object.keys(memberships).length > 0 && { memberships }),
      ...(remove.length > 0 && { remove }),
    };
    return [
      {
        action: 'update',
        operation: updateTeamMembers,
        params: some(ids, 'org', 'team'),
        body,
        sets: wanted,
      },
    ];
  },
};

function personIn(item: unknown): { readonly name?: string; readonly email?: string } {
  const [name, email] = [
    at(item, 'organization', 'user', 'displayName'),
    at(item, 'organization', 'user', 'email'),
  ];
  return { ...(typeof name === 'string' && { name }), ...(typeof email === 'string' && { email }) };
}

export const kinds: readonly PieceKind[] = [member, team, teamMembers];
