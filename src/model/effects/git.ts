import { chosen, content, type NounEffects, set, within } from './facts.ts';

const synchronized = { repoName: chosen, url: chosen, installationProvider: chosen };

export const git: NounEffects = {
  touches: {
    'git.import': ({ space = '' }, { standalone }) =>
      standalone === true ? [] : [content('space', { space }), ...set('git', { space }, synchronized)],
    'git.export': ({ space = '' }) => set('git', { space }, synchronized),
  },
  references: [within('git', 'space', 'space')],
};
