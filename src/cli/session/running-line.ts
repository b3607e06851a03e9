import type { Command } from 'commander';
import type { SharedFlags } from '../shared-flags.ts';

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
}
