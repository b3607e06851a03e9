import { UsageError } from '../errors.ts';
import { decodedText, encodingOf, wrongLine } from '../text/decode.ts';

/** The size of the longest text that Node can hold. */
export const maxTextBytes = 400 * 1024 * 1024;

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, and leaves the mark out. Throws `UsageError` naming `source` and the
 * line.
 */
export function decodeBytes(bytes: Uint8Array, source: string): string {
  const text = textOf(bytes);
  if (text !== undefined) return text;
  if (isUtf16(bytes))
    throw new UsageError(`${source} is not UTF-16, as its byte order mark says`, {
      hint: { code: 'save-as-utf8', data: {} },
    });
  if (isDer(bytes))
    throw new UsageError(`${source} is binary (DER), not text`, {
      hint: { code: 'convert-to-pem', data: {} },
    });
  throw new UsageError(`${source} line ${wrongLine(bytes)}: not UTF-8`, {
    hint: { code: 'save-as-utf8', data: {} },
  });
}

/** Decodes a text as `decodeText` does; returns `undefined` for other bytes. */
export function textOf(bytes: Uint8Array): string | undefined {
  return decodedText(bytes, encodingOf(bytes));
}

/** Returns whether a byte order mark says that a text is UTF-16. */
export function isUtf16(bytes: Uint8Array): boolean {
  return encodingOf(bytes) !== 'utf-8';
}

/** Returns whether bytes look like a certificate without base64: a sequence with a length of two bytes. */
function isDer(bytes: Uint8Array): boolean {
  return bytes[0] === 0x30 && bytes[1] === 0x82;
}
