import type { Touch } from '../../model/effects/facts.ts';

/** The highest role of an organization, and of collections and spaces. */
export const administrator = 'admin';

/** The highest role of a team. */
export const owner = 'owner';

/** Returns the role that a touch gives; `undefined` if it gives none, or if the present one stays. */
export function roleIn({ sets }: Touch): string | null | undefined {
  const role = sets?.role;
  return typeof role === 'string' || role === null ? role : undefined;
}

/** Returns whether a default level may be lower than the one before; `inherit` may be any. */
function isLowLevel(level: unknown): boolean {
  return level !== undefined && level !== administrator && level !== 'inherit';
}

/**
 * Returns whether a touch ends something or may lower a role. Giving the highest role lowers nothing; any other one may
 * be lower, also one that this tool does not know.
 */
export function mayLower(touch: Touch): boolean {
  if (touch.change === 'end') return true;
  if (touch.change !== 'set') return false;
  if (touch.kind === 'collection') return isLowLevel(touch.sets?.defaultLevel);
  const role = roleIn(touch);
  const highest = touch.kind === 'team-member' ? owner : administrator;
  return role !== undefined && role !== highest;
}
