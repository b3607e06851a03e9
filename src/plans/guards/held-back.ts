import type { Objection } from '../../domain/losses/mass.ts';
import { UsageError } from '../../errors.ts';
import { shortened } from '../../text/shortened.ts';

/** Throws the objections to the work as one `UsageError` that names the flags; returns if there are none. */
export function assertNothingHeld(held: readonly Objection[]): void {
  const [only, ...others] = held;
  if (!only) return;
  const hint = hintOf(held);
  if (others.length === 0) throw new UsageError(`${only.message}; nothing was sent`, { hint });
  throw new UsageError('this takes away more than is allowed by default; nothing was sent', {
    details: shortened(held.map(({ message }) => message)),
    hint,
  });
}

function hintOf(held: readonly Objection[]): string {
  const unliftable = held.find(({ flags }) => !flags);
  const flags = [...new Set(held.flatMap(({ flags = [] }) => flags))].join(' ');
  if (!unliftable) return `if you mean it, allow it with ${flags}`;
  const hint = unliftable.hint ?? 'no flag allows this';
  return flags === '' ? hint : `${hint}; the rest is allowed with ${flags}`;
}
