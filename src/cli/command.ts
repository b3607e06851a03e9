import type { Command as TypedCommand, Option as TypedOption } from '@commander-js/extra-typings';
import { Command, Option } from 'commander';
import type * as z from 'zod/mini';
import { schemaFacts, takenBy } from '../api/contract/facts.ts';
import type { Effect, Operation } from '../api/contract/operation.ts';
import { UsageError } from '../errors.ts';
import { type Format, formats } from '../output/output.ts';
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
  writesFile,
} from './flags/option-facts.ts';
import { guardFlags } from './flags/removal-flags.ts';
import {
  inputFlag,
  isShared,
  listFlags,
  outputFlag,
  type SortedRange,
  sharedFlags,
  sortFlag,
  splitList,
  summaryInJobsFlags,
  watchFlag,
} from './flags/shared-flags.ts';

/**
 * What a command does at most. One that changes the service has the strongest effect of its requests. `read` sends only
 * GET requests, and changes nothing but the files that its flags name. `local` changes or opens something on this machine
 * only, `secret` prints a secret, and `any` does what the request or the command lines do that it is given.
 */
export type CommandEffect = Effect | 'local' | 'secret' | 'any';

/** A command that is not one operation: the tool's own, or one that calls several. */
export interface OwnVerb {
  readonly summary: string;
  readonly effect: CommandEffect;
  /** What it reads, in words, if that is more than the operations that it names. */
  readonly reads?: string;
}

/** The facts about a command that commander does not keep. */
export interface CommandFacts {
  /** The operations that it calls; none for the tool's own commands. */
  readonly operations: readonly Operation[];
  /** What it reads, in words, if that is more than its operations. */
  readonly reads?: string | undefined;
  /** Absent if it is the strongest effect of its operations. */
  readonly effect?: CommandEffect | undefined;
  /** Whole command lines that run against the sandbox as they are. */
  readonly examples: readonly string[];
  /** Whether it also works, as far as possible, if the settings cannot be read. */
  readonly worksWithoutSettings?: boolean;
  /** Whether it takes only one thing, though similar commands take several. */
  readonly isForOne?: boolean;
  /** Output formats of its own, beside the usual ones. */
  readonly ownFormats?: readonly string[];
  /** The usual output formats that it takes, if not all. */
  readonly usualFormats?: readonly Format[];
  /** The output formats of its dry run, if they are others. */
  readonly dryRunFormats?: Pick<CommandFacts, 'ownFormats' | 'usualFormats'>;
  /** Whether its output has no fixed columns, so that JSON is the format for pipes. */
  readonly printsAnything?: boolean;
  /** The schema of its output, or of one item of it, if that is not the answer of its operations. */
  readonly prints?: z.ZodMiniType;
}

export { asks, forField, knows, namesKind, needs, pairs, readsVariable, repeats, writes, writesFile };

const factsOf = new WeakMap<object, CommandFacts>();

type Flags<About> = (About extends { item: z.ZodMiniType } ? SortedRange : Record<never, never>) &
  (About extends { body: z.ZodMiniType } ? { input?: string | undefined } : Record<never, never>);

/** Words that mean the same: each may replace the others. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  delete: ['rm', 'remove'],
  remove: ['rm', 'delete'],
};

/**
 * Makes a command that does something. `about` is its operation, which also adds the list flags or `--input`; the
 * tool's own commands give a summary and their effect instead. `examples` are whole command lines; `also` has further operations.
 */
export function verb<const About extends Operation | OwnVerb>(
  name: string,
  about: About,
  examples: readonly string[],
  also: readonly Operation[] = [],
): TypedCommand<[], Flags<About>> {
  return defineVerb(new Command(name).aliases(aliases[name] ?? []), about, examples, also);
}

/** Does the same for an existing command: a noun that is its own verb, such as `api`. */
export function defineVerb<const About extends Operation | OwnVerb>(
  command: Command,
  about: About,
  examples: readonly string[],
  also: readonly Operation[] = [],
): TypedCommand<[], Flags<About>> {
  const operation: Operation | undefined = 'method' in about ? (about as Operation) : undefined;
  const operations = operation ? [operation, ...also] : also;
  command.description(about.summary).optionsGroup('Flags:');
  if (operation?.item) addAll(command, sortsItself(operation) ? listFlags : [...listFlags, sortFlag]);
  if (operation?.body) command.addOption(inputFlag);
  if (operation?.method === 'DELETE') command.addOption(ignoreNotFoundFlag);
  if (isWatchable(command.name(), operations)) command.addOption(watchFlag);
  const { effect, reads } = operation ? {} : (about as OwnVerb);
  withFacts(command, { operations, effect, reads, examples });
  return command as unknown as TypedCommand<[], Flags<About>>;
}

/** Marks a command that also works, as far as possible, if the settings cannot be read. Returns it. */
export function worksWithoutSettings<Verb extends object>(command: Verb): Verb {
  return withFacts(command, { worksWithoutSettings: true });
}

/** Tells whether the service sorts the list: the verb then has a flag of its own for it. */
function sortsItself({ query }: Operation): boolean {
  return query !== undefined && Object.hasOwn(query.def.shape, 'sort');
}

function isWatchable(name: string, operations: readonly Operation[]): boolean {
  const readsOnly = operations.length > 0 && operations.every((op) => op.method === 'GET');
  return readsOnly && ['get', 'list'].includes(name);
}

/** Makes a word that leads to further verbs: `teams members list`. */
export function group(name: string, summary: string, verbs: readonly AnyCommand[]): Command {
  const command = new Command(name).description(summary).enablePositionalOptions().helpCommand(false);
  for (const one of verbs) command.addCommand(one as Command);
  return command;
}

/** A verb with any arguments and flags, or a group. */
export interface AnyCommand {
  name(): string;
}

const loaders = new WeakMap<Command, () => Promise<void>>();

/** Loads the verbs of a command, or its flags and its action, only when a line leads to it. Returns the command. */
export function loadedLater(command: Command, load: () => Promise<void>): Command {
  loaders.set(command, load);
  return command;
}

/** Makes a verb that is loaded apart from its noun, because it needs more code than the other verbs. */
export function verbApart(name: string, define: (command: Command) => Promise<AnyCommand>): Command {
  const command = new Command(name);
  return loadedLater(command, async () => void (await define(command)));
}

/** Returns whether the code of a command is still to be loaded. */
export function isUnloaded(command: Command): boolean {
  return loaders.has(command);
}

/** Loads the code of a command; does nothing if that is done already. */
export async function load(command: Command): Promise<void> {
  const loader = loaders.get(command);
  loaders.delete(command);
  await loader?.();
}

/** Loads the code of `command` and of everything below it. */
export async function loadTree(command: Command): Promise<void> {
  await load(command);
  for (const child of command.commands) await loadTree(child);
}

const completed = new WeakSet<Command>();

/**
 * Adds the flags of every command that `command` does not declare itself. Its children get them when a line leads to
 * them, because each flag takes time. Does nothing if that is done already.
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
  // On a terminal the user is asked for it; fill-missing-input.ts refuses what is still missing.
  Object.assign(command, { missingArgument: () => {} });
  if (namesOneThing(command)) command.allowExcessArguments();
  command.hook('preSubcommand', async (_, child) => {
    await load(child);
    complete(child);
  });
}

/** Returns the flags that lift the guards of a command. */
function guardFlagsOf(command: Command): Option[] {
  return guardFlags(commandFacts(command).operations.flatMap(takenBy), namesOneThing(command));
}

/** Completes `command` and everything below it at once. */
function completeTree(command: Command): void {
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

function withFacts<Verb extends object>(command: Verb, facts: Partial<CommandFacts>): Verb {
  factsOf.set(command, { ...commandFacts(command), ...facts });
  return command;
}

/** Returns whether a loaded command does something itself. Further verbs may be below it: `org audit`, `org audit rules`. */
export function isVerb(command: Command): boolean {
  return factsOf.has(command);
}

/**
 * Gives a verb output formats of its own beside the usual ones: `-o markdown`. Its action reads `context.ownFormat()`
 * and prints the text; without a chosen format, `context.format()` is `table`, in pipes too. `usual` are the usual formats
 * that it takes; without `table`, its own first format is the default. A setting that names another format does not
 * matter. Returns the verb.
 */
export function printsOwnFormats<Verb extends object>(
  own: readonly string[],
  command: Verb,
  usual: readonly Format[] = formats,
): Verb {
  withFacts(command, { ownFormats: own, usualFormats: usual });
  const all = usual.includes('table') ? [...usual, ...own] : [...own, ...usual];
  (command as unknown as Command).addOption(outputFlag(all));
  return command;
}

/** Gives the dry run of a verb these output formats instead of its usual ones. Returns the verb. */
export function printsInDryRun<Verb extends object>(
  ownFormats: readonly string[],
  command: Verb,
  usualFormats: readonly Format[],
): Verb {
  withFacts(command, { dryRunFormats: { ownFormats, usualFormats } });
  (command as unknown as Command).addOption(outputFlag([...formats, ...ownFormats]));
  return command;
}

/** Gives a verb a summary for `--summary`, and by itself in a job of CI. What it does goes to `session.summary`. Returns the verb. */
export function writesSummaryInJobs<Verb extends object>(command: Verb): Verb {
  addAll(command as unknown as Command, summaryInJobsFlags);
  return command;
}

/** Marks a command that takes only one thing at a time. Returns it. */
export function forOneOnly<Verb extends object>(command: Verb): Verb {
  return withFacts(command, { isForOne: true });
}

/** Returns whether a command works on one thing, and therefore can run for several: `sites delete a b`. */
export function namesOneThing(command: Command): boolean {
  const [only, ...others] = command.registeredArguments;
  const isOne = only?.required && !only.variadic && others.length === 0;
  const { operations, isForOne } = commandFacts(command);
  return isOne === true && !isForOne && operations.length > 0;
}

/** Marks a command whose output is not the answer of its operations. Returns it. */
export function prints<Verb extends object>(item: z.ZodMiniType, command: Verb): Verb {
  return withFacts(command, { prints: item });
}

/** Marks a command whose output has no fixed columns. */
export function printsAnything(command: Command): void {
  withFacts(command, { printsAnything: true });
}

type OptionOf<Usage extends string, Value = undefined> = TypedOption<
  Usage,
  undefined,
  undefined,
  Value,
  false
>;

/**
 * Makes a flag that commander's `option()` cannot make: one that conflicts with others, or fills another field. Without
 * a description, it has the one of its field: see `flagDescription`.
 */
export function flag<Usage extends string>(usage: Usage, description?: string): OptionOf<Usage> {
  return new Option(usage, description) as unknown as OptionOf<Usage>;
}

/** Makes a flag whose known values are not those of its field. Other values are sent too, with a warning. */
export function choice<Usage extends string>(
  usage: Usage,
  values: z.ZodMiniType,
  description?: string,
): OptionOf<Usage> {
  const option = new Option(usage, description);
  knows(schemaFacts(values).known ?? [], option);
  return option as unknown as OptionOf<Usage>;
}

/** Makes a flag that may be given several times, or once with commas. */
export function list<Usage extends string>(usage: Usage, description?: string): OptionOf<Usage, string[]> {
  const option = new Option(usage, description);
  option.argParser(splitList(option.long as string));
  repeats(option);
  return option as unknown as OptionOf<Usage, string[]>;
}

/** Makes the repeatable flags of a command take each value whole, with its commas. */
export function takeValuesWhole(command: Command): void {
  for (const option of command.options) {
    if (!isRepeatableOption(option) || isShared(option)) continue;
    option.argParser((value: string, previous: string[] = []) => {
      if (value === '') throw new UsageError(`${option.long} has an empty value`);
      return [...previous, value];
    });
  }
}

/** Turns `false`, the value of `--no-<field>`, into null, which clears the field. */
export function orNull<Value>(value: Value | false | undefined): Value | null | undefined {
  return value === false ? null : value;
}
