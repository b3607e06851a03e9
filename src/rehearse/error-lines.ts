/** Returns the messages of a line that prints JSON as a person sees them. */
export function errorLines(stderr: string): string {
  const line = (text: string) => {
    if (!text.startsWith('{"error":')) return [text];
    const { message, details, hint } = JSON.parse(text).error as ErrorOfLine;
    const more = (details ?? []).map((detail) => `  ${detail}`);
    return [`error: ${message}`, ...more, ...(hint === undefined ? [] : [`hint: ${hint}`])];
  };
  return stderr.split('\n').flatMap(line).join('\n');
}

interface ErrorOfLine {
  readonly message: string;
  readonly details?: readonly string[];
  readonly hint?: string;
}
