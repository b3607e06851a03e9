import type { Change } from '../domain/change.ts';
import type { Effect } from '../model/effects/effects.ts';
import type { ChangingRequest } from '../model/effects/facts.ts';
import { kindsOfAddresses } from '../model/effects/touches.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import { partOf } from '../model/resources.ts';
import type { View } from '../output/view.ts';
import type { JudgedBlocks, PlanEffects } from './plan-document.ts';
import type { JudgedOptions } from './reach/blocks.ts';
import type { JudgedRequest } from './reach/steps.ts';
import { type Session, sessionReader } from './run/session.ts';
import { type KnownNames, naming, showPlanEffects } from './show-effects.ts';

/** Returns the public addresses that requests change. Loads nothing for requests that are not about sites. */
export async function addressChangesOf(
  requests: readonly JudgedRequest[],
  reader: ServiceReader,
): Promise<PlanEffects['addresses']> {
  const ids = new Set(requests.map(({ operation }) => operation));
  const parts = await Promise.all([...ids].map((id) => partOf({ id })));
  if (!parts.some((part) => part && kindsOfAddresses.includes(part.resource.kind))) return [];
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

/** Shows what one request opens, and loses beside the thing that its question names. */
export async function showRequestEffects(
  session: Pick<Session, 'out'>,
  request: ChangingRequest,
  reader: ServiceReader,
): Promise<void> {
  const effects = await effectsOf([{ operation: request.op.id, input: request.input }], reader);
  const { opens, loses, addresses } = effects;
  if (opens.length + loses.length + addresses.length <= 1) return;
  await session.out.plan((out) => showPlanEffects(out, effects));
}

/**
 * Returns what changes open and take away, with names. Reads what the session has not read yet. `following` is what ends with
 * what they end.
 */
export function changeEffects(
  session: Session,
  changes: readonly Change[],
  names: KnownNames,
  following?: readonly Effect[],
): Promise<PlanEffects> {
  return effectsOf(changes, sessionReader(session), { nameOf: naming(names), following });
}

/** Returns what requests open and lose, what is open between them, and the public addresses that they change. */
export async function effectsOf(
  requests: readonly JudgedRequest[],
  reader: ServiceReader,
  options?: JudgedOptions,
): Promise<PlanEffects & JudgedBlocks> {
  const { blocksOf } = await import('./reach/blocks.ts');
  const blocks = await blocksOf(requests, reader, options);
  return { ...blocks, addresses: await addressChangesOf(requests, reader) };
}

/** Returns a view of changes whose JSON has what they open and lose before the list, which is its field `changes`. */
export function viewWithEffects(view: View, { opens, loses, addresses }: PlanEffects): View {
  return { ...view, within: { beside: { opens, loses, addresses }, field: 'changes' } };
}
