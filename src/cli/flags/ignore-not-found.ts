import { type Command, Option } from 'commander';
import { ServiceError } from '../../api/client/errors.ts';
import { NothingCalled } from '../../errors.ts';

/** On every command that deletes or removes something. */
export const ignoreNotFoundFlag = new Option('--ignore-not-found');

/** Whether `error` says that what `command` would delete is not there, and the user does not mind. */
export function isGone(error: unknown, command: Command | undefined): boolean {
  if (command?.getOptionValue(ignoreNotFoundFlag.attributeName()) !== true) return false;
  return error instanceof NothingCalled || (error instanceof ServiceError && error.status === 404);
}
