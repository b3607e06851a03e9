import { getSystemErrorMap } from 'node:util';

/** Returns the code of a system error: `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Returns the message of a system error without the path or other arguments of the call, or that of a database. */
export function errorReason(error: unknown): string {
  const errno = error instanceof Error && 'errno' in error ? Number(error.errno) : 0;
  const [name, words] = getSystemErrorMap().get(errno) ?? [];
  if (words) return `${words} (${name})`;
  const code = errorCode(error);
  return error instanceof Error && code?.startsWith('SQLITE_') ? error.message : (code ?? 'unknown error');
}
