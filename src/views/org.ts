import type { View } from '../output/view.ts';

/** The sections of an organization file. */
export const sectionCountView: View = {
  id: 'section',
  columns: [{ field: 'section' }, { field: 'things' }],
};

/** The plan of an organization file. */
export const planView: View = {
  id: 'digest',
  columns: [{ field: 'organization' }, { field: 'counts' }, { field: 'complete' }],
};

/** What becomes of an organization file that takes over what the service has. */
export const adoptionView: View = {
  id: 'organization',
  columns: [{ field: 'organization' }, { field: 'complete' }, { field: 'files' }],
};
