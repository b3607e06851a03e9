import type { View } from '../output/view.ts';

/** A run, in the list of runs. */
export const runView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'what' },
    { field: 'profile', optional: true },
    { field: 'baseUrl', label: 'ADDRESS', optional: true },
    { field: 'started', as: 'time', optional: true },
    { field: 'state', tone: 'state' },
    { field: 'done' },
    { field: 'total' },
    { field: 'failed' },
    { field: 'undoneBy', label: 'UNDONE BY', as: 'id', optional: true },
  ],
  wide: [
    { field: 'command' },
    { field: 'org' },
    { field: 'via' },
    { field: 'client' },
    { field: 'unknown' },
    { field: 'open' },
    { field: 'notAttempted', label: 'NOT ATTEMPTED' },
    { field: 'seconds' },
  ],
  omits: ['rows', 'changes'],
};

/** A membership in a run's journal. */
export const runMembershipView: View = {
  id: 'user',
  columns: [
    { field: 'team', as: 'id' },
    { field: 'user' },
    { field: 'change' },
    { field: 'from' },
    { field: 'to' },
    { field: 'state', tone: 'state' },
    { field: 'error', below: true },
  ],
};

/** A row of commands in a run's journal. */
export const runRowView: View = {
  id: 'id',
  columns: [
    { field: 'row' },
    { field: 'name' },
    { field: 'state', tone: 'state' },
    { field: 'id', label: 'ID' },
    { field: 'what', below: 'always' },
    { field: 'error', below: true },
  ],
};

/** A change in a run's journal. */
export const runChangeView: View = {
  id: 'id',
  columns: [
    { field: 'row' },
    { field: 'action' },
    { field: 'kind' },
    { field: 'name' },
    { field: 'state', tone: 'state' },
    { field: 'id', label: 'ID' },
    { field: 'error', below: true },
  ],
};
