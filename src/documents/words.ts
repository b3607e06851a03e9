/** Counts things: `1 team`, `1,204 teams`. */
export function pageCounted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}

/** Returns an ISO timestamp for people: `2026-05-01 10:00 UTC`. */
export function timeText(iso: string): string {
  return iso.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC');
}
