import type { Command, Option } from 'commander';
import { commandFacts } from './command.ts';
import { surroundingFlag, surroundingName } from './line/surrounding.ts';
import { isNumberOption, isRepeatableOption, optionValues } from './option-facts.ts';
import { commandPath } from './report.ts';
import { sharedFlags } from './shared-flags.ts';

/** One command, as data for programs and documentation. */
export interface CommandDescription {
  /** The whole path: `docs-admin teams members set`. */
  readonly command: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly several: boolean;
  }[];
  /** Without those that every command takes. */
  readonly flags: readonly FlagDescription[];
  readonly operations: readonly { readonly id: string; readonly method: string; readonly path: string }[];
  readonly examples: readonly string[];
}

export interface FlagDescription {
  /** `--title`, or `--no-proxy`. */
  readonly name: string;
  readonly short?: string;
  readonly type: 'switch' | 'text' | 'number';
  /** What its value is called; absent for a switch. */
  readonly value?: string;
  readonly description: string;
  /** The values that are known; any other is passed on, unless it is a format of the tool itself. */
  readonly known: readonly string[];
  readonly several: boolean;
}

/** Every command that does something, in the order of the help. */
export function describeCommands(program: Command): CommandDescription[] {
  if (program.commands.length > 0) return program.commands.flatMap(describeCommands);
  const flags = program.options.filter((option) => !option.hidden && !sharedFlags.includes(option));
  return [describeCommand(program, flags.map(describeFlag))];
}

/** The program itself, with the flags that every command takes, and every command. */
export function describeProgram(program: Command): CommandDescription[] {
  return [describeCommand(program, describeSharedFlags(program)), ...describeCommands(program)];
}

function describeCommand(command: Command, flags: readonly FlagDescription[]): CommandDescription {
  const { operations, examples } = commandFacts(command);
  return {
    command: commandPath(command),
    aliases: command.aliases(),
    summary: command.description(),
    arguments: argumentsOf(command),
    flags,
    operations: operations.map(({ id, method, path }) => ({ id, method, path })),
    examples,
  };
}

function argumentsOf(command: Command): CommandDescription['arguments'] {
  const surrounding = surroundingFlag(command);
  if (surrounding) return [{ name: surroundingName(surrounding), required: false, several: false }];
  return command.registeredArguments.map((argument) => ({
    name: argument.name(),
    required: argument.required,
    several: argument.variadic,
  }));
}

/** The flags that every command takes. */
export function describeSharedFlags(program: Command): FlagDescription[] {
  return program.options.filter((option) => sharedFlags.includes(option) && !option.hidden).map(describeFlag);
}

function describeFlag(option: Option): FlagDescription {
  const value = option.flags.match(/<(.+)>/)?.[1];
  return {
    name: option.long as string,
    ...(option.short && { short: option.short }),
    type: value === undefined ? 'switch' : isNumberOption(option) ? 'number' : 'text',
    ...(value !== undefined && { value }),
    description: option.description,
    known: optionValues(option),
    several: isRepeatableOption(option),
  };
}
