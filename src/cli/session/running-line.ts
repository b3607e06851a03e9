import type { Output } from '../../output/output.ts';
import type { Progress } from '../../output/progress.ts';
import type { FolderFile, Sink, System } from '../../ports.ts';
import type { SharedFlags } from '../flags/flag.ts';
import type { Context } from '../settings/context.ts';
import type { WrittenSummary } from '../summary/job-summary.ts';
import type { Verb } from '../verb.ts';

/** The facts about the command line that runs. */
export interface RunningLine {
  /** The command that runs; `undefined` before its flags are known. */
  readonly running: Verb | undefined;
  readonly flags: SharedFlags;
  /** Whether the user chooses fields, or what a query finds: output for people is not wanted then. */
  readonly choosesFields: boolean;
  /** Whether the user wants to see each request. */
  readonly debug: boolean;
  /** Whether this is one row of bulk work. The whole work then has the guards and questions. */
  readonly isRow: boolean;
  /** The source of the token that requests of the line have used; `undefined` before the first one. */
  readonly tokenSource: string | undefined;
  /** The output format in the settings; `undefined` if they are not read. */
  readonly storedFormat: string | undefined;
}

/** Takes the result of a line in the place of standard output. */
export interface OutFile extends Sink {
  /** Writes what has come to the file, once; nothing makes an empty file. Throws `OutputError` if that fails. */
  save(): Promise<void>;
}

/** The facts that a command line learns when it starts, and later changes. Only the parts of the line use it. */
export interface LineState {
  flags: SharedFlags;
  running?: Verb;
  context?: Context;
  /** The file of the working folder that chooses a profile. */
  folderFile?: FolderFile | undefined;
  progress?: Progress;
  out?: Output;
  /** Where the result goes, if not to standard output. */
  file?: OutFile;
  summary?: WrittenSummary;
  tokenSource?: string;
  /** Messages without a waiting caller: the line ends after them. */
  readonly pending: Promise<void>[];
}

export function createRunningLine(state: LineState, env: System['env'], isRow: boolean): RunningLine {
  return {
    get running() {
      return state.running;
    },
    get flags() {
      return state.flags;
    },
    get choosesFields() {
      return state.flags.fields !== undefined || state.flags.query !== undefined;
    },
    get debug() {
      return state.flags.debug ?? env.DOCS_ADMIN_DEBUG === '1';
    },
    isRow,
    get tokenSource() {
      return state.tokenSource;
    },
    get storedFormat() {
      return state.context?.find('output')?.value;
    },
  };
}
