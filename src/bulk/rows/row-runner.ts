import { type Command, CommanderError } from 'commander';
import type { Client } from '../../api/client/client.ts';
import { journalFlag } from '../../cli/bulk-flags.ts';
import { commandFacts, namesOneThing, takeValuesWhole } from '../../cli/command.ts';
import { commandPath } from '../../cli/command-path.ts';
import { flagOf } from '../../cli/naming.ts';
import { createProgram, readCommandLine, runLine } from '../../cli/program.ts';
import { type App, createApp } from '../../cli/session/app.ts';
import type { SharedFlags } from '../../cli/shared-flags.ts';
import { UsageError } from '../../errors.ts';
import { outcomeView } from '../../output/outcome.ts';
import type { Output } from '../../output/output.ts';
import type { View } from '../../output/view.ts';
import type { System } from '../../ports.ts';
import { fieldReader } from '../../text/fields.ts';
import type { Witness } from './row-inputs.ts';

/** What the command of one row has printed. */
export interface Printed {
  items: { readonly value: unknown; readonly view: View }[];
  /** Lines for people. */
  messages: string[];
}

/** Runs the command lines of rows, one after the other, in this process. */
export interface RowRunner {
  /** Throws what the command throws. */
  run(words: readonly string[], client: Client, listener?: RowListener): Promise<Printed>;
  /** The command of the last line, where it came that far. */
  readonly running: Command | undefined;
}

/** What collects the questions and warnings of a row. */
export interface RowListener {
  asks(question: string): void;
  warns(message: string): void;
}

/** How the command lines of rows are read. */
export interface RowRules {
  /** Whether rows may read standard input, each the same; not where the rows come from there. */
  readonly stdin: 'shared' | 'refused';
  /** Whether a value is a cell of a file, in which a comma separates nothing. */
  readonly wholeValues?: boolean;
  /** Whether a name that is not found fails only its row, if the row only reads, and not the whole work at its beginning. */
  readonly takesMissing?: boolean;
  readonly witness: Witness;
}

/** The flags that one row may give for itself; all others are those of the whole work. */
const rowFlags: readonly (keyof SharedFlags)[] = ['org', 'site', 'space', 'changeRequest', 'yes'];

export function createRowRunner(parent: App, rules: RowRules): RowRunner {
  let printed: Printed = { items: [], messages: [] };
  let client: Client | undefined;
  let listener: RowListener | undefined;
  const api: Client = {
    call: (op, input) => current().call(op, input),
    pages: (op, input, range, onPage) => current().pages(op, input, range, onPage),
    assertValid: (op, input) => current().assertValid(op, input),
  };
  function current(): Client {
    if (!client) throw new Error('a row runs without a client');
    return client;
  }
  const app = createApp(rowSystem(parent, rules), {
    flags: parent.flags,
    whole: parent,
    api,
    out: capture(
      () => printed,
      (message) => listener?.warns(message),
      parent.out.showsOutcomes,
    ),
    redactor: parent.redactor,
    confirm: async (question) => {
      if (!app.flags.yes) listener?.asks(question);
    },
  });
  const { start } = app;
  app.start = async (flags, command) => {
    const foreign = Object.keys(flags).find((name) => !rowFlags.includes(name as keyof SharedFlags));
    assertRow(command);
    if (foreign)
      throw new UsageError(`${flagOf(foreign)} is for the whole batch, not for one row`, {
        hint: 'give it before the --',
      });
    await start(flags, command);
  };
  const program = createProgram(app);
  if (rules.wholeValues) program.hook('preSubcommand', (_, noun) => throughout(noun, takeValuesWhole));
  return {
    get running() {
      return app.running;
    },
    async run(words, rowClient, rowListener) {
      printed = { items: [], messages: [] };
      client = rowClient;
      listener = rowListener;
      try {
        await runLine(program, await readCommandLine(program, words));
      } catch (error) {
        if (error instanceof CommanderError && error.exitCode === 0)
          throw new UsageError('a row cannot ask for help');
        throw error;
      }
      return printed;
    },
  };
}

function throughout(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const child of command.commands) throughout(child, act);
}

/** Only requests to the service can be checked beforehand, recorded and resumed. */
function assertRow(command: Command): void {
  if (command.args[0] === '-' && command.args.length === 1) {
    throw new UsageError('a row cannot read ids from standard input', { hint: 'name one id' });
  }
  if (namesOneThing(command) && command.args.length > 1) {
    throw new UsageError('a row names one thing', { hint: 'write a row for each' });
  }
  const isBulk = (command.options as readonly object[]).includes(journalFlag);
  if (!isBulk && commandFacts(command).operations.length > 0) return;
  throw new UsageError(`\`${commandPath(command)}\` cannot be a row`, {
    hint: isBulk ? 'it is bulk work itself' : 'rows are commands that call the service',
  });
}

/** A row asks no questions; settings that change meanwhile do not change the meaning of its flags. */
function rowSystem(parent: App, { stdin, witness }: RowRules): System {
  const { system } = parent;
  const { settings } = system;
  let stored: ReturnType<typeof settings.read> | undefined;
  const refuse = () => {
    throw new UsageError('a row cannot read standard input', { hint: 'name a file' });
  };
  return {
    ...system,
    stdout: { ...system.stdout, write: async () => {} },
    stdin: {
      isTerminal: false,
      read: stdin === 'refused' ? refuse : async () => witness.stdin(await sharedText(parent)),
      bytes: refuse,
      identity: () => undefined,
    },
    files: witness.files,
    settings: {
      ...settings,
      read: () => {
        stored ??= settings.read();
        return stored;
      },
    },
  };
}

const sharedTexts = new WeakMap<App, Promise<string>>();

/** Standard input, read once for all rows. */
function sharedText(parent: App): Promise<string> {
  const text = sharedTexts.get(parent) ?? parent.input.text('-');
  sharedTexts.set(parent, text);
  return text;
}

function capture(printed: () => Printed, warn: (message: string) => void, showsOutcomes: boolean): Output {
  const tell = async (message: string) => void printed().messages.push(message);
  return {
    async item(value, view, done) {
      printed().items.push({ value, view });
      if (done !== undefined) await tell(done);
    },
    async list(pages, view) {
      for await (const page of pages) printed().items.push(...page.map((value) => ({ value, view })));
    },
    drawsTrees: false,
    saysChanges: false,
    showsOutcomes,
    async outcome(how, what, message) {
      if (showsOutcomes) printed().items.push({ value: { [how]: what }, view: outcomeView(how) });
      await tell(message);
    },
    done: tell,
    note: async () => {},
    warn: async (message) => warn(message),
    raw: tell,
  };
}

/** The identifier of what a row's command made or changed: of the object that it printed. */
export function printedId({ items }: Printed): string | undefined {
  const [only, second] = items;
  if (!only || second) return undefined;
  const id = fieldReader(only.view.id)(only.value);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
