import { errorCode } from '../disk/errno.ts';
import { TransportFailure } from '../errors.ts';
import type { WireAnswer } from '../ports.ts';
import { answerTooLarge, unusable } from './network-failure.ts';

/**
 * Returns `answer` with its body decompressed. The client asks for no compression, but some proxies compress anyway.
 * Throws `TransportFailure` for several or unknown encodings, and for bodies over `maxBody` bytes.
 */
export async function decodeContent(answer: WireAnswer, maxBody: number): Promise<WireAnswer> {
  const { 'content-encoding': named, 'content-length': _, ...headers } = answer.headers;
  const encoding = named?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity' || answer.body.byteLength === 0) return answer;
  const decompress = await decompressor(encoding);
  const body = await decompress(answer.body, maxBody).catch((error: unknown) => {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw answerTooLarge(error);
    throw new TransportFailure(`the answer is not valid ${encoding} data`, unusable, { cause: error });
  });
  return { ...answer, headers, body };
}

async function decompressor(
  encoding: string,
): Promise<(body: Uint8Array, max: number) => Promise<Uint8Array>> {
  const { brotliDecompress, gunzip, inflate } = await import('node:zlib');
  const { promisify } = await import('node:util');
  const known: Record<string, typeof gunzip | typeof brotliDecompress> = {
    gzip: gunzip,
    'x-gzip': gunzip,
    deflate: inflate,
    br: brotliDecompress,
  };
  const found = Object.hasOwn(known, encoding) ? known[encoding] : undefined;
  if (!found) throw new TransportFailure('unsupported content-encoding', unusable);
  return (body, maxOutputLength) => promisify(found as typeof gunzip)(body, { maxOutputLength });
}
