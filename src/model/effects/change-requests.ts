import { content, type NounEffects, pick, set, within } from './facts.ts';

export const changeRequests: NounEffects = {
  touches: {
    'change-requests.merge': (params) => [
      ...set('change-request', pick(params, 'space', 'changeRequest'), { status: 'merged' }),
      content('space', pick(params, 'space')),
    ],
    'change-requests.pull': (params) => [content('content', pick(params, 'space', 'changeRequest'))],
    'content.import': (params) => [content('content', pick(params, 'space', 'changeRequest'))],
    'content.pages.import': (params) => [content('content', pick(params, 'space', 'changeRequest'))],
  },
  references: [within('change-request', 'space', 'space')],
  restoring: {
    'change-request': {
      clears: { subject: '' },
      always: ['status'],
      instead: {
        sets: { status: 'archived' },
        stays: 'it stays as archived: the service has no operation to delete a change request',
      },
      unwritable: (field, value) =>
        field === 'status' && value === 'merged' ? 'only a merge sets it' : undefined,
    },
  },
};
