import type { OutcomeKind } from './output.ts';
import type { View } from './view.ts';

/** Returns the view of an outcome: its identifier only. */
export function outcomeView(how: OutcomeKind): View {
  return { id: `${how}.id`, columns: [] };
}
