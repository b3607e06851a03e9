import type { PlannedSection } from './section.ts';

export const openapi: PlannedSection = {
  name: 'openapi',
  kinds: {},
  reads: () => ({}),
  declared: () => ({ things: [], lists: new Set() }),
  requests: () => {},
};
