import { createHash } from 'node:crypto';
import type { Redactor } from '../../api/redact/redact.ts';
import type { Fields } from '../../model/effects/facts.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';

/** Why a value with a secret cannot come back. */
export const notKept = 'it holds a secret, which journals do not keep';

/** Stands for the value of a field that holds a secret. */
const secret = { $secret: true };

/** Returns whether a value stands for a secret, which journals do not keep. */
export function isSecret(value: unknown): boolean {
  return isObject(value) && value.$secret === true;
}

/** Replaces the value of each field that holds a secret: `isSecret` recognizes it. */
export function withoutSecrets(value: Fields, redactor: Pick<Redactor, 'redactValue'>): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isEqual(redactor.redactValue({ [name]: field }), { [name]: field }) ? field : secret,
    ]),
  );
}

const longest = 300;

/** Replaces long values by their hashes. */
export function shortened(value: Fields): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const text = canonical(field);
      return [name, text.length > longest ? { $sha256: hashOf(text) } : field];
    }),
  );
}

/** Returns whether a value is the one that a request left, or has its hash in the journal. */
export function isSame(recorded: unknown, value: unknown): boolean {
  if (isObject(recorded) && typeof recorded.$sha256 === 'string')
    return recorded.$sha256 === hashOf(canonical(value));
  return isEqual(recorded, value);
}

/** Returns a text that is the same for equal values: fields are sorted, and those without a value left out. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, field: unknown) =>
    isObject(field)
      ? Object.fromEntries(
          Object.entries(field)
            .filter(([, one]) => one != null)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : field,
  );
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
