import { errorReason } from '../disk/errno.ts';
import { LocalStateError } from '../errors.ts';

/** Returns the error for a journal that cannot be used: `cannot write <path>: <reason>`. */
export function journalFailure(verb: string, path: string, error: unknown): LocalStateError {
  if (error instanceof LocalStateError) return error;
  return new LocalStateError(`cannot ${verb} ${path}: ${errorReason(error)}`, { cause: error });
}
