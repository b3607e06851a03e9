import { type Command, Option } from 'commander';
import { ServiceError } from '../../api/client/errors.ts';
import { NothingCalled } from '../../errors.ts';

/** A flag of every command that deletes or removes something. */
export const ignoreNotFoundFlag = new Option('--ignore-not-found');

/** Returns whether `error` means that the thing to delete does not exist, and the user ignores that. */
export function isGone(error: unknown, command: Command | undefined): boolean {
  if (command?.getOptionValue(ignoreNotFoundFlag.attributeName()) !== true) return false;
  return error instanceof NothingCalled || (error instanceof ServiceError && error.status === 404);
}
