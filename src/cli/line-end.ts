import type { Command } from 'commander';
import { NotSent, type UnsentRequest } from '../api/client/errors.ts';
import { isGone } from './flags/ignore-not-found.ts';

/** How a command line ended that did not fail. */
export type LineEnd =
  | { readonly kind: 'done' }
  /** A dry run: the first request that changes something was not sent. */
  | { readonly kind: 'not-sent'; readonly request: UnsentRequest }
  /** It names several things where its command takes one: that is bulk work. */
  | {
      readonly kind: 'several';
      /** What is named, or `-`. */
      readonly operands: readonly string[];
      /** Words of the command that are not on the line: its user was asked for them. */
      readonly given: readonly string[];
    }
  /** It was to end what does not exist, and its user does not mind. */
  | { readonly kind: 'gone'; readonly error: unknown };

/** Ends a command before its action, because it is to run for several things. */
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
 * How a line ended whose command threw `error`. An action can be ended early by an exception only; here it becomes a value.
 * Throws `error` where the line failed.
 */
export function endOf(error: unknown, command: Command | undefined): LineEnd {
  if (error instanceof NotSent) return { kind: 'not-sent', request: error.request };
  if (error instanceof SeveralThings) {
    const { operands, given } = error;
    return { kind: 'several', operands, given };
  }
  if (isGone(error, command)) return { kind: 'gone', error };
  throw error;
}
