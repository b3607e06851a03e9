import type { View } from '../output/view.ts';

const longestStatus = 'not-attempted';

export const membershipResultView: View = {
  id: 'user',
  columns: [
    { field: 'team', as: 'id' },
    { field: 'user' },
    { field: 'change' },
    { field: 'status', tone: 'state' },
    { field: 'error', below: true },
  ],
  samples: [{ change: 'remove', status: longestStatus }],
  wide: [{ field: 'name' }],
};

export const rowResultView: View = {
  id: 'id',
  columns: [
    { field: 'row' },
    { field: 'command' },
    { field: 'status', tone: 'state' },
    { field: 'exitCode', label: 'EXIT CODE' },
    { field: 'id', label: 'ID' },
    { field: 'error', below: true },
  ],
  samples: [{ status: longestStatus }],
};

export const changeResultView: View = {
  id: 'id',
  columns: [
    { field: 'action' },
    { field: 'kind' },
    { field: 'name' },
    { field: 'status', tone: 'state' },
    { field: 'error', below: true },
  ],
  samples: [{ action: 'update', status: longestStatus }],
  wide: [{ field: 'id', label: 'ID' }],
};

/** Returns a view for a list of which some rows, such as `samples`, are known before. */
export function withSamples(view: View, samples: readonly unknown[]): View {
  return { ...view, samples: [...(view.samples ?? []), ...samples] };
}
