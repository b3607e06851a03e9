import type { View } from '../output/view.ts';

export const findingView: View = {
  id: 'check',
  columns: [
    { field: 'check' },
    { field: 'status' },
    { field: 'detail' },
    { field: 'hint', label: 'WHAT TO DO', below: true },
  ],
  // The checks end one by one.
  samples: [{ check: 'single sign-on', status: 'skipped' }],
};
