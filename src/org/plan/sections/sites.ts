import type { PlannedSection } from './section.ts';

export const sites: PlannedSection = {
  name: 'sites',
  kinds: {},
  reads: () => ({}),
  declared: () => ({ things: [], lists: new Set() }),
  requests: () => {},
};
