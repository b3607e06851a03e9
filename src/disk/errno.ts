import { getSystemErrorMap } from 'node:util';
import { DocsAdminError, LocalStateError, type OutputError, type UsageError } from '../errors.ts';

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

type FailureKind = typeof LocalStateError | typeof OutputError | typeof UsageError;

/** Returns the error for a file that cannot be used: `cannot write <path>: <reason>`. One of ours says that already. */
export function fileFailure(
  verb: string,
  path: string,
  error: unknown,
  Kind: FailureKind = LocalStateError,
): DocsAdminError {
  if (error instanceof DocsAdminError) return error;
  return new Kind(`cannot ${verb} ${path}: ${errorReason(error)}`, {
    cause: error,
    ...(verb === 'read' && { path }),
  });
}

/** Returns the result of `action`. Throws as {@link fileFailure} says. */
export function orFailure<Result>(
  verb: string,
  path: string,
  action: () => Result,
  Kind?: FailureKind,
): Result {
  try {
    return action();
  } catch (error) {
    throw fileFailure(verb, path, error, Kind);
  }
}
