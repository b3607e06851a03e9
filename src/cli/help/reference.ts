import { effectOf } from '../../api/contract/effect.ts';
import { type InputField, type Limits, limitsText } from '../../api/contract/input-fields.ts';
import type { Operation, OperationEffect } from '../../api/contract/operation.ts';
import type { ListedCommand, ListedFlag, ListedOperation } from '../../mcp/commands.ts';
import { commandPath } from '../command-path.ts';
import { type Flag, sharedFlags } from '../flags/flag.ts';
import {
  argumentDescription,
  argumentField,
  flagDescription,
  flagField,
  flagValues,
  withLimits,
} from '../flags/flag-words.ts';
import { surroundingFlag, surroundingName } from '../line/surrounding.ts';
import { requiredFlags } from '../missing-input.ts';
import type { CommandEffect, Verb } from '../verb.ts';

/** One command, as data for programs and documentation. */
export interface CommandDescription extends ListedCommand {
  /** What it does at most. */
  readonly effect: CommandEffect;
  readonly arguments: readonly ArgumentDescription[];
  /** Without the flags of every command. */
  readonly flags: readonly FlagDescription[];
  readonly operations: readonly OperationDescription[];
  /** What it reads, in words; absent if the operations are all. */
  readonly reads?: string;
}

/** The `field` of a part of the path is absent. */
export type ArgumentDescription = Pick<
  FlagDescription,
  'name' | 'description' | 'field' | 'limits' | 'required' | 'several'
>;

/** An operation that a command calls. */
export interface OperationDescription extends ListedOperation {
  readonly effect: OperationEffect;
  /** The fields of the body on which the consequence depends, with their values; a missing field counts as `false`. */
  readonly consequenceIf?: Readonly<Record<string, string | boolean>>;
}

export interface FlagDescription extends ListedFlag {
  readonly type: 'switch' | 'text' | 'number';
  /** Whether the flag also has a meaning without its value. */
  readonly valueOptional: boolean;
  /** The flags that fill the same field. */
  readonly alternatives: readonly string[];
  /** The field of the request that it fills, from `query` or `body`: `body.position.before`. */
  readonly field?: string;
  /** The limits of the value, or of the number of values; absent if there are none. */
  readonly limits?: Limits;
  readonly several: boolean;
  /** Present if the command writes the file that the flag names. */
  readonly writesFile?: true;
}

/** Describes every command that does something, in the order of the help. */
export function describeCommands(program: Verb): CommandDescription[] {
  const below = program.commands.flatMap(describeCommands);
  return program.commands.length === 0 || program.isVerb ? [describeVerb(program), ...below] : below;
}

function describeVerb(program: Verb): CommandDescription {
  const flags = program.options.filter((option) => !option.hidden && !sharedFlags.includes(option));
  const required = requiredFlags(program);
  const groupOf = (flag: Flag) => required.find((group) => group.includes(flag));
  return describeCommand(
    program,
    flags.map((flag) => describeFlag(flag, program, groupOf(flag))),
  );
}

export function describeProgram(program: Verb): CommandDescription[] {
  return [describeCommand(program, describeSharedFlags(program)), ...describeCommands(program)];
}

function describeCommand(command: Verb, flags: readonly FlagDescription[]): CommandDescription {
  const { operations, reads, effect = strongest(operations), examples } = command.facts;
  return {
    command: commandPath(command),
    aliases: command.aliases(),
    summary: command.description(),
    effect,
    arguments: argumentsOf(command),
    flags,
    operations: operations.map(describeOperation),
    ...(reads && { reads }),
    examples,
  };
}

/** Effects from the weakest to the strongest. */
const effects: readonly OperationEffect[] = ['read', 'create', 'update', 'delete'];

function strongest(operations: readonly Operation[]): OperationEffect {
  const found = operations.map(effectOf);
  return effects.findLast((effect) => found.includes(effect)) ?? 'read';
}

function describeOperation(op: Operation): OperationDescription {
  const { id, method, path, consequence, consequenceIf } = op;
  return {
    ...{ id, method, path, effect: effectOf(op) },
    ...(consequence !== undefined && { consequence }),
    ...(consequenceIf && { consequenceIf }),
  };
}

/**
 * Returns what people should know before they run a command, as sentences: `With --visibility public: Everyone can
 * read it then.`
 */
export function consequences({ operations, flags }: CommandDescription): string[] {
  return operations.flatMap(({ consequence, consequenceIf = {} }) => {
    if (consequence === undefined) return [];
    const conditions = Object.entries(consequenceIf).map(([field, value]) => {
      const name = flags.find((flag) => flag.field === `body.${field}`)?.name ?? field;
      return value === false ? `without ${name}` : `with ${name} ${value}`;
    });
    const condition = conditions.join(' and ');
    return [`${condition && `${condition.charAt(0).toUpperCase()}${condition.slice(1)}: `}${consequence}.`];
  });
}

function argumentsOf(command: Verb): ArgumentDescription[] {
  const surrounding = surroundingFlag(command);
  if (surrounding) {
    const description = `the same as ${surrounding.long}`;
    return [{ name: surroundingName(surrounding), description, required: false, several: false }];
  }
  return command.registeredArguments.map((argument) => ({
    name: argument.name(),
    description: argumentDescription(argument, command),
    ...describeField(argumentField(argument, command)),
    required: argument.required,
    several: argument.variadic,
  }));
}

/** Returns a flag with its value, as help shows it: `--title <title>`, `--watch [seconds]`. */
export function flagTerm({ name, short, value, valueOptional }: FlagDescription): string {
  const names = [short, name].filter(Boolean).join(', ');
  if (value === undefined) return names;
  return `${names} ${valueOptional ? `[${value}]` : `<${value}>`}`;
}

/** Returns an argument as help shows it: `<teamId>`, `[<id>...]`. */
export function argumentTerm({ name, required, several }: ArgumentDescription): string {
  const shown = `<${name}>${several ? '...' : ''}`;
  return required ? shown : `[${shown}]`;
}

/** Returns the purpose of a flag or an argument, with its limits: `title of the team (1 to 64 characters)`. */
export function fullDescription({ description, limits = {} }: FlagDescription | ArgumentDescription): string {
  return withLimits(description, limitsText(limits));
}

/** Returns the further facts about a flag: `; required, or --file; may be repeated`. */
export function flagMarks({ required, alternatives, several }: FlagDescription): string {
  const needed = required ? `; ${['required', ...alternatives].join(', or ')}` : '';
  return needed + (several ? '; may be repeated' : '');
}

export function describeSharedFlags(program: Verb): FlagDescription[] {
  const flags = program.options.filter((option) => sharedFlags.includes(option) && !option.hidden);
  return flags.map((flag) => describeFlag(flag, program));
}

/** Describes a flag. `group` has the flags of which the command needs one. */
export function describeFlag(option: Flag, command: Verb, group?: readonly Flag[]): FlagDescription {
  const value = option.flags.match(/[<[](.+)[>\]]/)?.[1];
  return {
    name: option.long as string,
    ...(option.short && { short: option.short }),
    type: value === undefined ? 'switch' : option.facts.isNumber || option.optional ? 'number' : 'text',
    ...(value !== undefined && { value }),
    valueOptional: option.optional,
    required: group !== undefined,
    alternatives: (group ?? []).filter((other) => other !== option).map(({ long }) => long as string),
    description: flagDescription(option, command),
    ...describeField(flagField(option, command), option.negate),
    known: flagValues(option, command),
    several: option.facts.isRepeatable === true,
    ...(option.facts.writesFile && { writesFile: true as const }),
  };
}

/** Describes a field by its dot path in the request, with its limits if there are some. */
function describeField(
  field: InputField | undefined,
  isNegated = false,
): { field?: string; limits?: Limits } {
  if (!field) return {};
  const { part, path, limits } = field;
  const isLimited = !isNegated && limitsText(limits) !== undefined;
  return { field: [part, ...path].join('.'), ...(isLimited && { limits }) };
}
