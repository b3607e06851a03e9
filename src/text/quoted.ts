const longestShown = 60;

/** A value in quotes, as a message repeats it; cut where it is long. */
export function quoted(value: unknown): string {
  const shown = JSON.stringify(value);
  return shown.length > longestShown ? `${shown.slice(0, longestShown)}…"` : shown;
}
