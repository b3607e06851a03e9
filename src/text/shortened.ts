const mostShown = 100;

/** As many lines as somebody reads, and how many more there are. */
export function shortened(lines: readonly string[]): string[] {
  const more = lines.length - mostShown;
  return more > 0 ? [...lines.slice(0, mostShown), `and ${more} more`] : [...lines];
}

const longestText = 200;

/** A copy of plain data in which long texts, such as whole files, are cut. */
export function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withShortTexts);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withShortTexts(field)]));
}
