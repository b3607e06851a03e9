import type { PlannedSection } from './section.ts';

export const translations: PlannedSection = {
  name: 'translations',
  kinds: {},
  reads: () => ({}),
  declared: () => ({ things: [], lists: new Set() }),
  requests: () => {},
};
