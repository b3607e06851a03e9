import { TextDecoder } from 'node:util';
import { decodedText, encodingOf, isUtf8Mark, wrongLine } from '../text/decode.ts';
import { RowsFault } from './row.ts';

const maxLine = 1024 * 1024;
const newline = 10;

/**
 * Yields the bytes of a file as text, in pieces that end with a line if possible. Accepts UTF-8, and UTF-16 with a byte
 * order mark, which is left out. Throws {@link RowsFault} for other bytes, and for lines of more than 1 MiB.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array();
  let utf16: TextDecoder | undefined;
  let line = 1;
  let started = false;
  for await (const chunk of chunks) {
    let bytes: Uint8Array = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    rest = new Uint8Array();
    if (!started) {
      if (bytes.length < 3) {
        rest = bytes;
        continue;
      }
      started = true;
      utf16 = utf16Decoder(bytes);
      if (isUtf8Mark(bytes)) bytes = bytes.subarray(3);
    }
    if (utf16) {
      yield decodeUtf16(utf16, bytes, { stream: true });
      continue;
    }
    const end = bytes.lastIndexOf(newline) + 1;
    rest = bytes.subarray(end);
    if (rest.length > maxLine) throw new RowsFault('longer than 1 MiB', line + countLines(bytes, end));
    if (end === 0) continue;
    yield decodeLines(bytes.subarray(0, end), line);
    line += countLines(bytes, end);
  }
  // An empty file of UTF-16 is its mark alone.
  if (!started) utf16 = utf16Decoder(rest);
  if (utf16) yield decodeUtf16(utf16, rest, { stream: false });
  else if (rest.length > 0) yield decodeLines(rest, line);
}

function utf16Decoder(bytes: Uint8Array): TextDecoder | undefined {
  const encoding = encodingOf(bytes);
  return encoding === 'utf-8' ? undefined : new TextDecoder(encoding, { fatal: true });
}

function decodeUtf16(decoder: TextDecoder, bytes: Uint8Array, options: { stream: boolean }): string {
  try {
    return decoder.decode(bytes, options);
  } catch {
    throw new RowsFault('not UTF-16, as its byte order mark says', undefined, undefined, 'save-as-utf8');
  }
}

function decodeLines(bytes: Uint8Array, firstLine: number): string {
  const text = decodedText(bytes, 'utf-8', true);
  if (text !== undefined) return text;
  throw new RowsFault('not UTF-8', wrongLine(bytes, firstLine), undefined, 'save-as-utf8');
}

function countLines(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0 && at < end; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}

/**
 * Yields the lines of a text that comes in pieces, each with its number from 1. Lines end in LF, CRLF or CR, as in CSV:
 * two lines that became one would be another command, or another id.
 */
export async function* linesOf(
  text: AsyncIterable<string>,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  let rest = '';
  let line = 0;
  for await (const piece of text) {
    const all = rest + piece;
    // The LF of a CRLF may be in the next piece.
    const open = all.endsWith('\r') ? '\r' : '';
    const lines = all.slice(0, all.length - open.length).split(/\r\n?|\n/);
    rest = (lines.pop() as string) + open;
    for (const one of lines) yield { line: ++line, text: one };
  }
  if (rest !== '') yield { line: line + 1, text: rest.replace(/\r$/, '') };
}
