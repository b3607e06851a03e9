import { type NounEffects, within } from './facts.ts';

export const translations: NounEffects = {
  references: [within('translation-language', 'translation', 'translation')],
  restoring: {
    translation: {},
    'translation-language': { keepsId: true },
  },
};
