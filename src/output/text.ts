/**
 * Characters beyond C0 that change or hide what people read: DEL, C1, soft hyphen, bidirectional controls, zero-width
 * characters, line and paragraph separators, annotation marks and tag characters (U+E0000 to U+E007F).
 */
const deceptive =
  '\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';
const tags = '\\udb40[\\udc00-\\udc7f]';

const unsafe = new RegExp(`[\\x00-\\x1f${deceptive}]|${tags}`, 'g');
const unsafeBeyondC0 = new RegExp(`[${deceptive}]|${tags}`, 'g');
const unsafeBesideNewline = new RegExp(`[\\x00-\\x09\\x0b-\\x1f${deceptive}]|${tags}`);

/**
 * Text as one line for people: `^[` for the escape character, `␊` for a newline, `␉` for a tab, `<U+202E>` for what
 * would reorder, hide or join the text around it.
 */
export function visible(text: string): string {
  return text.replace(unsafe, symbol).toWellFormed();
}

function symbol(character: string): string {
  if (character === '\n') return '␊';
  if (character === '\t') return '␉';
  const code = character.codePointAt(0)!;
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  return code === 0x7f ? '^?' : `<U+${hex(code, 4)}>`;
}

/** JSON text with `\uXXXX` for the characters that {@link visible} replaces. `JSON.stringify` escapes only C0. */
export function escapeJson(json: string): string {
  return json.replace(unsafeBeyondC0, (match) =>
    match
      .split('')
      .map((unit) => `\\u${hex(unit.charCodeAt(0), 4).toLowerCase()}`)
      .join(''),
  );
}

/** YAML text with the same characters escaped; every string that {@link needsQuotes} must be double-quoted in it. */
export function escapeYaml(yaml: string): string {
  return yaml.replace(unsafeBeyondC0, (match) => {
    const code = match.codePointAt(0)!;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

/** Whether a string can be written in YAML only with escapes. */
export function needsQuotes(text: string): boolean {
  return unsafeBesideNewline.test(text) || !text.isWellFormed();
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}
