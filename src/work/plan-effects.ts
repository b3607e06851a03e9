import type { View } from '../output/view.ts';
import type { PlanEffects } from './plan-document.ts';
import type { Report } from './run/session.ts';
import { effectTexts, showEffects } from './show-effects.ts';

/** Prints what changes open and what they lose, before anything else about them. Nothing is left out. */
export function showPlanEffects(out: Pick<Report, 'note'>, effects: PlanEffects): Promise<void> {
  return showEffects(out, effectTexts(effects));
}

/** Returns a view of changes whose JSON has what they open and lose before the list, which is a field there. */
export function viewWithEffects(view: View, { opens, loses, addresses }: PlanEffects, field: string): View {
  return { ...view, within: { beside: { opens, loses, addresses }, field } };
}
