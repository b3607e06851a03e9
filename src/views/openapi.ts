import type { View } from '../output/view.ts';

export const openApiSpecView: View = {
  id: 'slug',
  columns: [
    { field: 'slug' },
    { field: 'processingState', label: 'STATE', tone: 'state' },
    { field: 'lastProcessErrorCode', label: 'ERROR', tone: 'bad' },
    { field: 'sourceURL', label: 'SOURCE', as: 'link' },
    { field: 'updatedAt', label: 'UPDATED', as: 'time' },
  ],
  wide: [
    { field: 'id', label: 'ID', as: 'id' },
    { field: 'lastProcessedAt', label: 'PROCESSED', as: 'time' },
    { field: 'urls.app', label: 'APP', as: 'link' },
  ],
};
