import type { View } from '../output/view.ts';

/** A request that a dry run did not send. */
export const requestView: View = {
  id: 'url',
  columns: [{ field: 'method' }, { field: 'url', label: 'URL' }, { field: 'body' }],
};

/** The same, with headers that the user gave. */
export const requestWithHeadersView: View = {
  id: 'url',
  columns: [{ field: 'method' }, { field: 'url', label: 'URL' }, { field: 'headers' }, { field: 'body' }],
};
