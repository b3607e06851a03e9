/** Returns the value of a JSON text; `undefined` for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why a valid JSON value is refused. */
export type JsonFault = 'a number that would be rounded' | 'values nested more than 500 levels deep';

/** Far more than real values need. The functions that walk through values recurse, and the limit protects the stack. */
const maxDepth = 500;

/**
 * Returns why a valid JSON text cannot be used: numbers that JavaScript would round or turn into infinity, or values
 * nested too deeply. `undefined` if it can be used.
 */
export function jsonFault(json: Uint8Array | string): JsonFault | undefined {
  const bytes = typeof json === 'string' ? new TextEncoder().encode(json) : json;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === code.quote) at = closingQuote(bytes, at);
    else if (byte === code.bracket || byte === code.brace) {
      if (++depth > maxDepth) return 'values nested more than 500 levels deep';
    } else if (byte === code.bracketEnd || byte === code.braceEnd) depth--;
    else if (isDigit(byte)) {
      const end = numberEnd(bytes, at);
      if (isInexactAt(bytes, at, end)) return 'a number that would be rounded';
      at = end - 1;
    }
  }
  return undefined;
}

/**
 * A number that may be one that JavaScript rounds: long, or with an exponent. The same characters may stand in a string.
 */
const unusualNumber = /(?:^|[[:,])\s*-?(?:[\d.]{15,}|[\d.]+[eE])/;

/** A number that becomes 0 has one of these: the smallest number is about 10 to the power of -324. They are found faster. */
const negativeExponent = /\de-/i;
const manyZeros = '0'.repeat(300);

/** Does the same as {@link jsonFault} for a text whose value is known, several times as fast. */
export function faultOfParsed(text: string, value: unknown): JsonFault | undefined {
  const oddity = oddityIn(value, maxDepth);
  if (!oddity) return undefined;
  if (oddity === 'zero' && !negativeExponent.test(text) && !text.includes(manyZeros)) return undefined;
  return oddity === 'depth' || unusualNumber.test(text) ? jsonFault(text) : undefined;
}

/**
 * Returns whether a value is nested more deeply than `levels`, or else has a number that may be another one in its text:
 * only large numbers are rounded, and only 0 and infinity stand for numbers that are too small or too large.
 */
function oddityIn(value: unknown, levels: number): 'depth' | 'large' | 'zero' | undefined {
  if (value === 0) return 'zero';
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'large' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return 'depth';
  let found: 'large' | 'zero' | undefined;
  for (const inner of Object.values(value)) {
    const oddity = oddityIn(inner, levels - 1);
    if (oddity === 'depth') return oddity;
    if (found !== 'large') found = oddity ?? found;
  }
  return found;
}

const code = { quote: 0x22, backslash: 0x5c, bracket: 0x5b, bracketEnd: 0x5d, brace: 0x7b, braceEnd: 0x7d };

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
  return oddityIn(value, maxDepth) === 'depth';
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
