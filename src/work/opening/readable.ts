import { UnusableAnswer } from '../../api/client/errors.ts';
import { orUnknown, type Unknown } from '../../model/read/unknown.ts';

/** Resolves with what is read, or with why it is unknown where the service refuses it, or answers what cannot be used. */
export async function ifReadable<Value>(reading: Promise<Value>): Promise<Value | Unknown> {
  try {
    return await orUnknown(reading);
  } catch (error) {
    if (!(error instanceof UnusableAnswer)) throw error;
    return { unknown: error.message };
  }
}
