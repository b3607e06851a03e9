import { UsageError } from '../errors.ts';

/** Decodes UTF-8 bytes without a byte order mark. Throws `UsageError` naming `source` and the line. */
export function decodeUtf8(bytes: Uint8Array, source: string): string {
  const text = decode(bytes);
  if (text !== undefined) return text;
  if (isDer(bytes))
    throw new UsageError(`${source} is binary (DER), not text`, {
      hint: { code: 'convert-to-pem', data: { source } },
    });
  throw new UsageError(`${source} line ${firstBadLine(bytes)}: not UTF-8`, {
    hint: { code: 'save-as-utf8', data: { source } },
  });
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Tells whether bytes look like a certificate without base64: a sequence with a length of two bytes. */
function isDer(bytes: Uint8Array): boolean {
  return bytes[0] === 0x30 && bytes[1] === 0x82;
}

/**
 * Returns the first line that is not UTF-8. In UTF-8 the byte of a line feed is part of no other character, so each
 * line can be checked alone.
 */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0 && decode(bytes.subarray(start, end)) !== undefined; line++) {
    start = end + 1;
    end = bytes.indexOf(10, start);
  }
  return line;
}
