import type { Outcome } from './output.ts';
import type { View } from './view.ts';

/** How an outcome is shown: by its identifier alone. */
export function outcomeView(how: Outcome): View {
  return { id: `${how}.id`, columns: [] };
}
