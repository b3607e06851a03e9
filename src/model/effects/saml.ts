import { assumed, type NounEffects } from './facts.ts';

export const saml: NounEffects = {
  references: [assumed('saml', 'team', 'defaultTeam', 'clears')],
};
