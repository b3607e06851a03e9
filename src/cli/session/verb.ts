import type { Client } from '../../api/client/client.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import type { Lines } from '../../bulk/rows/lines.ts';
import type { Output } from '../../output/output.ts';
import type { Progress } from '../../output/progress.ts';
import type { System } from '../../ports.ts';
import type { Names, Scope, Session } from '../../runs/session.ts';
import type { Context } from '../settings/context.ts';
import type { BodyOf } from './body.ts';
import type { Connections } from './connections.ts';
import type { Input } from './input.ts';
import type { Losses } from './losses.ts';
import type { Questions } from './questions.ts';
import type { RunningLine } from './running-line.ts';

/**
 * What a verb may use. It names what it uses: `({ api, out, scope }: Verb) => verb('get', ...)`. All of it works once the
 * flags of the line are known: in the action of the verb.
 */
export interface Verb extends Questions, Losses {
  /** What work of many requests takes. */
  readonly session: Session;
  /** Loads what reads and runs the commands of rows: for work of which each row is a command. */
  rows(): Promise<Lines>;
  readonly system: System;
  /** Sends requests. It takes names in the place of ids, and sorts lists where the line asks for it. */
  readonly api: Client;
  /** Prints results and messages. */
  readonly out: Output;
  /** The organization, site, space and change request that the line is about. */
  readonly scope: Scope;
  readonly names: Names;
  /** Reads the files that the line names. */
  readonly files: Input;
  readonly bodyOf: BodyOf;
  /** The settings as they apply to the line: flags before environment before profile. */
  readonly context: Context;
  readonly progress: Progress;
  /** Hides secrets in everything that is no data on stdout. */
  readonly redactor: Redactor;
  readonly connections: Connections;
  readonly line: RunningLine;
  /** For a command that runs until it is interrupted: the interrupt is then its normal end. */
  endsByInterrupt(): void;
}
