/**
 * Yields the lines of a text that comes in pieces, each with its number from 1. Lines end in LF, CRLF or CR, as in CSV:
 * two lines that became one would be another command, or another id.
 */
export async function* linesOf(
  text: AsyncIterable<string>,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  let rest = '';
  let line = 0;
  for await (const piece of text) {
    const all = rest + piece;
    // The LF of a CRLF may be in the next piece.
    const open = all.endsWith('\r') ? '\r' : '';
    const lines = all.slice(0, all.length - open.length).split(/\r\n?|\n/);
    rest = (lines.pop() as string) + open;
    for (const one of lines) yield { line: ++line, text: one };
  }
  if (rest !== '') yield { line: line + 1, text: rest.replace(/\r$/, '') };
}
