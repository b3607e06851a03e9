/** The attempts and the time that a result took. */
export interface Effort {
  readonly attempts: number;
  /** Milliseconds from the first attempt to the result, with all waits. */
  readonly ms: number;
}

/** Returns ` after 4 attempts (12 s)`, for the end of a message; an empty text for a single attempt. */
export function afterAttempts({ attempts, ms }: Effort): string {
  if (attempts === 1) return '';
  const seconds = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000);
  return ` after ${attempts} attempts (${seconds} s)`;
}
