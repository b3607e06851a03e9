import type { View } from '../output/view.ts';

/** A tool of the server for assistants. */
export const toolView: View = {
  id: 'name',
  columns: [
    { field: 'name' },
    { field: 'title' },
    { field: 'readOnlyHint', label: 'ONLY READS', as: 'yes-no' },
    { field: 'description', below: true },
  ],
};
