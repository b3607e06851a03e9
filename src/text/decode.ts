type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Returns the encoding that the byte order mark of a text tells: editors on Windows write one. */
export function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Returns whether bytes begin with the byte order mark of UTF-8. */
export function isUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Returns bytes as text; `undefined` if they are none. `ignoreBOM` keeps a byte order mark as a character. */
export function decodedText(
  bytes: Uint8Array,
  encoding: Encoding = 'utf-8',
  ignoreBOM = false,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Returns the first line that is not UTF-8; `line` is the number of the first one. In UTF-8 the byte of a line feed is part
 * of no other character, so each line can be checked alone.
 */
export function wrongLine(bytes: Uint8Array, line = 1): number {
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    if (decodedText(bytes.subarray(start, end)) === undefined) break;
    start = end + 1;
    line++;
  }
  return line;
}

/** Decodes `%20` and the like; what is no such text stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
