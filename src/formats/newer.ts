import { UsageError } from '../errors.ts';

/** Returns whether a format such as `docs-admin-plan/2` is a later version of the format `known`. */
export function isNewerFormat(format: unknown, known: string): boolean {
  const [name, version] = known.split('/');
  const [ownName, ownVersion] = typeof format === 'string' ? format.split('/') : [];
  return ownName === name && isNewerVersion(Number(ownVersion), Number(version));
}

export function isNewerVersion(version: unknown, known: number): boolean {
  return typeof version === 'number' && version > known;
}

/** Makes the error for a file in an earlier version of its format, which docs-admin `tool` has made. */
export function madeByEarlier(file: string, tool: unknown, hint: string): UsageError {
  const made = typeof tool === 'string' ? `docs-admin ${tool}` : 'an earlier docs-admin';
  return new UsageError(`${file} was made by ${made}, in a form that is not read any more`, { hint });
}

/** Makes the error for a file in a later version of its format. */
export function madeByNewer(file: string): UsageError {
  return new UsageError(`${file} was made by a newer version of docs-admin`, {
    hint: { code: 'update-tool', data: {} },
  });
}
