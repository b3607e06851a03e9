import type { Readable, Writable } from 'node:stream';

/** Where questions are asked. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends a question at once; it throws the signal's reason. */
  readonly interrupt: AbortSignal;
}
