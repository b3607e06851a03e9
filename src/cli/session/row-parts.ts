import type { Client } from '../../api/client/client.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import type { Output } from '../../output/output.ts';
import type { SharedFlags } from '../flags/shared-flags.ts';
import type { Verb } from '../verb.ts';
import type { LineParts } from './line-parts.ts';

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
