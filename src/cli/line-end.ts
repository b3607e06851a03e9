import { NotSent, ServiceError, type UnsentRequest } from '../api/client/errors.ts';
import { NothingCalled } from '../errors.ts';
import { ignoreNotFoundFlag } from './flags/flag.ts';
import type { Verb } from './verb.ts';

/** How a command line without a failure has ended. */
export type LineEnd =
  | { readonly kind: 'done' }
  /** A dry run: the first request that changes something was not sent. */
  | { readonly kind: 'not-sent'; readonly request: UnsentRequest }
  /** It names several things for a command that takes one: that is bulk work. */
  | {
      readonly kind: 'several';
      /** The named things, or `-`. */
      readonly operands: readonly string[];
      /** Words of the command that are not on the line, because the user was asked for them. */
      readonly given: readonly string[];
    }
  /** The thing to end does not exist, and the user ignores that. */
  | { readonly kind: 'gone'; readonly error: unknown };

/** Ends a command before its action, because it must run for several things. */
export class SeveralThings extends Error {
  readonly operands: readonly string[];
  readonly given: readonly string[];
  constructor(operands: readonly string[], given: readonly string[]) {
    super();
    this.operands = operands;
    this.given = given;
  }
}

/**
 * Turns an error into the end of a line, if it means one: an action can only be ended early by an exception. Throws
 * `error` if the line failed.
 */
export function endOf(error: unknown, command: Verb | undefined): LineEnd {
  if (error instanceof NotSent) return { kind: 'not-sent', request: error.request };
  if (error instanceof SeveralThings) {
    const { operands, given } = error;
    return { kind: 'several', operands, given };
  }
  if (isGone(error, command)) return { kind: 'gone', error };
  throw error;
}

/** Returns whether `error` means that the thing to delete does not exist, and the user ignores that. */
function isGone(error: unknown, command: Verb | undefined): boolean {
  if (command?.getOptionValue(ignoreNotFoundFlag.attributeName()) !== true) return false;
  return error instanceof NothingCalled || (error instanceof ServiceError && error.status === 404);
}
