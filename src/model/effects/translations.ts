import { type NounEffects, shown, within } from './facts.ts';

export const translations: NounEffects = {
  references: [within('translation-language', 'translation', 'translation')],
  restoring: {
    translation: { holds: (item) => shown(item, 'languages') },
    'translation-language': { keepsId: true },
  },
};
