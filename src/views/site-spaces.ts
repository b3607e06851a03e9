import type { View } from '../output/view.ts';

export const siteSpaceView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'space.id', label: 'SPACE', as: 'id' },
    { field: 'section', as: 'id' },
    { field: 'path' },
    { field: 'default', as: 'yes-no' },
    { field: 'urls.published', label: 'URL', as: 'link' },
  ],
  wide: [{ field: 'space.title', label: 'SPACE TITLE' }, { field: 'condition' }],
};
