import { createHash } from 'node:crypto';
import type { Fields } from '../../model/effects/facts.ts';
import { canonical } from '../../text/canonical.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';
import { isSecret } from './values.ts';

/** Returns the hash of a value: the same for equal ones. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

/** Returns whether a value is the one that a request left, or has its hash in the journal. */
export function isSame(recorded: unknown, value: unknown): boolean {
  if (isObject(recorded) && typeof recorded.$sha256 === 'string') return recorded.$sha256 === hashOf(value);
  return isEqual(recorded, value);
}

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

const shown = /^(section (default|defaultSiteSpace|spaceId)|section-group sections|site-space default)$/;

/** Returns whether a thing of a site only shows a field: what is in it, or what is the default. It may differ by changes of others in the site. */
export function isOnlyShown(kind: string, field: string): boolean {
  return shown.test(`${kind} ${field}`);
}
