import { TextDecoder } from 'node:util';
import { encodingOf } from '../text/decode.ts';

/** Resolves with the beginning of a text, without white space before it; an empty text if there is nothing else. */
export async function beginningOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true }).trimStart();
    if (text !== '') return text;
  }
  return '';
}
