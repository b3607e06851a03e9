import { chosen, type NounEffects, pick, set, shown } from './facts.ts';

export const members: NounEffects = {
  touches: {
    'members.set-sso': (params) => set('member', pick(params, 'org', 'user'), { sso: true }),
    // The member is whoever the token belongs to.
    'members.ping': (params) => set('member', pick(params, 'org'), { lastSeenAt: chosen }),
  },
  restoring: {
    member: {
      keepsId: true,
      fields: (item) => shown(item, 'sso'),
      clears: { role: null },
      returns: true,
      notMade: () =>
        'the membership: the service has no operation to invite people. Invite them in its app, then undo the run',
      unwritable: (field) => (field === 'sso' ? 'no operation of the service takes it back' : undefined),
      takesBack: ({ user = '' }, before) =>
        before && 'role' in before
          ? { code: 'restore-role', data: { user, role: String(before.role ?? 'guest') } }
          : undefined,
    },
  },
};
