import type { Argument, Command, Option } from 'commander';
import { argumentKind, optionKind } from '../names/input-kinds.ts';
import type { Kind } from '../names/kinds.ts';

/** Where the values come from that the tool itself looks up while somebody types: a list of the service, or settings. */
export type Source = Kind | 'profiles' | 'settings';

/** `undefined` where nothing but the user knows the value. */
export function optionSource(option: Option, command: Command): Source | undefined {
  return option.long === '--profile' ? 'profiles' : optionKind(option, command);
}

export function argumentSource(argument: Argument, command: Command): Source | undefined {
  const noun = command.parent?.name();
  if (noun === 'profiles' && command.name() !== 'create') return 'profiles';
  if (noun === 'config' && argument.name() === 'key') return 'settings';
  return argumentKind(argument, command);
}
