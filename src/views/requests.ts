import type { View } from '../output/view.ts';

/** A request that a dry run has not sent. */
export const requestView: View = {
  id: 'url',
  columns: [{ field: 'method' }, { field: 'url', label: 'URL' }, { field: 'body' }],
};

/** The same, with the headers of the user. */
export const requestWithHeadersView: View = {
  id: 'url',
  columns: [{ field: 'method' }, { field: 'url', label: 'URL' }, { field: 'headers' }, { field: 'body' }],
};
