import type { ServiceReader } from '../model/read/reader.ts';
import { partOf } from '../model/resources.ts';
import type { View } from '../output/view.ts';
import type { PlanEffects } from './plan-document.ts';
import type { JudgedOptions } from './reach/blocks.ts';
import type { JudgedRequest } from './reach/steps.ts';
import type { Report, Session } from './run/session.ts';
import { effectTexts, showEffects } from './show-effects.ts';

/** Prints what changes open and what they lose, before anything else about them. Nothing is left out. */
export function showPlanEffects(out: Pick<Report, 'note'>, effects: PlanEffects): Promise<void> {
  return showEffects(out, effectTexts(effects));
}

/** The kinds of things of which public addresses are made. */
const partsOfAddresses = ['site', 'section', 'site-space'];

/** Returns the public addresses that requests change. Loads nothing for requests that are not about sites. */
export async function addressChangesOf(
  requests: readonly JudgedRequest[],
  reader: ServiceReader,
): Promise<PlanEffects['addresses']> {
  const ids = new Set(requests.map(({ operation }) => operation));
  const parts = await Promise.all([...ids].map((id) => partOf({ id })));
  if (!parts.some((part) => part && partsOfAddresses.includes(part.resource.kind))) return [];
  return (await import('./reach/addresses.ts')).movedAddresses(requests, reader);
}

/** Finds out what requests open and lose, prints it before anything else about them, and resolves with it. */
export async function showEffectsOf(
  session: Pick<Session, 'out'>,
  requests: readonly JudgedRequest[],
  reader: ServiceReader,
  options?: JudgedOptions,
): Promise<PlanEffects> {
  const effects = await effectsOf(requests, reader, options);
  await session.out.plan((out) => showPlanEffects(out, effects));
  return effects;
}

/** Returns what requests open and lose, and the public addresses that they change. */
export async function effectsOf(
  requests: readonly JudgedRequest[],
  reader: ServiceReader,
  options?: JudgedOptions,
): Promise<PlanEffects> {
  const { blocksOf } = await import('./reach/blocks.ts');
  const { opens, loses } = await blocksOf(requests, reader, options);
  return { opens, loses, addresses: await addressChangesOf(requests, reader) };
}

/** Returns a view of changes whose JSON has what they open and lose before the list, which is a field there. */
export function viewWithEffects(view: View, { opens, loses, addresses }: PlanEffects, field: string): View {
  return { ...view, within: { beside: { opens, loses, addresses }, field } };
}
