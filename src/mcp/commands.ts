import type { System } from '../ports.ts';
import type { Lines } from '../rows/lines.ts';
import type { Session } from '../work/run/session.ts';

/** The commands of the tool, as the server uses them. The command line implements it. */
export interface Commands {
  /** Resolves with the descriptions of all commands, in the order of the help. */
  describe(): Promise<readonly ListedCommand[]>;
  /** Reads a command line without running it. */
  read(words: readonly string[], system: System): Promise<LineFacts>;
  /** Runs a command line on a system. Resolves with its exit code; it prints to the system's own streams. */
  run(words: readonly string[], system: System): Promise<number>;
  /** Does work of several requests on a system, as a command line would. Throws what the work throws. */
  inSession<Result>(
    system: System,
    options: SessionOptions,
    work: (session: Session, lines: Lines) => Promise<Result>,
  ): Promise<Result>;
  /** Describes an error in the words of the command line, without secrets. */
  report(error: unknown): Promise<ErrorReport>;
}

/** A command, as `docs-admin commands --json` has it. */
export interface ListedCommand {
  /** The whole path: `docs-admin teams members set`. */
  readonly command: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  /** What it does with the service: `read`, `create`, `update`, `delete`, `local`, `secret` or `any`. */
  readonly effect: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description: string;
  }[];
  readonly flags: readonly ListedFlag[];
  readonly operations: readonly ListedOperation[];
  readonly examples: readonly string[];
}

export interface ListedFlag {
  /** `--title`, or `--no-proxy`. */
  readonly name: string;
  readonly short?: string;
  /** The name of its value; absent for a switch. */
  readonly value?: string;
  /** Whether the command needs it, or one of its alternatives, or `--input`. */
  readonly required: boolean;
  /** Without its limits and known values. */
  readonly description: string;
  /** The known values. Other values are passed on, except for output formats. */
  readonly known: readonly string[];
}

export interface ListedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly effect: string;
  /** What people should know before: a sentence without the last full stop. */
  readonly consequence?: string;
}

export interface LineFacts {
  /** The words of the command, with full names: `teams members list`; empty if it names none. */
  readonly command: string;
  /** The long names of its flags, in their order: `--limit`. */
  readonly flags: readonly string[];
  /** Those of its flags that name a file which the command writes. */
  readonly writing: readonly string[];
  /** The words that are no flags and no command. */
  readonly operands: readonly string[];
  readonly limit?: string | undefined;
  /** The variables of the environment that its flags name. */
  readonly variables: readonly string[];
  /** The values of its flags that stand for files or texts. */
  readonly inputs: readonly string[];
  readonly asksHelp: boolean;
  /** Which command is meant, where the words name none: "did you mean ...?" */
  readonly meant?: string | undefined;
}

export interface SessionOptions extends Pick<Session, 'via' | 'assertAllowed' | 'onIntended'> {
  /** Whether nothing is sent that changes something. Otherwise all questions are answered with yes: a person has agreed. */
  readonly dryRun: boolean;
  /** Called with the pieces of work that are done, and of all, if that is known. */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

export interface ErrorReport {
  readonly exitCode: number;
  readonly message: string;
  readonly details?: readonly string[] | undefined;
  readonly hint?: string | undefined;
}
