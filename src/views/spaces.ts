import type { View } from '../output/view.ts';

export const spaceView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'visibility' },
    { field: 'changeRequestsOpen', label: 'OPEN CHANGES' },
    { field: 'comments' },
    { field: 'updatedAt', label: 'UPDATED', as: 'time' },
  ],
  wide: [
    { field: 'parent', as: 'id' },
    { field: 'editMode', label: 'EDIT MODE' },
    { field: 'createdAt', label: 'CREATED', as: 'time' },
    { field: 'urls.app', label: 'APP', as: 'link' },
  ],
};
