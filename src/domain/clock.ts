/** From here on, certificates and the waits that a service asks for go wrong, in milliseconds. */
const tolerated = 60_000;

/**
 * How far a clock is from the service's, in words: `62 min ahead of the service`; `undefined` where that does not matter.
 * Both are in milliseconds since the epoch.
 */
export function clockProblem(now: number, serviceTime: number): string | undefined {
  const off = Math.abs(now - serviceTime);
  if (off <= tolerated) return undefined;
  return `${Math.round(off / 60_000)} min ${now > serviceTime ? 'ahead of' : 'behind'} the service`;
}
