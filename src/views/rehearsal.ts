import type { View } from '../output/view.ts';

/** A whole rehearsal. */
export const rehearsalView: View = {
  id: 'requests.written',
  columns: [{ field: 'requests.read' }, { field: 'requests.written' }],
};

/** What became different in a rehearsal, a line for each thing. */
export const rehearsalLineView: View = {
  id: 'name',
  columns: [
    { field: 'section' },
    { field: 'change' },
    { field: 'kind' },
    { field: 'name', breaks: true },
    { field: 'detail', breaks: true },
  ],
};
