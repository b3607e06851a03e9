import stringWidth from 'string-width';

/** Letters of European names take one column each; the library takes a microsecond to say so of every other text. */
const plainText = /^[\x20-\x7e\xa1-\xac\xae-\u02ff]*$/;

/** How many columns of a terminal a text takes: two for CJK and emoji, none for combining marks. */
export function displayWidth(text: string): number {
  return plainText.test(text) ? text.length : stringWidth(text);
}

/** A text followed by spaces up to `width` columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** A text as lines of at most `width` columns, broken between words; longer words are broken where they must be. */
export function wrap(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
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

const graphemes = new Intl.Segmenter();

function breakWord(word: string, width: number): string[] {
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
