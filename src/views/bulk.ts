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
    { field: 'profile' },
    { field: 'baseUrl', label: 'ADDRESS' },
    { field: 'started', as: 'time' },
    { field: 'state', tone: 'state' },
    { field: 'done' },
    { field: 'failed' },
    { field: 'undoneBy', label: 'UNDONE BY', as: 'id' },
  ],
  wide: [
    { field: 'org' },
    { field: 'unknown' },
    { field: 'open' },
    { field: 'notBegun', label: 'NOT BEGUN' },
    { field: 'seconds' },
  ],
  omits: ['rows'],
};

/** A membership in a run's journal. */
export const runMembershipView: View = {
  id: 'user',
  columns: [
    { field: 'team' },
    { field: 'user' },
    { field: 'change' },
    { field: 'from' },
    { field: 'to' },
    { field: 'state' },
    { field: 'error' },
  ],
};

/** A row of commands in a run's journal. */
export const runRowView: View = {
  id: 'id',
  columns: [
    { field: 'row' },
    { field: 'name' },
    { field: 'state' },
    { field: 'id', label: 'ID' },
    { field: 'request.body', label: 'SENT' },
    { field: 'error' },
  ],
};
