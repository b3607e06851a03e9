import type { View } from '../output/view.ts';

export const samlProviderView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'label' },
    { field: 'ssoURL', label: 'SSO URL', as: 'link' },
    { field: 'defaultTeam.title', label: 'DEFAULT TEAM' },
    { field: 'defaultRole', label: 'DEFAULT ROLE', whenEmpty: 'guest' },
    { field: 'createdAt', label: 'CREATED', as: 'time' },
  ],
};
