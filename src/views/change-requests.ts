import type { View } from '../output/view.ts';

export const changeRequestView: View = {
  id: 'id',
  columns: [
    { field: 'number', label: '#' },
    { field: 'id', label: 'ID', as: 'id' },
    { field: 'status', tone: 'state' },
    { field: 'subject' },
    { field: 'createdBy.displayName', label: 'BY' },
    { field: 'updatedAt', label: 'UPDATED', as: 'time' },
    { field: 'outdated', as: 'yes-no', tone: 'bad' },
    { field: 'comments' },
  ],
  wide: [
    { field: 'createdAt', label: 'CREATED', as: 'time' },
    { field: 'revision', as: 'id' },
    { field: 'urls.app', label: 'APP', as: 'link' },
  ],
};

export const mergeView: View = {
  id: 'revision',
  columns: [{ field: 'result' }, { field: 'revision' }],
};

export const changeRequestPdfView: View = {
  id: 'url',
  columns: [{ field: 'url', label: 'URL', as: 'link' }],
};
