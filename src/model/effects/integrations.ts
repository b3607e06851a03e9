import { type NounEffects, within } from './facts.ts';

export const integrations: NounEffects = {
  references: [within('installation', 'integration', 'integration')],
};
