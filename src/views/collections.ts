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
  nests: { parent: 'parent', label: 'title' },
  wide: [{ field: 'urls.app', label: 'APP', as: 'link' }],
};
