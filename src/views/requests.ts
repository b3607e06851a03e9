import type { View } from '../output/view.ts';

/** A request that a dry run has not sent. */
export const requestView: View = {
  id: 'url',
  columns: [{ field: 'method' }, { field: 'url', label: 'URL' }, { field: 'body' }],
};

/** A request of a plan, with the values that it is going to change. */
export const plannedRequestView: View = {
  id: 'line',
  columns: [{ field: 'line' }, { field: 'method' }, { field: 'url', label: 'URL' }],
};

/** The same as `requestView`, with the headers of the user. */
export const requestWithHeadersView: View = {
  id: 'url',
  columns: [{ field: 'method' }, { field: 'url', label: 'URL' }, { field: 'headers' }, { field: 'body' }],
};

/** The view of an answer with unknown fields. */
export const answerView: View = { id: 'id', columns: [] };
