import type { View } from '../output/view.ts';

/** The sections of an organization file. */
export const sectionCountView: View = {
  id: 'section',
  columns: [{ field: 'section' }, { field: 'things' }],
};
