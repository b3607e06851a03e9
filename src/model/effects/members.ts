import { chosen, type NounEffects, pick, set } from './facts.ts';

export const members: NounEffects = {
  touches: {
    'members.set-sso': (params) => set('member', pick(params, 'org', 'user'), { sso: true }),
    // The member is whoever the token belongs to.
    'members.ping': (params) => set('member', pick(params, 'org'), { lastSeenAt: chosen }),
  },
};
