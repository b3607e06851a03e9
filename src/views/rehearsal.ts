import type { View } from '../output/view.ts';

/** A whole rehearsal. */
export const rehearsalView: View = {
  id: 'requests.written',
  columns: [{ field: 'requests.read' }, { field: 'requests.written' }],
};
