import { mapParts } from './map-parts.ts';

const mostShown = 100;

/** Returns the first 100 lines, and a line that counts the rest. */
export function shortened(lines: readonly string[]): string[] {
  const more = lines.length - mostShown;
  return more > 0 ? [...lines.slice(0, mostShown), `and ${more} more`] : [...lines];
}

const longestText = 200;

/** Copies plain data and cuts texts of more than 200 characters, such as whole files. */
export function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  return mapParts(value, withShortTexts);
}
