import { paramNames } from '../../api/client/request.ts';
import type { Flag } from '../flags/flag.ts';
import { flagOf } from '../naming.ts';
import type { Verb } from '../verb.ts';
import type { Line } from './read.ts';

/**
 * Returns the flag for which the only operand of a command can stand: `--site` in `sections list site_docs`. Only for
 * commands without arguments that work in one site or one space; `undefined` for all others.
 */
export function surroundingFlag(command: Verb): Flag | undefined {
  if (command.registeredArguments.length > 0) return undefined;
  const [op] = command.facts.operations;
  const [name, ...others] = paramNames(op?.path ?? '').filter((param) => param !== 'org');
  if (name === undefined || others.length > 0) return undefined;
  return command.options.find((option) => option.long === flagOf(name) && option.facts.isShared);
}

/** Returns the name of such an operand in the help: `siteId`. */
export function surroundingName({ long }: Flag): string {
  return `${long?.slice(2)}Id`;
}

/** Returns the same line, with the operand as the value of its flag. */
export function withSurroundingFlag(line: Line): Line {
  const [value, ...others] = line.operands;
  const option = openSurrounding(line);
  if (!option || value === undefined || others.length > 0 || line.unknownFlag !== undefined) return line;
  const flag = { command: line.command, option, value, words: [`${option.long}=${value}`] };
  const words = [...line.words.filter((_, at) => !line.operandsAt.includes(at)), ...flag.words];
  return { ...line, words, flags: [...line.flags, flag], operands: [], operandsAt: [], hasDashes: false };
}

/** Returns the flag for which an operand of a line could stand, if it is not given yet. */
export function openSurrounding({ command, flags }: Pick<Line, 'command' | 'flags'>): Flag | undefined {
  const option = surroundingFlag(command);
  return flags.some((flag) => flag.option === option) ? undefined : option;
}
