import type { View } from '../output/view.ts';

/** What became of one membership of a bulk change. */
export const membershipResultView: View = {
  id: 'user',
  columns: [
    { field: 'team' },
    { field: 'user' },
    { field: 'change' },
    { field: 'status' },
    { field: 'error' },
  ],
};

/** What became of one row of `batch`. */
export const rowResultView: View = {
  id: 'id',
  columns: [
    { field: 'row' },
    { field: 'command' },
    { field: 'status' },
    { field: 'exitCode', label: 'EXIT CODE' },
    { field: 'id', label: 'ID' },
    { field: 'error' },
  ],
};

export const runView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'command' },
    { field: 'org' },
    { field: 'started', as: 'time' },
    { field: 'state' },
    { field: 'done' },
    { field: 'failed' },
    { field: 'unknown' },
    { field: 'open' },
  ],
};
