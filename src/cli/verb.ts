import type { OptionValues, Command as TypedCommand } from '@commander-js/extra-typings';
import { Command } from 'commander';
import type * as z from 'zod/mini';
import { effectOf } from '../api/contract/effect.ts';
import type { Operation, OperationEffect } from '../api/contract/operation.ts';
import { UsageError } from '../errors.ts';
import { type Format, formats } from '../output/output.ts';
import {
  type AnyFlag,
  type Flag,
  flag,
  ignoreNotFoundFlag,
  inputFlag,
  listFlags,
  outputFlag,
  type SortedRange,
  sharedFlags,
  sortFlag,
  type WithFlags,
  watchFlag,
} from './flags/flag.ts';
import { guardFlagsOf } from './flags/removal-flags.ts';

/**
 * What a command does at most. One that changes the service has the strongest effect of its requests. `read` sends only
 * GET requests, and changes nothing but the files that its flags name. `local` changes or opens something on this machine
 * only, `secret` prints a secret, and `any` does what the request or the command lines do that it is given.
 */
export type CommandEffect = OperationEffect | 'local' | 'secret' | 'any';

/**
 * Output formats of a verb's own, beside the usual ones: `-o markdown`. Its action reads `context.ownFormat()` and prints
 * the text. A setting that names another format does not matter.
 */
export interface OwnFormats {
  readonly ownFormats?: readonly string[];
  /** The usual formats that it takes, if not all; without `table`, its own first format is the default. */
  readonly usualFormats?: readonly Format[];
  /** The format in pipes if the line names none. @default 'table' */
  readonly pipedFormat?: Format;
}

/** The facts about a command that commander does not keep. */
export interface VerbFacts extends OwnFormats {
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
  /** Whether what it prints may be longer than a screen, though it lists nothing. */
  readonly mayBeLong?: boolean;
  /** The output formats of its dry run, if they are others. */
  readonly dryRunFormats?: OwnFormats;
  /** Whether its output has no fixed columns, so that JSON is the format for pipes. */
  readonly printsAnything?: boolean;
  /** The schema of its output, or of one item of it, if that is not the answer of its operations. */
  readonly prints?: z.ZodMiniType;
  /**
   * The dot paths of all fields of an output that is no answer of the service, in a format if they differ: what is called
   * `evidence.*` has fields that are not known before. `--fields` then takes no other ones.
   */
  readonly fields?: readonly string[] | ((format: Format) => readonly string[]);
  /** Columns of tables that are no field, with the field that each shows in other words: `{ collection: 'parent' }`. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** A command that is not one operation: the tool's own, or one that calls several. */
export interface OwnVerb extends Partial<VerbFacts> {
  readonly summary: string;
  readonly effect: CommandEffect;
}

/**
 * A word of the command line: a verb, or what leads to verbs (the program, a noun, a group). `Args` and `Opts` are what
 * the action of the verb gets.
 */
export class Verb<
  Args extends unknown[] = unknown[],
  Opts extends OptionValues = OptionValues,
> extends (Command as typeof TypedCommand)<Args, Opts> {
  declare readonly options: readonly Flag[];
  declare readonly commands: readonly Verb[];
  declare parent: Verb | null;
  facts: VerbFacts = { operations: [], examples: [] };
  /** Whether it does something itself. Further verbs may be below it: `org audit`, `org audit rules`. */
  isVerb = false;
  /** Loads its verbs, or its flags and its action; absent once that is done. */
  private loader: (() => Promise<void>) | undefined;
  private isComplete = false;
  private knownPath: string | undefined;

  with(facts: Partial<VerbFacts>): this {
    this.facts = { ...this.facts, ...facts };
    return this;
  }

  /** Whether none of its operations changes anything. */
  get readsOnly(): boolean {
    return this.facts.operations.every((op) => effectOf(op) === 'read');
  }

  /** Returns the parts of the line; only the program has them. */
  lineParts: (() => PartsOf<Work<Args, Opts>>) | undefined;

  /** Sets what it does: see `session/line-parts.ts`, which has the type. */
  override run(work: Work<Args, Opts>): this {
    return this.action((...args) => {
      let program: Verb = this as Verb;
      while (program.parent) program = program.parent;
      if (!program.lineParts) throw new Error('the program has no line');
      return work(program.lineParts(), ...args);
    });
  }

  override createOption<Usage extends string>(usage: Usage, description?: string) {
    return flag(usage, description);
  }

  /** The words that lead to it, without `docs-admin`: one text for all rows of bulk work. */
  get path(): string {
    this.knownPath ??= this.parent ? `${this.parent.path} ${this.name()}`.trimStart() : '';
    return this.knownPath;
  }

  /** Loads its code with `load` only when a line leads to it. Returns the command. */
  loadedLater(load: () => Promise<void>): this {
    this.loader = load;
    return this;
  }

  get isUnloaded(): boolean {
    return this.loader !== undefined;
  }

  /** Loads its code; does nothing if that is done already. */
  async load(): Promise<void> {
    const { loader } = this;
    this.loader = undefined;
    await loader?.();
  }

  /** Loads its code, and that of everything below it. */
  async loadTree(): Promise<void> {
    await this.load();
    for (const child of this.commands) await child.loadTree();
  }

  /**
   * Adds the flags of every command that it does not declare itself. Its children get them when a line leads to them,
   * because each flag takes time. Does nothing if that is done already.
   */
  complete(): void {
    if (this.isComplete) return;
    this.isComplete = true;
    if (this.parent) this.copyInheritedSettings(this.parent);
    const { operations, ownFormats, dryRunFormats } = this.facts;
    if (ownFormats) this.addOption(outputFlag(allFormats(this.facts)));
    else if (dryRunFormats?.ownFormats) this.addOption(outputFlag([...formats, ...dryRunFormats.ownFormats]));
    const guards = guardFlagsOf(operations, this.namesOneThing);
    const own = new Set(this.options.map(({ long }) => long));
    this.addOptions(...[...sharedFlags, ...guards].filter(({ long }) => !own.has(long)));
    this.exitOverride();
    // On a terminal the user is asked for it; fill-missing-input.ts refuses what is still missing.
    Object.assign(this, { missingArgument: () => {} });
    if (this.namesOneThing) this.allowExcessArguments();
    this.hook('preSubcommand', async (_, child) => {
      if (!(child instanceof Verb)) return;
      await child.load();
      child.complete();
    });
  }

  /** Loads and completes everything below it, with its flags. */
  async loadAll(): Promise<void> {
    await this.loadTree();
    this.completeTree();
  }

  private completeTree(): void {
    this.complete();
    for (const child of this.commands) child.completeTree();
  }

  override addOptions<const Flags extends readonly AnyFlag[]>(...flags: Flags) {
    for (const one of flags) this.addOption(one);
    return this as unknown as TypedCommand<Args, WithFlags<Opts, Flags>>;
  }

  /** Whether it works on one thing, and therefore can run for several: `sites delete a b`. */
  get namesOneThing(): boolean {
    const [only, ...others] = this.registeredArguments;
    const isOne = only?.required && !only.variadic && others.length === 0;
    const { operations, isForOne } = this.facts;
    return isOne === true && !isForOne && operations.length > 0;
  }

  /** Makes its repeatable flags take each value whole, with its commas. */
  takeValuesWhole(): void {
    for (const option of this.options) {
      const { isRepeatable, isShared } = option.facts;
      if (!isRepeatable || isShared) continue;
      option.argParser((value: string, previous: string[] = []) => {
        if (value === '') throw new UsageError(`${option.long} has an empty value`);
        return [...previous, value];
      });
    }
  }
}

type Work<Args extends unknown[], Opts extends OptionValues> = Parameters<TypedCommand<Args, Opts>['run']>[0];
type PartsOf<Working> = Working extends (parts: infer Parts, ...args: never) => unknown ? Parts : never;

/** Returns all formats of `--output`; the first is the default. */
function allFormats({ ownFormats = [], usualFormats = formats }: OwnFormats): string[] {
  return usualFormats.includes('table') ? [...usualFormats, ...ownFormats] : [...ownFormats, ...usualFormats];
}

type Flags<About> = Flat<
  (About extends { item: z.ZodMiniType } ? SortedRange : Record<never, never>) &
    (About extends { body: z.ZodMiniType } ? { input?: string | undefined } : Record<never, never>)
>;
/** The type alone: an interface is no `OptionValues`. */
type Flat<Type> = { [Key in keyof Type]: Type[Key] };

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
): Verb<[], Flags<About>> {
  return defineVerb(new Verb(name).aliases(aliases[name] ?? []), about, examples, also);
}

/** Does the same for an existing command: a noun that is its own verb, such as `api`. */
export function defineVerb<const About extends Operation | OwnVerb>(
  command: Verb,
  about: About,
  examples: readonly string[],
  also: readonly Operation[] = [],
): Verb<[], Flags<About>> {
  const operation: Operation | undefined = 'method' in about ? (about as Operation) : undefined;
  const operations = operation ? [operation, ...also] : also;
  command.description(about.summary).optionsGroup('Flags:');
  if (operation?.item) command.addOptions(...listFlags, ...(sortsItself(operation) ? [] : [sortFlag]));
  if (operation?.body) command.addOption(inputFlag);
  if (operation && effectOf(operation) === 'delete') command.addOption(ignoreNotFoundFlag);
  const { summary, ...facts } = about as OwnVerb;
  command.isVerb = true;
  command.with({ ...(!operation && facts), operations, examples });
  if (isWatchable(command)) command.addOption(watchFlag);
  return command as Verb<[], Flags<About>>;
}

/** Returns whether the service sorts the list: the verb then has a flag of its own for it. */
function sortsItself({ query }: Operation): boolean {
  return query !== undefined && Object.hasOwn(query.def.shape, 'sort');
}

function isWatchable(command: Verb): boolean {
  return command.facts.operations.length > 0 && command.readsOnly && ['get', 'list'].includes(command.name());
}

/** A verb with any arguments and flags, or a group. */
export type AnyVerb = Parameters<Verb['addCommand']>[0];

/** Makes a word that leads to further verbs: `teams members list`. */
export function group(name: string, summary: string, verbs: readonly AnyVerb[]): Verb {
  const command = new Verb(name).description(summary).enablePositionalOptions().helpCommand(false);
  for (const one of verbs) command.addCommand(one);
  return command;
}

/** Makes a verb that is loaded apart from its noun, because it needs more code than the other verbs. */
export function verbApart(name: string, define: (command: Verb) => Promise<AnyVerb>): Verb {
  const command = new Verb(name);
  return command.loadedLater(async () => void (await define(command)));
}
