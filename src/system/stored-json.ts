import { LocalStateError } from '../errors.ts';
import type { StoredToken } from '../ports.ts';
import { isObject } from '../text/fields.ts';
import { parsedJson } from '../text/json.ts';
import { textOf } from './decode.ts';

/** Version of the format of the settings and credentials files. */
export const storedVersion = 1;

/** The most bytes of such a file. */
export const maxStoredBytes = 1024 * 1024;

/**
 * Parses the object in a file of the tool. Throws `LocalStateError` that names the file and never quotes it, because an
 * error of `JSON.parse` may contain a part of a token.
 */
export function parseStored(bytes: Uint8Array, path: string): Record<string, unknown> {
  const text = textOf(bytes);
  if (text?.trim() === '') throw unusable(path, 'it is empty');
  const stored = parsedJson(text ?? '');
  if (!isObject(stored)) throw unusable(path, 'it is not a JSON object');
  if (typeof stored.version === 'number' && stored.version > storedVersion) {
    throw new LocalStateError(`cannot use ${path}: it was written by a newer version of docs-admin`, {
      hint: { code: 'update-or-move', data: {} },
    });
  }
  return stored;
}

export function isStoredToken(value: unknown): value is StoredToken {
  return isObject(value) && typeof value.token === 'string' && typeof value.baseUrl === 'string';
}

export function unusable(path: string, reason: string): LocalStateError {
  return new LocalStateError(`cannot use ${path}: ${reason}`, {
    hint: { code: 'recreate-file', data: {} },
  });
}
