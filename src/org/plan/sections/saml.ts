import type { PlannedSection } from './section.ts';

export const saml: PlannedSection = {
  name: 'saml',
  kinds: {},
  reads: () => ({}),
  declared: () => ({ things: [], lists: new Set() }),
  requests: () => {},
};
