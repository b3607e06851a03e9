import type { Finding } from './evaluate.ts';
import type { Evidence } from './evidence.ts';

export const exceptionsFormat = 'docs-admin-audit-exceptions/1';

/** An accepted finding. */
export interface Exception {
  readonly rule: string;
  /** The id of the object, or `kind:name`. */
  readonly object: string;
  readonly reason: string;
  /** The last day on which it holds, or `never`. */
  readonly expires: string;
  readonly owner?: string | undefined;
  /** The day on which it was accepted. */
  readonly accepted?: string | undefined;
}

export interface StoredException extends Exception {
  /** What the finding showed when it was accepted; `any` accepts whatever it shows. */
  readonly evidence: Evidence | 'any';
}

export interface PlacedException extends StoredException {
  /** `exceptions.yaml:3`. */
  readonly at: string;
}

/**
 * A finding with the exception that accepts it, or did until it expired or the finding showed more, and whether the baseline
 * has it.
 */
export type JudgedFinding = Finding & {
  readonly exception?: Exception | undefined;
  readonly baseline?: true | undefined;
};

/** Returns whether an exception holds at `now`: it does until the end of its last day, in UTC. */
export function isInForce({ expires }: Exception, now: number): boolean {
  return expires === 'never' || expires >= new Date(now).toISOString().slice(0, 10);
}
