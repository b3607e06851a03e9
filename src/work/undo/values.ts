import type { Redactor } from '../../api/redact/redact.ts';
import { chosen, type Fields, settled, type Touch, thingKey, withMade } from '../../model/effects/facts.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';
import type { State } from '../journal/journal-schema.ts';

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
      // The name is a word of the API, even if a secret is the same word.
      isEqual(Object.values(redactor.redactValue({ [name]: field }) as Fields), [field]) ? field : secret,
    ]),
  );
}

/** Returns the values that a touch leaves, as far as they do not need the answer. */
export function valueLeft(
  touch: Touch,
  made: string | undefined,
  before: ReadonlyMap<string, State>,
): Fields {
  const { sets = {} } = touch;
  return withMade<unknown>(settled(withoutChosen(sets), before.get(thingKey(touch))?.value), made);
}

export function byThing(states: readonly State[]): ReadonlyMap<string, State> {
  return new Map(states.map((state) => [thingKey(state), state]));
}

/** Replaces what the service chooses by no value. */
function withoutChosen(sets: Fields): Fields {
  return Object.fromEntries(
    Object.entries(sets).map(([name, value]) => [name, value === chosen ? null : value]),
  );
}
