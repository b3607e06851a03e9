import type { Command as TypedCommand, Option as TypedOption } from '@commander-js/extra-typings';
import { Command, Option } from 'commander';
import type * as z from 'zod/mini';
import { schemaFacts, takenBy } from '../api/contract/facts.ts';
import type { Operation } from '../api/contract/operation.ts';
import { UsageError } from '../errors.ts';
import { ignoreNotFoundFlag } from './flags/ignore-not-found.ts';
import {
  asks,
  forField,
  isRepeatableOption,
  knows,
  namesKind,
  needs,
  pairs,
  readsVariable,
  repeats,
  writes,
} from './flags/option-facts.ts';
import { guardFlags } from './flags/removal-flags.ts';
import {
  inputFlag,
  isShared,
  listFlags,
  type SortedRange,
  sharedFlags,
  sortFlag,
  splitList,
  watchFlag,
} from './flags/shared-flags.ts';

/** What a command is about, beside what commander knows of it. */
export interface CommandFacts {
  /** The operations that it calls; none for the tool's own commands. */
  readonly operations: readonly Operation[];
  /** Whole command lines that can be run as they are, against the sandbox. */
  readonly examples: readonly string[];
  /** Whether it does what it can where the settings cannot be read. */
  readonly worksWithoutSettings?: boolean;
  /** Whether it takes one thing only, where others take several. */
  readonly isForOne?: boolean;
  /** Whether what it prints has no columns, so that JSON is the format for pipes. */
  readonly printsAnything?: boolean;
  /** What it prints, or one item of it, where that is not the answer of its operations. */
  readonly prints?: z.ZodMiniType;
}

export { asks, forField, knows, namesKind, needs, pairs, readsVariable, repeats, writes };

const factsOf = new WeakMap<object, CommandFacts>();

type Flags<About> = (About extends { item: z.ZodMiniType } ? SortedRange : Record<never, never>) &
  (About extends { body: z.ZodMiniType } ? { input?: string | undefined } : Record<never, never>);

/** Each of these words is also understood as the others. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  delete: ['rm', 'remove'],
  remove: ['rm', 'delete'],
};

/**
 * A command that does something. `about` is the operation that it calls, which also brings the list flags or
 * `--input`; the tool's own commands give a summary instead. `examples` are whole command lines; `also` names
 * further operations.
 */
export function verb<const About extends Operation | string>(
  name: string,
  about: About,
  examples: readonly string[],
  also: readonly Operation[] = [],
): TypedCommand<[], Flags<About>> {
  return defineVerb(new Command(name).aliases(aliases[name] ?? []), about, examples, also);
}

/** The same for a command that is there already: a noun that is its own verb, such as `api`. */
export function defineVerb<const About extends Operation | string>(
  command: Command,
  about: About,
  examples: readonly string[],
  also: readonly Operation[] = [],
): TypedCommand<[], Flags<About>> {
  const operation: Operation | undefined = typeof about === 'string' ? undefined : (about as Operation);
  const operations = operation ? [operation, ...also] : also;
  command.description(operation?.summary ?? (about as string)).optionsGroup('Flags:');
  if (operation?.item) addAll(command, sortsItself(operation) ? listFlags : [...listFlags, sortFlag]);
  if (operation?.body) command.addOption(inputFlag);
  if (operation?.method === 'DELETE') command.addOption(ignoreNotFoundFlag);
  if (isWatchable(command.name(), operations)) command.addOption(watchFlag);
  factsOf.set(command, { ...factsOf.get(command), operations, examples });
  return command as unknown as TypedCommand<[], Flags<About>>;
}

/** Marks, and returns, a command that does what it can where the settings cannot be read. */
export function worksWithoutSettings<Verb extends object>(command: Verb): Verb {
  factsOf.set(command, { ...commandFacts(command), worksWithoutSettings: true });
  return command;
}

/** Whether the service sorts the list: the verb then has a flag of its own for it. */
function sortsItself({ query }: Operation): boolean {
  return query !== undefined && Object.hasOwn(query.def.shape, 'sort');
}

function isWatchable(name: string, operations: readonly Operation[]): boolean {
  const readsOnly = operations.length > 0 && operations.every((op) => op.method === 'GET');
  return readsOnly && ['get', 'list'].includes(name);
}

/** A word that leads to further verbs: `teams members list`. */
export function group(name: string, summary: string, verbs: readonly AnyCommand[]): Command {
  const command = new Command(name).description(summary).enablePositionalOptions().helpCommand(false);
  for (const one of verbs) command.addCommand(one as Command);
  return command;
}

/** A verb with whatever arguments and flags, or a group. */
export interface AnyCommand {
  name(): string;
}

const loaders = new WeakMap<Command, () => Promise<void>>();

/** Lets `load` give a command its verbs, or its flags and its action, when a line leads to it. Returns the command. */
export function loadedLater(command: Command, load: () => Promise<void>): Command {
  loaders.set(command, load);
  return command;
}

/** A verb of which nothing but its name is loaded with its noun: it needs more than the other verbs. */
export function verbApart(name: string, define: (command: Command) => Promise<AnyCommand>): Command {
  const command = new Command(name);
  return loadedLater(command, async () => void (await define(command)));
}

/** Whether a command lacks what is loaded when a line leads to it. */
export function isUnloaded(command: Command): boolean {
  return loaders.has(command);
}

/** Gives a command what it lacks; does nothing where that is done already. */
export async function load(command: Command): Promise<void> {
  const loader = loaders.get(command);
  loaders.delete(command);
  await loader?.();
}

/** The same throughout the tree below and including `command`. */
export async function loadTree(command: Command): Promise<void> {
  await load(command);
  for (const child of command.commands) await loadTree(child);
}

const completed = new WeakSet<Command>();

/**
 * Adds what every command takes and `command` does not declare itself; to its children when a line leads to them, since
 * each flag takes time. Does nothing where that is done already.
 */
export function complete(command: Command): void {
  if (completed.has(command)) return;
  completed.add(command);
  if (command.parent) command.copyInheritedSettings(command.parent);
  const own = new Set(command.options.map(({ long }) => long));
  addAll(
    command,
    [...sharedFlags, ...guardFlagsOf(command)].filter(({ long }) => !own.has(long)),
  );
  command.exitOverride();
  // On a terminal the user is asked for it: missing-input.ts refuses what is still missing.
  Object.assign(command, { missingArgument: () => {} });
  if (namesOneThing(command)) command.allowExcessArguments();
  command.hook('preSubcommand', async (_, child) => {
    await load(child);
    complete(child);
  });
}

/** What lifts the guards of a command. */
function guardFlagsOf(command: Command): Option[] {
  return guardFlags(commandFacts(command).operations.flatMap(takenBy), namesOneThing(command));
}

/** The same at once, throughout the tree below and including `command`. */
export function completeTree(command: Command): void {
  complete(command);
  command.commands.forEach(completeTree);
}

/** Loads and completes all verbs of the program, with their flags. */
export async function loadAll(program: Command): Promise<void> {
  await loadTree(program);
  completeTree(program);
}

function addAll(command: Command, options: readonly Option[]): void {
  for (const option of options) command.addOption(option);
}

export function commandFacts(command: object): CommandFacts {
  return factsOf.get(command) ?? { operations: [], examples: [] };
}

/** Marks, and returns, a command for one thing at a time, though its line names one. */
export function forOneOnly<Verb extends object>(command: Verb): Verb {
  factsOf.set(command, { ...commandFacts(command), isForOne: true });
  return command;
}

/** Whether a command works on one thing, and so on several, one after the other: `sites delete a b`. */
export function namesOneThing(command: Command): boolean {
  const [only, ...others] = command.registeredArguments;
  const isOne = only?.required && !only.variadic && others.length === 0;
  const { operations, isForOne } = commandFacts(command);
  return isOne === true && !isForOne && operations.length > 0;
}

/** Marks, and returns, a command that prints something else than the answers of its operations. */
export function prints<Verb extends object>(item: z.ZodMiniType, command: Verb): Verb {
  factsOf.set(command, { ...commandFacts(command), prints: item });
  return command;
}

/** Marks a command of whose answers nobody knows the columns. */
export function printsAnything(command: Command): void {
  factsOf.set(command, { ...commandFacts(command), printsAnything: true });
}

type OptionOf<Usage extends string, Value = undefined> = TypedOption<
  Usage,
  undefined,
  undefined,
  Value,
  false
>;

/**
 * A flag that `option()` of commander cannot say: one that conflicts with others, or fills another field. Its description
 * is that of the field that it fills: see `flagDescription` for what a flag says itself.
 */
export function flag<Usage extends string>(usage: Usage, description?: string): OptionOf<Usage> {
  return new Option(usage, description) as unknown as OptionOf<Usage>;
}

/** A flag whose known values are not those of its field. Another value is sent too, with a warning. */
export function choice<Usage extends string>(
  usage: Usage,
  values: z.ZodMiniType,
  description?: string,
): OptionOf<Usage> {
  const option = new Option(usage, description);
  knows(schemaFacts(values).known ?? [], option);
  return option as unknown as OptionOf<Usage>;
}

/** A flag that may be given several times, or once with commas. */
export function list<Usage extends string>(usage: Usage, description?: string): OptionOf<Usage, string[]> {
  const option = new Option(usage, description);
  option.argParser(splitList(option.long as string));
  repeats(option);
  return option as unknown as OptionOf<Usage, string[]>;
}

/** Makes each repeatable flag of a command take what it is given as one value, whatever commas are in it. */
export function takeValuesWhole(command: Command): void {
  for (const option of command.options) {
    if (!isRepeatableOption(option) || isShared(option)) continue;
    option.argParser((value: string, previous: string[] = []) => {
      if (value === '') throw new UsageError(`${option.long} has an empty value`);
      return [...previous, value];
    });
  }
}

/** A flag that was given as `--no-<field>` clears the field: null on the wire. */
export function orNull<Value>(value: Value | false | undefined): Value | null | undefined {
  return value === false ? null : value;
}
