import type { View } from '../output/view.ts';

export const settingView: View = {
  id: 'key',
  columns: [{ field: 'key' }, { field: 'value' }, { field: 'source' }],
};

export const profileView: View = {
  id: 'name',
  columns: [
    { field: 'name' },
    { field: 'active', as: 'yes-no' },
    { field: 'baseUrl', label: 'ADDRESS' },
    { field: 'org' },
    { field: 'protected', as: 'yes-no' },
    { field: 'readOnly', label: 'READ-ONLY', as: 'yes-no' },
    { field: 'signedIn', label: 'SIGNED IN', as: 'yes-no' },
  ],
};
