/** The first time in the demo data. All others are counted from it, so that every reset makes the same data. */
const start = Date.UTC(2025, 0, 6, 9, 0, 0);

/** Returns the time `days` and `minutes` after the start. */
export function day(days: number, minutes = 0): string {
  return new Date(start + (days * 24 * 60 + minutes) * 60_000).toISOString();
}
