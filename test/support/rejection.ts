import { expect } from 'vitest';

/** What `promise` is rejected with; fails the test where it is not. */
export function rejection<Kind = Error>(promise: Promise<unknown>): Promise<Kind> {
  return promise.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error as Kind,
  );
}
