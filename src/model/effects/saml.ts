import { assumed, type NounEffects } from './facts.ts';

export const saml: NounEffects = {
  references: [assumed('saml', 'team', 'defaultTeam', 'clears')],
  restoring: {
    saml: {
      clears: { entityID: '', certificate: '', defaultRole: null },
      loses: ['its addresses for the identity provider: they have the new id'],
    },
  },
};
