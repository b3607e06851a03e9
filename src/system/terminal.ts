import type { Readable, Writable } from 'node:stream';

/** The terminal that questions use. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number };
  /** Ends a question at once, which throws the signal's reason. */
  readonly interrupt: AbortSignal;
}
