import type { Command, Option } from 'commander';
import { paramNames } from '../../api/client/request.ts';
import { commandFacts } from '../command.ts';
import { isShared } from '../flags/shared-flags.ts';
import { flagOf } from '../naming.ts';
import type { Line } from './read.ts';

/**
 * The flag that the only operand of a command stands for: `--site` in `sections list site_docs`. That is so where the
 * command takes no argument, and works in one site or one space. `undefined` for all other commands.
 */
export function surroundingFlag(command: Command): Option | undefined {
  if (command.registeredArguments.length > 0) return undefined;
  const [op] = commandFacts(command).operations;
  const [name, ...others] = paramNames(op?.path ?? '').filter((param) => param !== 'org');
  if (name === undefined || others.length > 0) return undefined;
  return command.options.find((option) => option.long === flagOf(name) && isShared(option));
}

/** What help calls the operand of such a flag: `siteId`. */
export function surroundingName({ long }: Option): string {
  return `${long?.slice(2)}Id`;
}

/** The same line, with the operand as the value of its flag. */
export function withSurroundingFlag(line: Line): Line {
  const [value, ...others] = line.operands;
  const option = openSurrounding(line);
  if (!option || value === undefined || others.length > 0 || line.unknownFlag !== undefined) return line;
  const flag = { command: line.command, option, value, words: [`${option.long}=${value}`] };
  const words = [...line.words.filter((_, at) => !line.operandsAt.includes(at)), ...flag.words];
  return { ...line, words, flags: [...line.flags, flag], operands: [], operandsAt: [], hasDashes: false };
}

/** The flag that an operand of a line could stand for: it is not given yet. */
export function openSurrounding({ command, flags }: Pick<Line, 'command' | 'flags'>): Option | undefined {
  const option = surroundingFlag(command);
  return flags.some((flag) => flag.option === option) ? undefined : option;
}
