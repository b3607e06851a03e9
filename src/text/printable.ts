/*
 * What may be printed where. Text of the service reaches
 * - people, in tables and messages, by `visible`: on one line, and nothing in it changes or hides what they read;
 * - programs, in CSV, TSV and ids, by `dataText`: only control characters are made visible;
 * - programs, in JSON and YAML, by `escapeJson` and `escapeYaml`: the same text, written with escapes;
 * - programs that want it as it is, one text of `--query` and `--csv-raw`, by `exactText`.
 * A terminal is always read by people: there, the formats for programs are made safe as well.
 */

/**
 * Characters beyond C0 that change or hide what people read: DEL, C1, soft hyphen, bidirectional controls, zero-width
 * characters, line and paragraph separators, annotation marks, non-characters and tag characters (U+E0000 to U+E007F).
 */
const deceptive =
  '\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff';
const tags = '\\udb40[\\udc00-\\udc7f]';

const control = /[\x00-\x1f\x7f-\x9f]/g;
const unsafe = new RegExp(`[\\x00-\\x1f${deceptive}]|${tags}`, 'g');
const unsafeBeyondC0 = new RegExp(`[${deceptive}]|${tags}`, 'g');
const unsafeBesideNewline = new RegExp(`[\\x00-\\x09\\x0b-\\x1f${deceptive}]|${tags}`);

/**
 * Makes text safe for people, on one line: `^[` for the escape character, `␊` for a newline, `␉` for a tab, `<U+202E>`
 * for characters that would reorder, hide or join the text around them.
 */
export function visible(text: string): string {
  if (isPrintableAscii(text)) return text;
  return text.replace(unsafe, symbol).toWellFormed();
}

/**
 * Returns whether a text has only the characters from the space to the tilde. Most texts are such, and this is many
 * times as fast as what other texts need.
 */
export function isPrintableAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/**
 * Makes text safe for a line-based data format. The format itself handles the characters in `kept`, such as newlines.
 */
export function dataText(text: string, onTerminal: boolean, kept = ''): string {
  if (isPrintableAscii(text)) return text;
  return text.replace(onTerminal ? unsafe : control, (character, offset: number) =>
    kept.includes(character) ? character : symbol(character, offset, text),
  );
}

/** Returns text unchanged; for a terminal, makes it safe except for its newlines and tabs. */
export function exactText(text: string, onTerminal: boolean): string {
  return onTerminal ? dataText(text, onTerminal, '\n\t') : text;
}

function symbol(character: string, offset: number, text: string): string {
  if (isNeeded(character, offset, text)) return character;
  if (character === '\n') return '␊';
  if (character === '\t') return '␉';
  const code = character.codePointAt(0)!;
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  return code === 0x7f ? '^?' : `<U+${hex(code, 4)}>`;
}

/**
 * Writes JSON text with `\uXXXX` for the characters that {@link visible} replaces. `JSON.stringify` escapes only C0.
 */
export function escapeJson(json: string): string {
  return json.replace(unsafeBeyondC0, (match, offset: number) => {
    if (isNeeded(match, offset, json)) return match;
    const units = match.split('').map((unit) => `\\u${hex(unit.charCodeAt(0), 4).toLowerCase()}`);
    return units.join('');
  });
}

/**
 * Writes YAML text with the same characters escaped. Every string that {@link needsQuotes} must be double-quoted in it.
 */
export function escapeYaml(yaml: string): string {
  return yaml.replace(unsafeBeyondC0, (match, offset: number) => {
    if (isNeeded(match, offset, yaml)) return match;
    const code = match.codePointAt(0)!;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

/** Returns whether YAML can hold a string only with escapes. */
export function needsQuotes(text: string): boolean {
  return unsafeBesideNewline.test(text) || !text.isWellFormed();
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}

let neededJoiner: RegExp | undefined;

/** Returns whether a character is a joiner that an emoji or a script needs. */
function isNeeded(character: string, offset: number, text: string): boolean {
  if (character !== '\u200c' && character !== '\u200d') return false;
  neededJoiner ??= joinerPattern();
  neededJoiner.lastIndex = offset;
  return neededJoiner.test(text);
}

/** Scripts whose letters change their shape beside each other. */
const shapedScripts =
  'Arab Syrc Mong Nkoo Mand Adlm Rohg Phag Mani Sogd Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt';
/** Signs of such scripts that take a joiner at the end of a word, too. */
const viramas = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2';

function joinerPattern(): RegExp {
  const picture = '\\p{Extended_Pictographic}';
  const scripts = shapedScripts.split(' ').map((script) => `\\p{Script_Extensions=${script}}`);
  const letter = `(?=[\\p{L}\\p{M}])[${scripts.join('')}]`;
  const places = [
    `(?<=${picture}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=${picture})`,
    `(?<=${letter})[\\u200c\\u200d](?=${letter})`,
    `(?<=[${viramas}])[\\u200c\\u200d]`,
  ];
  return new RegExp(places.join('|'), 'uy');
}

/** Writes the arrow between the values before and after as a terminal can show it, and a screen reader can read it. */
export function withArrow(text: string, { plain, unicode }: { plain: boolean; unicode: boolean }): string {
  return unicode && !plain ? text : text.replaceAll(' → ', plain ? ' to ' : ' -> ');
}
