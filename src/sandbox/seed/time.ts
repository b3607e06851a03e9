/** When the demo data begins; all its times are counted from here, so that every reset gives the same. */
const start = Date.UTC(2025, 0, 6, 9, 0, 0);

/** The time `days` and `minutes` after the start. */
export function day(days: number, minutes = 0): string {
  return new Date(start + (days * 24 * 60 + minutes) * 60_000).toISOString();
}
