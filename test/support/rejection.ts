import { expect } from 'vitest';

/** Returns the error of a rejected promise. Fails the test if it is not rejected. */
export function rejection<Kind = Error>(promise: Promise<unknown>): Promise<Kind> {
  return promise.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error as Kind,
  );
}
