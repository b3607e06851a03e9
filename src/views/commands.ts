import type { View } from '../output/view.ts';

export const commandView: View = {
  id: 'command',
  columns: [{ field: 'command' }, { field: 'summary' }, { field: 'effect' }, { field: 'operations' }],
};
