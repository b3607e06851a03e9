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
const quoted = '"[ !#-\\[\\]-~]{0,500}"';

const plainText = new RegExp(`^${plain}$`, 'u');
const entryLine = new RegExp(
  `( {0,60})(- )?(${plain}|${quoted}):(?: (${plain}|${quoted}|\\{\\}|\\[\\]))?(?:\\n|$)`,
  'uy',
);

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
 * simple and correct.
 */
export function parsePlain(text: string): Record<string, unknown> | undefined {
  let at = 0;
  let isSimple = text !== '';
  let entry: Entry | undefined;
  // Equal texts, such as roles, share their memory.
  const texts = new Map<string, string>();
  next();
  const value = readMap(0);
  return isSimple && !entry ? value : undefined;

  function next(): void {
    entryLine.lastIndex = at;
    const found = isSimple && at < text.length ? entryLine.exec(text) : null;
    if (!found) {
      entry = undefined;
      isSimple &&= at === text.length;
      return;
    }
    const [line, spaces = '', mark = '', key = '', value] = found;
    at += line.length;
    entry = {
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
      isSimple &&= !Object.hasOwn(map, key) && key !== '__proto__';
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
    isSimple &&= !word.test(written);
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
  return plainText.test(text) && !word.test(text);
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
