/** What it took to get a result. */
export interface Effort {
  readonly attempts: number;
  /** From the first attempt to the result, waits included. */
  readonly ms: number;
}

/** ` after 4 attempts (12 s)`, to go behind the words for what happened; nothing for a single attempt. */
export function afterAttempts({ attempts, ms }: Effort): string {
  if (attempts === 1) return '';
  const seconds = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000);
  return ` after ${attempts} attempts (${seconds} s)`;
}
