/** A larger difference, in milliseconds, disturbs certificates and the waits that a service asks for. */
const tolerated = 60_000;

/**
 * Says how far a clock is from the service's: `62 min ahead of the service`; `undefined` if the difference does not
 * matter. Both times are milliseconds since the epoch.
 */
export function clockProblem(now: number, serviceTime: number): string | undefined {
  const off = Math.abs(now - serviceTime);
  if (off <= tolerated) return undefined;
  return `${Math.round(off / 60_000)} min ${now > serviceTime ? 'ahead of' : 'behind'} the service`;
}
