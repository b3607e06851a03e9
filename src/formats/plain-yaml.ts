/*
 * The simple part of YAML, of which almost every line of a large organization file consists: maps, lists of maps, true
 * and false, texts without escapes. The YAML library needs more than ten times as long for it, and as much memory.
 * Whatever is not surely simple is left to the library.
 */

/**
 * A text that all versions of YAML read as this text if it has no quotes, but for some words: it begins with a letter, or
 * has an `@`, which no number and no date has.
 */
const plain = "(?:\\p{L}|[\\w.+-]{1,200}@)[\\p{L}\\p{N} _.+@/()'-]{0,500}(?<! )";
/** Words that are another value than their text in one of YAML's versions. */
const word = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
const longestWord = 5;
/** What YAML 1.1 reads as a number, though no digit stands before the `e`. */
const exponent = /^e[-+]?\d+$/i;
const quoted = '"[ !#-\\[\\]-~]{0,500}"';

const plainText = new RegExp(`^${plain}$`, 'u');
const entryLine = new RegExp(
  `( {0,60})(- )?(${plain}|${quoted}):(?: (${plain}|${quoted}|\\{\\}|\\[\\]))?(?:\\n|$)`,
  'uy',
);

/** Which ASCII characters may stand in a plain text, and which may begin one; by their codes. */
const inPlain = codesOf(/[A-Za-z0-9 _.+@/()'-]/);
const beginsPlain = codesOf(/[A-Za-z]/);
const longestPlain = 500;

function codesOf(characters: RegExp): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => characters.test(String.fromCharCode(code)));
}

/** One line: the key of a map, with its value if it stands on the line. */
interface Entry {
  /** The number of characters before the key. */
  readonly column: number;
  /** Whether a map begins here that is the item of a list. */
  isItem: boolean;
  readonly key: string;
  readonly value: unknown;
}

/**
 * Returns the value of a text whose top is a map, exactly as `parsePlaced` does; `undefined` if the text is not surely
 * simple and correct. `start` and `end` choose whole lines of the text.
 */
export function parsePlain(text: string, start = 0, end = text.length): Record<string, unknown> | undefined {
  let at = start;
  let isSimple = end > start;
  let entry: Entry | undefined;
  // Equal texts, such as roles, share their memory.
  const texts = new Map<string, string>();
  next();
  const value = readMap(0);
  return isSimple && !entry ? value : undefined;

  function next(): void {
    entry = isSimple && at < end ? (nextPlain() ?? nextMatch()) : undefined;
    if (!entry) isSimple &&= at === end;
  }

  /** Reads a line in plain ASCII, as almost all are: the expression takes three times as long. */
  function nextPlain(): Entry | undefined {
    let first = at;
    while (text.charCodeAt(first) === 0x20) first++;
    const column = first - at;
    const colon = endOfPlain(first);
    if (column > 60 || colon === undefined || text[colon] !== ':') return undefined;
    const hasValue = text.charCodeAt(colon + 1) === 0x20;
    const last = hasValue ? endOfPlain(colon + 2) : colon + 1;
    if (last === undefined || (last < text.length && text[last] !== '\n')) return undefined;
    at = Math.min(last + 1, text.length);
    const value = hasValue ? valueFrom(text.slice(colon + 2, last)) : undefined;
    return { column, isItem: false, key: textFrom(text.slice(first, colon)), value };
  }

  /** Returns where the plain text in ASCII ends that begins at `first`; `undefined` if none begins there. */
  function endOfPlain(first: number): number | undefined {
    if (!beginsPlain[text.charCodeAt(first)]) return undefined;
    let after = first + 1;
    while (inPlain[text.charCodeAt(after)]) after++;
    return after - first <= longestPlain && text.charCodeAt(after - 1) !== 0x20 ? after : undefined;
  }

  function nextMatch(): Entry | undefined {
    entryLine.lastIndex = at;
    const found = entryLine.exec(text);
    if (!found) return undefined;
    const [line, spaces = '', mark = '', key = '', value] = found;
    at += line.length;
    return {
      column: spaces.length + mark.length,
      isItem: mark !== '',
      key: textFrom(key),
      value: value === undefined ? undefined : valueFrom(value),
    };
  }

  function readMap(column: number): Record<string, unknown> {
    // An ordinary object with many keys takes several times as long to fill.
    const map: Record<string, unknown> = Object.create(null);
    while (entry?.column === column && !entry.isItem) {
      const { key, value } = entry;
      isSimple &&= map[key] === undefined && key !== '__proto__';
      next();
      map[key] = value ?? readInner(column);
    }
    return Object.setPrototypeOf(map, Object.prototype);
  }

  function readInner(above: number): unknown {
    const { column = 0, isItem = false } = entry ?? {};
    if (!isItem && column > above) return readMap(column);
    if (isItem && column - 2 > above) return readList(column);
    isSimple = false;
  }

  function readList(column: number): unknown[] {
    const list: unknown[] = [];
    while (entry?.column === column && entry.isItem) {
      entry.isItem = false;
      list.push(readMap(column));
    }
    return list;
  }

  function valueFrom(written: string): unknown {
    if (written === 'true') return true;
    if (written === 'false') return false;
    if (written === '{}') return {};
    if (written === '[]') return [];
    const known = texts.get(written);
    if (known !== undefined) return known;
    const text = textFrom(written);
    texts.set(written, text);
    return text;
  }

  function textFrom(written: string): string {
    if (written.startsWith('"')) return written.slice(1, -1);
    isSimple &&= written.length > longestWord || !word.test(written);
    return written;
  }
}

/**
 * Returns a map as YAML, exactly as `yamlText` does; `undefined` if something in it is not simple. `indent` stands before
 * each line.
 */
export function plainYaml(map: object, indent = ''): string | undefined {
  let text = '';
  for (const key of Object.keys(map)) {
    const value = (map as Record<string, unknown>)[key];
    const written = isPlain(key) ? valueText(value, indent) : undefined;
    if (written === undefined) return undefined;
    text += `${indent}${key}:${written}`;
  }
  return text;
}

function isPlain(text: string): boolean {
  return plainText.test(text) && !word.test(text) && !exponent.test(text);
}

/** Returns a value with what stands between it and the colon before it. */
function valueText(value: unknown, indent: string): string | undefined {
  if (typeof value === 'string') return value === '' ? ' ""\n' : isPlain(value) ? ` ${value}\n` : undefined;
  if (typeof value === 'boolean') return ` ${value}\n`;
  if (Array.isArray(value)) return value.length === 0 ? ' []\n' : listText(value, indent);
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.keys(value).length === 0) return ' {}\n';
  const inner = plainYaml(value, `${indent}  `);
  return inner === undefined ? undefined : `\n${inner}`;
}

function listText(list: readonly unknown[], indent: string): string | undefined {
  let text = '\n';
  for (const item of list) {
    const isMap = typeof item === 'object' && item !== null && !Array.isArray(item);
    const inner = isMap && Object.keys(item).length > 0 ? plainYaml(item, `${indent}    `) : undefined;
    if (inner === undefined) return undefined;
    text += `${indent}  - ${inner.slice(indent.length + 4)}`;
  }
  return text;
}
