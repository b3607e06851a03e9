import { CommanderError } from 'commander';
import type { Client } from '../../../api/client/client.ts';
import type { AnyInput } from '../../../api/client/request.ts';
import { UsageError } from '../../../errors.ts';
import { outcomeView } from '../../../output/outcome.ts';
import type { Output } from '../../../output/output.ts';
import type { View } from '../../../output/view.ts';
import type { System } from '../../../ports.ts';
import type { RowOutput, RowRules } from '../../../rows/lines.ts';
import { isObject } from '../../../text/fields.ts';
import { shareTexts, sharing } from '../../../text/sharing.ts';
import { commandPath } from '../../command-path.ts';
import { journalFlag } from '../../flags/bulk-flags.ts';
import type { SharedFlags } from '../../flags/flag.ts';
import { readCommandLine } from '../../line/load.ts';
import type { LineEnd } from '../../line-end.ts';
import { flagOf } from '../../naming.ts';
import { createProgram, runLine } from '../../program.ts';
import type { Verb } from '../../verb.ts';
import { createCommandLine, passingOn } from '../command-line.ts';
import type { LineParts, RowParts } from '../line-parts.ts';

/** Runs the command lines of rows, one after the other, each independent of the others. */
export interface RowRunner {
  /** Throws what the command throws. */
  run(words: readonly string[], client: Client, listener?: RowListener): Promise<LineEnd>;
  /** The output of the last line. */
  readonly printed: RowOutput;
  /** The command of the last line, if it was found. */
  readonly running: Verb | undefined;
  /** Whether the last line has agreed to everything itself. */
  readonly saysYes: boolean;
  /** Copies an input that is kept: those of different lines share what is equal in them. */
  readonly share: ShareInput;
}

/** Collects the questions and warnings of a row. */
export interface RowListener {
  asks(question: string): void;
  warns(message: string): void;
}

/** The flags that one row may have itself; all others are those of the whole work. */
const rowFlags: readonly (keyof SharedFlags)[] = ['org', 'site', 'space', 'changeRequest', 'yes'];

export type WholeLine = Pick<LineParts, 'system' | 'api' | 'refs' | 'out' | 'files' | 'redactor' | 'line'>;

export function createRow(whole: WholeLine, rules: RowRules, sharedText: () => Promise<string>): RowRunner {
  let printed = nothing();
  let client: Client | undefined;
  let listener: RowListener | undefined;
  const api = passingOn(() => {
    if (!client) throw new Error('a row runs without a client');
    return client;
  });
  const { out, system, line, redactor } = whole;
  const parts: RowParts = {
    flags: line.flags,
    whole,
    api,
    out: capture(
      () => printed,
      (message) => listener?.warns(message),
      out.showsOutcomes,
    ),
    redactor,
    confirm: async (question) => {
      if (!row.flags.yes) listener?.asks(question);
    },
    assertRow: (flags, command) => assertRow(flags, command, line.flags),
  };
  const commandLine = createCommandLine(rowSystem(system, rules, sharedText), { row: parts });
  const row = commandLine.line;
  const program = createProgram(commandLine);
  return {
    share: shareInputs(),
    get running() {
      return row.running;
    },
    get saysYes() {
      return row.flags.yes === true;
    },
    get printed() {
      return printed;
    },
    async run(words, rowClient, rowListener) {
      printed = nothing();
      client = rowClient;
      listener = rowListener;
      try {
        const line = await readCommandLine(program, words);
        if (rules.wholeValues) line.command.takeValuesWhole();
        return await runLine(program, line, row);
      } catch (error) {
        if (error instanceof CommanderError && error.exitCode === 0)
          throw new UsageError('a row cannot ask for help');
        throw error;
      }
    },
  };
}

const apiRow =
  'a row is a command whose request is known: write the command that sends it, or run `docs-admin api` once for each request';

/**
 * Throws for a command without requests to the service: only requests can be checked beforehand, recorded and resumed.
 * A flag of the `whole` work may be repeated with the same value, as printed command lines do.
 */
function assertRow(flags: SharedFlags, command: Verb, whole: SharedFlags): void {
  if (command.args[0] === '-' && command.args.length === 1) {
    throw new UsageError('a row cannot read ids from standard input', { hint: 'name one id' });
  }
  if (command.namesOneThing && command.args.length > 1) {
    throw new UsageError('a row names one thing', { hint: 'write a row for each' });
  }
  const isBulk = (command.options as readonly object[]).includes(journalFlag);
  if (isBulk || command.facts.operations.length === 0) {
    const path = commandPath(command);
    const others = command.name() === 'api' ? apiRow : 'rows are commands that call the service';
    throw new UsageError(`\`${path}\` cannot be a row`, {
      hint: isBulk ? 'it is bulk work itself: run it outside of `batch`' : others,
    });
  }
  const names = Object.keys(flags) as (keyof SharedFlags)[];
  const foreign = names.find((name) => !rowFlags.includes(name) && flags[name] !== whole[name]);
  if (foreign) {
    const flag = flagOf(flags[foreign] === false ? `no-${foreign}` : foreign);
    throw new UsageError(`${flag} is for the whole batch, not for one row`, {
      hint: 'give it to the batch itself',
    });
  }
}

/**
 * Returns the system of a row, which asks no questions. Settings that change meanwhile do not change the meaning of its
 * flags.
 */
function rowSystem(
  system: System,
  { stdin, inputCheck }: RowRules,
  sharedText: () => Promise<string>,
): System {
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
      read: stdin === 'refused' ? refuse : async () => inputCheck.stdin(await sharedText()),
      bytes: refuse,
      identity: () => undefined,
    },
    files: inputCheck.files,
    settings: {
      ...settings,
      read: () => {
        stored ??= settings.read();
        return stored;
      },
    },
  };
}

interface Printing extends RowOutput {
  readonly items: { value: unknown; view: View }[];
  readonly messages: string[];
}

function nothing(): Printing {
  return { items: [], messages: [] };
}

function capture(printed: () => Printing, warn: (message: string) => void, showsOutcomes: boolean): Output {
  const tell = async (message: string) => void printed().messages.push(message);
  const out: Output = {
    async item(value, view, done) {
      printed().items.push({ value, view });
      if (done !== undefined) await tell(done);
    },
    async list(pages, view) {
      for await (const page of pages) printed().items.push(...page.map((value) => ({ value, view })));
    },
    async joined(pages, view) {
      const { rowsOfJoined } = await import('../../../output/joined.ts');
      await out.list(rowsOfJoined(pages), view);
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
    plan: (print) => print(out, false),
    together: (print) => print(out),
    async lines(lines) {
      for (const { text } of lines) await tell(text);
    },
    raw: (text) => tell(typeof text === 'string' ? text : [...text].join('')),
  };
  return out;
}

/** Copies an input. The copy shares what is equal in earlier ones. */
type ShareInput = (input: AnyInput) => AnyInput;

/** Texts in bodies that are compared are not longer. */
const longest = 100;

/** Makes a function that copies inputs. Of very many rows, most have the same organization, and one of a few bodies. */
function shareInputs(): ShareInput {
  const shareText = shareTexts();
  const shareBody = sharing<unknown>(JSON.stringify);

  return (input) => {
    // V8 gives a copy the shape of its original; a literal with other fields gets a shape of its own.
    const copy: { params?: AnyInput['params']; body?: unknown } = { ...input };
    if (copy.params) {
      const params: Record<string, string> = { ...copy.params };
      for (const [name, value] of Object.entries(params)) params[name] = shareText(value);
      copy.params = params;
    }
    if (isShort(copy.body)) copy.body = shareBody(copy.body);
    return copy;
  };
}

/** Returns whether a body is an object of short values, without other objects in it. */
function isShort(body: unknown): boolean {
  const isShortValue = (value: unknown) =>
    typeof value === 'string' ? value.length <= longest : value === null || typeof value === 'boolean';
  return isObject(body) && Object.values(body).every(isShortValue);
}
