import type { Command } from 'commander';
import type { Client } from '../../api/client/client.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import type { Output } from '../../output/output.ts';
import type { SharedFlags } from '../flags/shared-flags.ts';
import type { Verb } from './verb.ts';

/** What the command line of one row of bulk work takes over instead of making it. */
export interface RowParts {
  /** Flags that every row has; its own come on top. */
  readonly flags: SharedFlags;
  /** The command line of the whole work, which looks names up for every row. */
  readonly whole: Pick<Verb, 'api' | 'asksFirst'>;
  readonly api: Client;
  readonly out: Output;
  readonly redactor: Redactor;
  confirm(question: string): Promise<void>;
  /** Throws `UsageError` for a command, or for flags of its line, that no row may have. */
  assertRow(flags: SharedFlags, command: Command): void;
}
