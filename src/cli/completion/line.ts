import type { Argument } from 'commander';
import type { Flag, SharedFlags } from '../flags/flag.ts';
import { readCommandLine } from '../line/load.ts';
import { type Line, openFlag } from '../line/read.ts';
import { openSurrounding } from '../line/surrounding.ts';
import { positionalParams } from '../naming.ts';
import type { Verb } from '../verb.ts';

/** What the last word of an unfinished line can be. */
export interface Unfinished {
  readonly command: Verb;
  /** The flag that the word is a value of; `undefined` for an argument. */
  readonly option: Flag | undefined;
  readonly argument: Argument | undefined;
  /** The path parameters in the arguments before it. */
  readonly params: Readonly<Record<string, string>>;
  /** The words before it that are neither flags nor words of the command. */
  readonly operands: readonly string[];
  /** The shared flags that decide where to look. */
  readonly flags: SharedFlags;
}

/** Reads the finished words of a line. */
export async function readUnfinished(program: Verb, before: readonly string[]): Promise<Unfinished> {
  const line = await readCommandLine(program, before);
  const { command, operands } = line;
  const open = openFlag(line);
  return {
    command,
    option: open ?? openSurrounding(line),
    argument: open ? undefined : argumentAt(command, operands.length),
    params: paramsOf(command, operands),
    operands,
    flags: whereToLook(line),
  };
}

function argumentAt(command: Verb, at: number): Argument | undefined {
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const takesMore = last?.variadic || command.namesOneThing;
  return registeredArguments[at] ?? (takesMore ? last : undefined);
}

function paramsOf(command: Verb, operands: readonly string[]): Record<string, string> {
  const [op] = command.facts.operations;
  const names = op ? positionalParams(op, command) : [];
  const given = names.map((name, at) => [name, operands[at]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Keeps texts and switches; flags with a parser of their own do not matter here. */
function whereToLook({ flags }: Line): SharedFlags {
  const given = flags.filter(({ option }) => option.facts.isShared && !option.parseArg);
  return Object.fromEntries(
    given.map(({ option, value }) => [option.attributeName(), value ?? !option.negate]),
  );
}
