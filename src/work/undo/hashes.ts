import { createHash } from 'node:crypto';
import { canonical } from '../../text/canonical.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';

/** Returns the hash of a value: the same for equal ones. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

/** Returns whether a value is the one that a request left, or has its hash in the journal. */
export function isSame(recorded: unknown, value: unknown): boolean {
  if (isObject(recorded) && typeof recorded.$sha256 === 'string') return recorded.$sha256 === hashOf(value);
  return isEqual(recorded, value);
}
