interface Token {
  /** A text with its quotes, a number, a keyword, a bracket, a comma or a newline. */
  readonly word: string;
  readonly at: number;
}

/**
 * Yields the tokens of a JSON text. Finds the end of texts without a regular expression, which would run out of memory
 * for the longest.
 */
function* tokensOf(text: string): Generator<Token> {
  const next = /["[\]{},\n]|[^\s,:"[\]{}]+/g;
  for (let found = next.exec(text); found; found = next.exec(text)) {
    if (found[0] === '"') next.lastIndex = closingQuote(text, found.index) + 1;
    yield { word: text.slice(found.index, next.lastIndex), at: found.index };
  }
}

function closingQuote(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Turns the numbers in a JSON text into texts, as they are written: `1e3` and `1.50` stay the same. */
export function numbersAsTexts(text: string): string {
  let written = '';
  let end = 0;
  for (const { word, at } of tokensOf(text)) {
    if (!/^[-\d]/.test(word)) continue;
    written += `${text.slice(end, at)}"${word}"`;
    end = at + word.length;
  }
  return written + text.slice(end);
}

/** Puts `value` into the field `name` of an object's JSON text. The rest of the text does not change. */
export function withField(object: string, name: string, value: string): string {
  const tokens = [...tokensOf(object)];
  const at = tokens.findIndex(
    ({ word }, index) => startsKey(tokens[index - 1]) && word.startsWith('"') && JSON.parse(word) === name,
  );
  const earlier = tokens[at + 1];
  if (at >= 0 && earlier)
    return `${object.slice(0, earlier.at)}${JSON.stringify(value)}${object.slice(earlier.at + earlier.word.length)}`;
  const fields = object.slice(0, -1).trimEnd();
  return `${fields}${fields === '{' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}}`;
}

function startsKey(before: Token | undefined): boolean {
  return before?.word === '{' || before?.word === ',';
}

/** An item of a JSON array: the line where it begins, and its place in the text. */
interface JsonItem {
  readonly line: number;
  readonly start: number;
  end: number;
}

export function jsonItems(text: string): JsonItem[] {
  const items: JsonItem[] = [];
  let line = 1;
  let depth = 0;
  for (const { word, at } of tokensOf(text)) {
    if (word === '\n') line++;
    else if (word !== ',') {
      const closes = word === ']' || word === '}';
      if (closes) depth--;
      else if (depth === 1) items.push({ line, start: at, end: at });
      if (word === '[' || word === '{') depth++;
      const last = items.at(-1);
      if (depth === 1 && last) last.end = at + word.length;
    }
  }
  return items;
}

/** Returns the first key that an object in a valid JSON text has twice, as it is written, and its line. */
export function keyGivenTwice(text: string): { readonly key: string; readonly line: number } | undefined {
  /** The keys of the surrounding objects; `undefined` for an array. */
  const around: (Set<string> | undefined)[] = [];
  let isKey = false;
  let line = 1;
  for (const { word } of tokensOf(text)) {
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
