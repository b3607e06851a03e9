const token = /"(?:[^"\\]|\\.)*"|[[\]{},\n]|[^\s,:"[\]{}]+/g;

/** The lines on which the items of a JSON array begin. */
export function jsonItemLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  for (const [word] of text.matchAll(token)) {
    if (word === '\n') line++;
    else if (word === ']' || word === '}') depth--;
    else if (word !== ',') {
      if (depth === 1) lines.push(line);
      if (word === '[' || word === '{') depth++;
    }
  }
  return lines;
}

/** The first key that an object of a valid JSON text has twice, as it stands there, and its line. */
export function keyGivenTwice(text: string): { readonly key: string; readonly line: number } | undefined {
  /** The keys of the objects around; an array has none. */
  const around: (Set<string> | undefined)[] = [];
  let isKey = false;
  let line = 1;
  for (const [word] of text.matchAll(token)) {
    const keys = around.at(-1);
    if (word === '\n') line++;
    else if (word === '{' || word === '[') around.push(word === '{' ? new Set() : undefined);
    else if (word === '}' || word === ']') around.pop();
    else if (isKey && keys && word !== ',') {
      const key = word.includes('\\') ? JSON.parse(word) : word.slice(1, -1);
      if (keys.has(key)) return { key: word, line };
      keys.add(key);
    }
    if (word !== '\n') isKey = (word === '{' || word === ',') && around.at(-1) !== undefined;
  }
  return undefined;
}
