import type { Deed } from './output.ts';
import type { View } from './view.ts';

/** Returns the view of an outcome: its identifier only. */
export function outcomeView(how: Deed): View {
  return { id: `${how}.id`, columns: [] };
}
