import type { Fields } from '../../model/effects/facts.ts';
import { isSame } from './hashes.ts';
import { isSecret } from './values.ts';

/**
 * Returns whether another user has changed a field of a thing: its present value is in none of `known`, which are the values
 * before a run and those that the run has left, or is to leave. A secret is not compared.
 */
export function hasDrifted(
  field: string,
  present: Fields,
  known: readonly (Fields | null | undefined)[],
): boolean {
  return !known.some(
    (one) => one && field in one && (isSecret(one[field]) || isSame(one[field], present[field])),
  );
}
