import { UsageError } from '../../errors.ts';
import type { GivenFlag, Line } from './read.ts';

/** Throws `UsageError` if two flags of a line, or a flag and the ids of several things, take standard input. */
export function assertOneReader({ command, flags, operands }: Line): void {
  const readers = flags.filter(takesStdin).map(({ option }) => option.long as string);
  const [ids] = command.namesOneThing && operands.includes('-') ? command.registeredArguments : [];
  const [one, other] = new Set([...(ids ? [`<${ids.name()}>`] : []), ...readers]);
  if (one !== undefined && other !== undefined) throw readTwice(one, other);
}

/** Returns whether the file of a flag, or one of several, is `-`. */
export function takesStdin({ option, value = '' }: GivenFlag): boolean {
  if (option.long === '--secret') return /=@-(,|$)/.test(value);
  return option.takesFile && !option.facts.isShared && value.split(',').some((file) => file.trim() === '-');
}

/** Makes the error for two parts of a line that take standard input. */
export function readTwice(one: string, other: string): UsageError {
  return new UsageError(`${one} and ${other} are both -, and standard input can be read only once`, {
    hint: `name a file for ${other}`,
  });
}
