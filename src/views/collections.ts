import type { View } from '../output/view.ts';

export const collectionView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'parent', as: 'id' },
    { field: 'defaultLevel', label: 'DEFAULT ROLE' },
    { field: 'description' },
  ],
  wide: [{ field: 'urls.app', label: 'APP', as: 'link' }],
};
