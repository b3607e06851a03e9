import { type Hint, UsageError } from '../../errors.ts';
import type { ChangingRequest } from '../../model/effects/facts.ts';
import { shortened } from '../../text/shortened.ts';
import type { Session } from '../run/session.ts';
import type { Objection } from './rules.ts';

/** Throws one `UsageError` with all objections to the work and what allows it; returns if there are none. */
export function assertNothingHeld(held: readonly Objection[]): void {
  const [only, ...others] = held;
  if (!only) return;
  const hint = hintOf(held);
  if (others.length === 0) throw new UsageError(`${only.message}; nothing was sent`, { hint });
  throw new UsageError(`${whatIsHeld(held)} more than is allowed by default; nothing was sent`, {
    details: shortened(held.map(({ message }) => message)),
    hint,
  });
}

/** Throws as {@link assertNothingHeld} does. A dry run shows all that it would do first: it gets the objections, to throw them then. */
export function heldBack(
  { dryRun }: Pick<Session, 'dryRun'>,
  held: readonly Objection[],
): readonly Objection[] {
  if (!dryRun) assertNothingHeld(held);
  return held;
}

/** Throws the objections to one request. A dry run shows the request first. */
export async function assertNotHeld(
  session: Pick<Session, 'dryRun' | 'connectForBulk' | 'system' | 'out'>,
  request: ChangingRequest,
  held: readonly Objection[],
): Promise<void> {
  if (held.length > 0 && session.dryRun) {
    const { showUnsent } = await import('../unsent.ts');
    await showUnsent(session, request);
  }
  assertNothingHeld(held);
}

function whatIsHeld(held: readonly Objection[]): string {
  const opens = held.some(({ lifts = [] }) => lifts.some(({ limit }) => limit === 'allowOpening'));
  return opens ? 'this takes away or opens' : 'this takes away';
}

function hintOf(held: readonly Objection[]): Hint {
  const lifts = held.flatMap(({ lifts = [] }) => lifts);
  const texts = lifts.map((lift) => JSON.stringify(lift));
  const each = lifts.filter((_, at) => texts.indexOf(texts[at] as string) === at);
  const instead = held.find((one) => !one.lifts)?.hint;
  const leaving = [...new Set(held.flatMap((one) => one.leaving ?? []))];
  const ownerless = [...new Set(held.flatMap((one) => one.ownerless ?? []))];
  return { code: 'allow-losses', data: { lifts: each, instead, leaving, ownerless } };
}
