import { type Flag, isFileArgument, sharedFlags } from '../flags/flag.ts';
import { describeFlag, fullDescription } from '../help/reference.ts';
import { surroundingFlag } from '../line/surrounding.ts';
import { nounWords } from '../noun-words.ts';
import type { Verb } from '../verb.ts';
import { argumentSource, optionSource } from './source.ts';
import type { CommandEntry, CompletionTable, FlagEntry, Values } from './words.ts';

const helpFlag: FlagEntry = { long: '--help', short: '-h', description: 'show help' };

/** Returns the table of completion as JSON, for a command tree whose nouns are all loaded. */
export function completionTable(program: Verb): string {
  const shared = program.options.filter((option) => sharedFlags.includes(option));
  const flags = shared.filter(({ hidden }) => !hidden).map((option) => flagEntry(option, program));
  const table: CompletionTable = { flags: [...flags, helpFlag], program: commandEntry(program) };
  return JSON.stringify(table);
}

function commandEntry(command: Verb): CommandEntry {
  const own = command.options.filter((option) => !option.hidden && !sharedFlags.includes(option));
  const isVariadic = command.namesOneThing || command.registeredArguments.at(-1)?.variadic === true;
  return {
    name: command.name(),
    aliases: command.aliases(),
    // A noun with verbs has no description of its own.
    summary: command.description() || (nounWords[command.name()]?.summary ?? ''),
    commands: command.commands.map(commandEntry),
    flags: own.map((option) => flagEntry(option, command)),
    operands: operandValues(command),
    isVariadic,
  };
}

function flagEntry(option: Flag, command: Verb): FlagEntry {
  const described = describeFlag(option, command);
  const { name: long, short, known } = described;
  const conflicts = conflictsOf(option, command);
  const values = known.length > 0 ? known : valuesToFind(option, command);
  return {
    long,
    ...(short && { short }),
    ...(option.required && { required: true, ...(values && { values }) }),
    ...(option.optional && { optional: true }),
    ...(option.facts.isRepeatable && { isRepeatable: true }),
    ...(conflicts.length > 0 && { conflicts }),
    description: fullDescription(described),
  };
}

function valuesToFind(option: Flag, command: Verb): Values {
  if (optionSource(option, command)) return 'live';
  return option.takesFile ? 'files' : null;
}

/** Returns the flags that commander refuses beside a flag, and `--x` for `--no-x`. */
function conflictsOf(option: Flag, command: Verb): string[] {
  // commander's types lack this field.
  const { conflictsWith } = option as Flag & { readonly conflictsWith: readonly string[] };
  const names = [option.attributeName(), ...conflictsWith];
  return command.options
    .filter((other) => other !== option && names.includes(other.attributeName()))
    .map(({ long }) => long as string);
}

/** Returns what the arguments of a command can be. If one is looked up, the tool decides about all that are no files. */
function operandValues(command: Verb): Values[] {
  const { registeredArguments } = command;
  if (surroundingFlag(command)) return ['live'];
  const isLive = registeredArguments.some((argument) => argumentSource(argument, command));
  const others = isLive ? 'live' : null;
  return registeredArguments.map((argument) => (isFileArgument(argument) ? 'files' : others));
}
