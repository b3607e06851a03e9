import type { OptionValues } from '@commander-js/extra-typings';
import type { Client } from '../../api/client/client.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import type { Commands } from '../../mcp/commands.ts';
import type { Refs } from '../../model/titled-things.ts';
import type { Output } from '../../output/output.ts';
import type { Progress } from '../../output/progress.ts';
import type { System } from '../../ports.ts';
import type { Lines } from '../../rows/lines.ts';
import type { Session, WorkParts } from '../../work/run/session.ts';
import type { AnyFlag, SharedFlags, WithFlags } from '../flags/flag.ts';
import type { Context } from '../settings/context.ts';
import type { Verb } from '../verb.ts';
import type { BodyOf, InputFiles } from './body.ts';
import type { Connections } from './connections.ts';
import type { LossPorts } from './losses.ts';
import type { RunningLine } from './running-line.ts';

/**
 * The parts that a verb may use. They are made when the flags of the line are read. A verb names those that it uses:
 * `.run(async ({ api, out, scope }, team) => { ... })`.
 */
export interface LineParts extends WorkParts, LossPorts {
  /** Prints results and messages. */
  readonly out: Output;
  readonly progress: Progress;
  /** The session for work of many requests. */
  readonly session: Session;
  /** Loads the code that reads and runs the commands of rows. */
  rows(): Promise<Lines>;
  /** Runs another command line, on another system. Resolves with its exit code; its errors go to its own stderr. */
  otherLine(words: readonly string[], system: System): Promise<number>;
  /** Loads all commands, for a server for assistants. */
  commands(): Promise<Commands>;
  /** Loads the look-up of things by title, which reads each list once. */
  refs(): Promise<Refs>;
  readonly files: InputFiles;
  readonly bodyOf: BodyOf;
  /** The settings of the line: flags before environment before the folder before the profile. */
  readonly context: Context;
  readonly connections: Connections;
  readonly line: RunningLine;
  /** Marks a command that runs until it is interrupted: the interrupt is then its normal end. */
  endsByInterrupt(): void;
}

declare module '@commander-js/extra-typings' {
  // biome-ignore lint/suspicious/noExplicitAny: it must be the same as in the library
  interface Command<Args extends any[], Opts extends OptionValues, GlobalOpts extends OptionValues> {
    /** Adds flags, in their order in the help. */
    addOptions<const Flags extends readonly AnyFlag[]>(
      ...flags: Flags
    ): Command<Args, WithFlags<Opts, Flags>, GlobalOpts>;
    /** Sets what the verb does: `work` gets the parts of the line, and then what an action of commander gets. */
    run(work: (parts: LineParts, ...args: [...Args, Opts, Verb]) => void | Promise<void>): this;
  }
}

/** The parts that the command line of one row of bulk work shares with the whole work. */
export interface RowParts {
  /** The flags of every row; a row's own flags are added. */
  readonly flags: SharedFlags;
  /** The command line of the whole work, which looks up names for all rows. */
  readonly whole: Pick<LineParts, 'refs'>;
  readonly api: Client;
  readonly out: Output;
  readonly redactor: Redactor;
  confirm(question: string): Promise<void>;
  /** Throws `UsageError` for a command, or for flags, that no row may have. */
  assertRow(flags: SharedFlags, command: Verb): void;
}
