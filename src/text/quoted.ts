const longestShown = 60;

/** Quotes a value for a message; cuts it after 60 characters. */
export function quoted(value: unknown): string {
  const shown = JSON.stringify(value);
  return shown.length > longestShown ? `${shown.slice(0, longestShown)}…"` : shown;
}
