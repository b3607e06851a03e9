import type { View } from '../output/view.ts';

export const gitInfoView: View = {
  id: 'repoName',
  columns: [
    { field: 'repoName', label: 'REPOSITORY' },
    { field: 'installationProvider', label: 'PROVIDER' },
    { field: 'integration' },
    { field: 'url', label: 'URL', as: 'link' },
    { field: 'updatedAt', label: 'UPDATED', as: 'time' },
  ],
};
