import type { PlannedSection } from './section.ts';

export const collections: PlannedSection = {
  name: 'collections',
  kinds: {},
  reads: () => ({}),
  declared: () => ({ things: [], lists: new Set() }),
  requests: () => {},
};
