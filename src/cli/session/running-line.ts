import type { Command } from 'commander';
import type { Output } from '../../output/output.ts';
import type { Progress } from '../../output/progress.ts';
import type { System } from '../../ports.ts';
import type { SharedFlags } from '../flags/shared-flags.ts';
import type { Context } from '../settings/context.ts';
import type { Input } from './input.ts';

/** What is known of the command line that runs. */
export interface RunningLine {
  /** The command that runs; `undefined` before its flags are known. */
  readonly running: Command | undefined;
  /** The flags that every command takes, as the line gives them. */
  readonly flags: SharedFlags;
  /** Whether the user wants to see what happens on the wire. */
  readonly debug: boolean;
  /** Whether this is one row of bulk work, whose guards and questions are those of the whole work. */
  readonly isRow: boolean;
  /** Where the token comes from that requests of the line have used; `undefined` before the first one. */
  readonly tokenSource: string | undefined;
  /** The output format that the settings name; `undefined` where they are not read. */
  readonly storedFormat: string | undefined;
}

/** What a command line learns when it starts, and what may change later. Nothing but the parts of the line uses it. */
export interface LineState {
  flags: SharedFlags;
  input: Input;
  running?: Command;
  context?: Context;
  progress?: Progress;
  out?: Output;
  tokenSource?: string;
  /** Messages that nothing waits for: the line ends after them. */
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
