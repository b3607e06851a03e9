import stringWidth from 'string-width';
import { isPrintableAscii } from '../text/printable.ts';

// Characters whose width does not depend on their neighbours. For texts of them, the library takes up to 20
// microseconds to find the same width.
const narrowLetters = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0391-\u03a9\u03b1-\u03c9\u0400-\u0481]*$/;
const wideLetters = /[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/g;

/** Returns how many columns of a terminal a text takes: two for CJK and emoji, none for combining marks. */
export function displayWidth(text: string): number {
  if (isPrintableAscii(text) || narrowLetters.test(text)) return text.length;
  const rest = text.replace(wideLetters, '');
  return narrowLetters.test(rest) ? 2 * text.length - rest.length : stringWidth(text);
}

/** The smallest width of an indented text; with less room it is not indented. */
const narrowest = 4;

/**
 * Breaks a text into lines of at most `width` columns, between words if possible. All lines keep the indentation of the
 * text.
 */
export function wrap(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const [indent = ''] = /^ */.exec(text) ?? [];
  if (indent !== '' && indent.length + narrowest <= width)
    return wrap(text.slice(indent.length), width - indent.length).map((line) => indent + line);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (displayWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(word, width);
    line = pieces.pop() ?? '';
    for (const piece of pieces) lines.push(piece);
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** A word of a message or a command in backquotes, with what touches it and the spaces behind it. */
const messageWord = /(?:`[^`]*`|[^ ])+ */g;

/**
 * Breaks a message into lines of at most `width` columns, between words only: a long word and a command in backquotes
 * stay whole, to be copied. All lines keep the indentation of the message.
 */
export function wrapMessage(message: string, width: number): string {
  const [indent = ''] = /^ */.exec(message) ?? [];
  const lines: string[] = [];
  for (const word of message.match(messageWord) ?? []) {
    const longer = (lines.at(-1) ?? '') + word;
    if (lines.length > 0 && displayWidth(longer.trimEnd()) <= width) lines[lines.length - 1] = longer;
    else lines.push(indent + word);
  }
  return lines.map((line, at) => (at < lines.length - 1 ? line.trimEnd() : line)).join('\n');
}

const graphemes = new Intl.Segmenter();

function breakWord(word: string, width: number): string[] {
  if (isPrintableAscii(word)) return cut(word, Math.max(1, width));
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const { segment } of graphemes.segment(word)) {
    const needed = displayWidth(segment);
    if (taken + needed > width && piece !== '') {
      pieces.push(piece);
      piece = '';
      taken = 0;
    }
    piece += segment;
    taken += needed;
  }
  return [...pieces, piece];
}

/** Cuts a text into pieces of `length` characters; the last one may be shorter. An empty text is one empty piece. */
function cut(text: string, length: number): string[] {
  const count = Math.max(1, Math.ceil(text.length / length));
  return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length));
}
