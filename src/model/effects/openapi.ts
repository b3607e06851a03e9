import { at } from '../fields.ts';
import type { NounEffects } from './facts.ts';

export const openapi: NounEffects = {
  restoring: {
    openapi: {
      keepsId: true,
      fields(item) {
        const url = at(item, 'sourceURL');
        // The service does not show a text.
        return { source: typeof url === 'string' ? { url } : undefined };
      },
      unwritable: (_, source) =>
        source == null ? 'the service does not give back the earlier text' : undefined,
      make({ ids, before: { source } }, { plan }) {
        if (source == null) return ['the specification: the service does not give back its text'];
        plan({ action: 'create', operation: 'openapi.set', params: ids, body: { source } });
        return [];
      },
    },
  },
};
