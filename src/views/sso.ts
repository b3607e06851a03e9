import type { View } from '../output/view.ts';

export const ssoLoginView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'label' },
    { field: 'startURL', label: 'SIGN-IN URL', as: 'link' },
  ],
};
