import { membersBody } from '../../api/contract/members-body.ts';
import {
  assumed,
  end,
  type Fields,
  type Id,
  type Ids,
  make,
  type NounEffects,
  pick,
  type RestoreRequest,
  set,
  type Touch,
  theMade,
  unlessThere,
  within,
} from './facts.ts';

export const teams: NounEffects = {
  touches: {
    'teams.create': ({ org = '' }, { members = [], ...fields }) => [
      make('team', { org }, fields),
      ...[...new Set(members as string[])].map((user) => make('team-member', { org, team: theMade, user })),
    ],
    'teams.members.update': ({ org = '', team = '' }, { add = [], memberships = {}, remove = [] }) => {
      const changes = new Map<string, (ids: Ids) => Touch[]>();
      for (const user of add as string[])
        changes.set(user, (ids) => set('team-member', ids, { role: unlessThere('member') }));
      for (const [user, fields] of Object.entries(memberships as Record<string, Fields>))
        changes.set(user, (ids) => set('team-member', ids, fields));
      // Who is in both is removed.
      for (const user of remove as string[]) changes.set(user, (ids) => [end('team-member', ids)]);
      return [...changes].flatMap(([user, change]) => change({ org, team, user }));
    },
    'teams.members.set': (params, { role = unlessThere('member') }) =>
      set('team-member', pick(params, 'org', 'team', 'user'), { role }),
  },
  references: [within('team-member', 'team', 'team'), assumed('team-member', 'member', 'user', 'ends')],
  restoring: {
    team: {
      takes: { field: 'members', kind: 'team-member', by: 'team', as: { role: 'member' } },
    },
    'team-member': {
      tie: {
        change: 'team-members',
        word: 'members of team',
        of: 'team',
        field: 'role',
        set: setMembers,
      },
      takesBack: ({ team = '', user = '' }, before, after) => ({
        code: 'restore-membership',
        data: { team, user, role: (before?.role ?? null) as string | null, isMember: after !== null },
      }),
    },
  },
};

function setMembers(params: Readonly<Record<string, Id>>, wanted: Fields, now: Fields): RestoreRequest[] {
  const body = membersBody(now, wanted);
  return [{ action: 'update', operation: 'teams.members.update', params, body, sets: wanted }];
}
