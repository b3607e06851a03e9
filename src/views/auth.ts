import type { View } from '../output/view.ts';

export const authStatusView: View = {
  id: 'profile',
  columns: [
    { field: 'profile' },
    { field: 'baseUrl', label: 'ADDRESS' },
    { field: 'org' },
    { field: 'token' },
    { field: 'source', label: 'TOKEN FROM' },
    { field: 'user', whenEmpty: 'the service does not say' },
    { field: 'works', as: 'yes-no' },
  ],
};
