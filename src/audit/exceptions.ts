import type { Finding } from './evaluate.ts';

/** An accepted finding. */
export interface Exception {
  readonly rule: string;
  /** The id of the object, or `kind:name`. */
  readonly object: string;
  readonly reason: string;
  /** The last day on which it holds, or `never`. */
  readonly expires: string;
  readonly owner?: string | undefined;
}

/** An exception in a file. */
export interface PlacedException extends Exception {
  /** `exceptions.yaml:3`. */
  readonly at: string;
}

/** A finding with the exception that accepts it, or did until it expired. */
export type JudgedFinding = Finding & { readonly exception?: Exception | undefined };

/** Returns whether an exception holds at `now`: it does until the end of its last day, in UTC. */
export function isInForce({ expires }: Exception, now: number): boolean {
  return expires === 'never' || expires >= new Date(now).toISOString().slice(0, 10);
}
