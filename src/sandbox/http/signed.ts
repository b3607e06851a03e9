import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Store } from '../store/store.ts';

const signatureLength = 16;

/** Returns the key for everything that the sandbox signs; each file has its own. */
export function signingKey(store: Store): Buffer {
  const row = store.get<{ value: string }>(`SELECT value FROM meta WHERE name = 'cursor-key'`);
  return Buffer.from(row?.value ?? '', 'hex');
}

/** Returns what names the data of a file: another word after each reset. */
export function dataId(store: Store): string {
  return signature('data', 'id', signingKey(store)).toString('hex');
}

/**
 * Writes `text` as one word for an address, which {@link readSigned} reads with the same `scope`. It is signed, not
 * secret.
 */
export function writeSigned(text: string, scope: string, key: Buffer): string {
  return Buffer.concat([signature(text, scope, key), Buffer.from(text)]).toString('base64url');
}

/** Returns the text in a signed word of this `scope`; `undefined` for any other word. */
export function readSigned(word: string, scope: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(word, 'base64url');
  const text = bytes.subarray(signatureLength).toString();
  const isOurs =
    bytes.length > signatureLength &&
    bytes.toString('base64url') === word &&
    timingSafeEqual(bytes.subarray(0, signatureLength), signature(text, scope, key));
  return isOurs ? text : undefined;
}

function signature(text: string, scope: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${text}\n${scope}`).digest().subarray(0, signatureLength);
}
