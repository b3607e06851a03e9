import type { PlannedSection } from './section.ts';

export const spaces: PlannedSection = {
  name: 'spaces',
  kinds: {},
  reads: () => ({}),
  declared: () => ({ things: [], lists: new Set() }),
  requests: () => {},
};
