import { paramNames } from '../api/client/request.ts';
import type { Operation } from '../api/contract/operation.ts';
import type { Verb } from './verb.ts';

/** Returns the path parameters that a command takes as its arguments, in their order. */
export function positionalParams({ path }: Operation, command: Verb): string[] {
  return paramNames(path).filter((name) => !command.options.some(({ long }) => long === flagOf(name)));
}

/** Returns the flag for a path parameter: `--change-request`. */
export function flagOf(param: string): string {
  return `--${param.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
