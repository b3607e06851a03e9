/** Returns the value of a JSON text; `undefined` for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why a valid JSON value is refused. */
export type JsonFault =
  | 'a number that would be rounded'
  | 'values nested more than 500 levels deep'
  | 'more than two million values'
  | 'the same key twice in one object';

/** Far more than real values need. The functions that walk through values recurse, and the limit protects the stack. */
const maxDepth = 500;

/** Far more than a list of 1000 items has. A parser needs a second and half a gigabyte for so many. */
const maxValues = 2_000_000;

/**
 * Returns why a valid JSON text cannot be used: numbers that JavaScript would round or turn into infinity, or values
 * nested too deeply. `undefined` if it can be used.
 */
export function jsonFault(json: Uint8Array | string): JsonFault | undefined {
  return scan(typeof json === 'string' ? new TextEncoder().encode(json) : json, Number.POSITIVE_INFINITY)
    .fault;
}

/** Returns why it would take too long to parse a text, if it would. Short texts cannot have so many values. */
export function parsingFault(json: Uint8Array): JsonFault | undefined {
  return json.length > 2 * maxValues ? scan(json, maxValues).fault : undefined;
}

/** Reads a text without parsing it: what is wrong with it, and how many keys its objects have, if nothing is. */
function scan(bytes: Uint8Array, most: number): { fault?: JsonFault; keys: number } {
  let depth = 0;
  let values = 0;
  let keys = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === code.quote) at = closingQuote(bytes, at);
    else if (byte === code.colon) keys++;
    else if (byte === code.comma) values++;
    else if (byte === code.bracket || byte === code.brace) {
      values++;
      if (++depth > maxDepth) return { fault: 'values nested more than 500 levels deep', keys };
    } else if (byte === code.bracketEnd || byte === code.braceEnd) depth--;
    else if (isDigit(byte)) {
      const end = numberEnd(bytes, at);
      if (isInexactAt(bytes, at, end)) return { fault: 'a number that would be rounded', keys };
      at = end - 1;
    }
    if (values > most) return { fault: 'more than two million values', keys };
  }
  return { keys };
}

/**
 * A number that may be one that JavaScript rounds: long, or with an exponent. The same characters may be in a string.
 * Nothing in it repeats without a limit: a long text would fill the stack.
 */
const unusualNumber = /(?:^|[[:,\s])-?(?:[\d.]{15}|[\d.]{1,14}[eE])/;

/** A number that becomes 0 has one of these: the smallest number is about 10 to the power of -324. They are found faster. */
const negativeExponent = /\de-/i;
const manyZeros = '0'.repeat(300);

/**
 * Does the same as {@link jsonFault} for a text whose value is known, several times as fast, and finds keys that a value
 * cannot show, because they are in it twice.
 */
export function faultOfParsed(text: string, value: unknown): JsonFault | undefined {
  const found: Found = { keys: 0, length: 0, spare: 0, hasLarge: false, hasZero: false };
  const isTooDeep = !walk(value, maxDepth, found);
  const isSmall = found.hasZero && (negativeExponent.test(text) || text.includes(manyZeros));
  if (isTooDeep || ((found.hasLarge || isSmall) && unusualNumber.test(text))) {
    const fault = jsonFault(text);
    if (fault) return fault;
  }
  if (found.length === text.trim().length - lengthOfEscapes(text) && found.spare < shortestField)
    return undefined;
  const { keys } = scan(new TextEncoder().encode(text), Number.POSITIVE_INFINITY);
  return keys === found.keys ? undefined : 'the same key twice in one object';
}

/** Returns by how many characters escapes in strings are longer than what they stand for. */
function lengthOfEscapes(text: string): number {
  let length = 0;
  let at = text.indexOf('\\');
  while (at >= 0) {
    const extra = text[at + 1] === 'u' ? 5 : 1;
    length += extra;
    at = text.indexOf('\\', at + 1 + extra);
  }
  return length;
}

/** What is known of a value after a walk through it. */
interface Found {
  keys: number;
  /** The number of characters of its shortest text, with numbers as JavaScript writes them. */
  length: number;
  /** By how many characters its numbers could be written shorter than that, at most. */
  spare: number;
  /** Whether it has a number that may be another one in its text: only large ones are rounded. */
  hasLarge: boolean;
  /** Whether it has a zero, which may stand for a number that is too small. */
  hasZero: boolean;
}

/** The characters of `"":0,`. A text of the expected length has no second field of a name, unless numbers are so much shorter. */
const shortestField = 5;

/** Walks through a value. Returns `false` if it is nested more deeply than `levels`. */
function walk(value: unknown, levels: number, found: Found): boolean {
  if (typeof value === 'string') found.length += value.length + 2;
  else if (typeof value === 'number') walkNumber(value, found);
  else if (typeof value !== 'object' || value === null) found.length += value === false ? 5 : 4;
  else if (levels === 0) return false;
  else if (Array.isArray(value)) {
    found.length += Math.max(2, value.length + 1);
    for (const item of value) if (!walk(item, levels - 1, found)) return false;
  } else {
    let keys = 0;
    for (const key in value) {
      keys++;
      found.length += key.length + 3;
      if (!walk((value as Record<string, unknown>)[key], levels - 1, found)) return false;
    }
    found.keys += keys;
    found.length += Math.max(2, keys + 1);
  }
  return true;
}

function walkNumber(value: number, found: Found): void {
  const { length } = String(value);
  found.length += length;
  if (value === 0) found.hasZero = true;
  else if (!Number.isSafeInteger(value)) found.spare += shortestField;
  else if (value % 1000 === 0) found.spare += length - '1e3'.length;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) found.hasLarge = true;
}

const code = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  bracket: 0x5b,
  backslash: 0x5c,
  bracketEnd: 0x5d,
  brace: 0x7b,
  braceEnd: 0x7d,
};

function closingQuote(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== code.quote) at += bytes[at] === code.backslash ? 2 : 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function numberEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isPartOfNumber(bytes[at])) at++;
  return at;
}

/** Digits, `+`, `-`, `.`, `E` and `e`. */
function isPartOfNumber(byte = 0): boolean {
  return isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65;
}

/** Numbers with at most so many digits and no exponent are always exact. */
const exactDigits = 15;

function isInexactAt(bytes: Uint8Array, start: number, end: number): boolean {
  const part = bytes.subarray(start, end);
  if (part.length <= exactDigits && !part.includes(0x65) && !part.includes(0x45)) return false;
  return isInexact(String.fromCharCode(...part.subarray(0, longestNumber)));
}

/** A number with more digits is never exact. The limit protects `fromCharCode`, whose arguments are limited. */
const longestNumber = 2000;

/** Returns whether a value is nested more deeply than a JSON text may be. True for a value that contains itself. */
export function isNestedTooDeeply(value: unknown): boolean {
  return !walk(value, maxDepth, { keys: 0, length: 0, spare: 0, hasLarge: false, hasZero: false });
}

/**
 * Returns whether JavaScript changes the number in `text`: it rounds a whole number, or turns it into infinity or zero.
 * The last digits of a fraction do not count.
 */
export function isInexact(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return true;
  const written = decimal(text);
  if (value === 0) return written.digits !== '';
  const isWhole = written.exponent >= 0;
  if (!isWhole && !(Number.isInteger(value) && !Number.isSafeInteger(value))) return false;
  const held = decimal(String(value));
  return held.digits !== written.digits || held.exponent !== written.exponent;
}

/** Splits a number into its digits, without zeros around them, and a power of ten. */
function decimal(text: string): { digits: string; exponent: number } {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const all = whole + fraction;
  const digits = all.replace(/^0+|0+$/g, '');
  if (digits === '') return { digits, exponent: 0 };
  const zeros = all.length - all.replace(/0+$/, '').length;
  return { digits, exponent: Number(exponent) - fraction.length + zeros };
}
