import type { FailureFacts } from '../../src/errors.ts';

/** What is known of a request that got no complete answer: whether it may have acted, and whether it may be repeated. */
export const notSent: FailureFacts = { mayHaveActed: false, mayBeRepeated: true };
export const unclear: FailureFacts = { mayHaveActed: true, mayBeRepeated: true };
export const unusable: FailureFacts = { mayHaveActed: true, mayBeRepeated: false };
export const final: FailureFacts = { mayHaveActed: false, mayBeRepeated: false };
