import type { View } from '../output/view.ts';

export const integrationView: View = {
  id: 'name',
  columns: [
    { field: 'name' },
    { field: 'title' },
    { field: 'version' },
    { field: 'visibility' },
    { field: 'target' },
    { field: 'owner.title', label: 'OWNER' },
  ],
  wide: [{ field: 'categories' }, { field: 'scopes' }, { field: 'description' }],
};

export const installationView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'status', tone: 'state' },
    { field: 'space_selection', label: 'WHICH SPACES' },
    { field: 'spaces', as: 'id' },
    { field: 'site_selection', label: 'WHICH SITES' },
  ],
};
