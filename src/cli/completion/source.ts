import type { Argument } from 'commander';
import type { Kind } from '../../api/contract/facts.ts';
import { type Flag, isFileArgument } from '../flags/flag.ts';
import { argumentKind, optionKind } from '../names/input-kinds.ts';
import { pageKind } from '../page-nouns.ts';
import type { Verb } from '../verb.ts';

/** The source of values that the tool looks up during completion: a list of the service, or this machine. */
export type Source = Kind | Local | 'languages' | 'field values' | 'team roles';
export type Local = 'profiles' | 'settings' | 'setting values' | 'fields' | 'runs' | 'nouns with pages';

/** Returns the source of a flag's values; `undefined` if only the user knows them. */
export function optionSource(option: Flag, command: Verb): Source | undefined {
  if (option.long === '--profile') return 'profiles';
  if (option.long === '--fields' || option.long === '--sort') return 'fields';
  if (option.long === '--role' && option.facts.isRepeatable) return 'team roles';
  // The service also takes e-mail addresses there, so the contract does not call them ids of members.
  if (option.long === '--add' || option.long === '--remove') return 'user';
  return optionKind(option, command);
}

/** Returns the source of an argument's values; `operands` are those before it on the line. */
export function argumentSource(
  argument: Argument,
  command: Verb,
  operands: readonly string[] = [],
): Source | undefined {
  const noun = command.parent?.name();
  const name = argument.name();
  if (isFileArgument(argument)) return undefined;
  if (noun === 'profiles' && command.name() !== 'create') return 'profiles';
  if (noun === 'config' && name === 'key') return 'settings';
  if (noun === 'config' && name === 'value') return 'setting values';
  if (noun === 'runs' && name === 'run') return 'runs';
  if (noun === 'languages' && name === 'language') return 'languages';
  if (noun === 'values' && name === 'values') return 'field values';
  if (command.name() === 'open') return pageSource(name, operands);
  return argumentKind(argument, command);
}

/** Returns the source for `open sites`, which takes the id of a site. */
function pageSource(name: string, [noun = '']: readonly string[]): Source | undefined {
  if (name === 'noun') return 'nouns with pages';
  return pageKind(noun);
}
