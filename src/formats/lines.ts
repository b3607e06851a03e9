/** Yields the lines of a text that comes in pieces, each with its number from 1. */
export async function* linesOf(
  text: AsyncIterable<string>,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  let rest = '';
  let line = 0;
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() as string;
    for (const one of lines) yield { line: ++line, text: one };
  }
  if (rest !== '') yield { line: line + 1, text: rest };
}
