import type { Redactor } from '../../api/redact/redact.ts';
import type { Fields } from '../../model/effects/facts.ts';
import { canonical } from '../../text/canonical.ts';
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

/** Replaces long values by their hashes. What makes them is loaded where there is one. */
export async function withoutLongValues(value: Fields): Promise<Fields> {
  const isLong = (field: unknown) => canonical(field).length > longest;
  if (!Object.values(value).some(isLong)) return value;
  const { hashOf } = await import('./hashes.ts');
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isLong(field) ? { $sha256: hashOf(field) } : field]),
  );
}
