import { ServiceError, UnusableAnswer } from '../../api/client/errors.ts';
import { isObject } from '../../text/fields.ts';

/** What was not read, and why: `2,214 requests`. */
export interface Unknown {
  readonly unknown: string;
  /** The number of requests that were too many; absent if it is unknown for another reason. */
  readonly requests?: number;
  /** The status of the answer, if the service has refused it. */
  readonly status?: number;
}

export function isUnknown(value: unknown): value is Unknown {
  return isObject(value) && 'unknown' in value;
}

/** Resolves with what is read, or with why it is unknown where the service answers one of these statuses. */
export async function orUnknown<Value>(
  reading: Promise<Value>,
  statuses: readonly number[] = [403, 404],
): Promise<Value | Unknown> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ServiceError) || !statuses.includes(error.status)) throw error;
    return { unknown: error.message, status: error.status };
  }
}

/** Resolves with `undefined` if the service refuses the request. */
export async function unlessRefused<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined;
    throw error;
  });
}

/** Does what {@link orUnknown} does, also for an answer that cannot be used. */
export async function ifReadable<Value>(reading: Promise<Value>): Promise<Value | Unknown> {
  try {
    return await orUnknown(reading);
  } catch (error) {
    if (!(error instanceof UnusableAnswer)) throw error;
    return { unknown: error.message };
  }
}
