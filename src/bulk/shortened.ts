const mostShown = 100;

/** As many lines as somebody reads, and how many more there are. */
export function shortened(lines: readonly string[]): string[] {
  const more = lines.length - mostShown;
  return more > 0 ? [...lines.slice(0, mostShown), `and ${more} more`] : [...lines];
}
