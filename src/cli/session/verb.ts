import type { Client } from '../../api/client/client.ts';
import type { Reached } from '../../api/client/reach.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import type { Output } from '../../output/output.ts';
import type { Progress } from '../../output/progress.ts';
import type { System } from '../../ports.ts';
import type { Concern, Names, Scope } from '../../runs/session.ts';
import type { Context } from '../settings/context.ts';
import type { App } from './app.ts';
import type { BodyOf } from './body.ts';
import type { Connection } from './connections.ts';
import type { Input } from './input.ts';
import type { Losses } from './losses.ts';
import type { RunningLine } from './running-line.ts';

/** What is asked before something happens. */
export interface Questions {
  /** Whether there is somebody to answer a question. */
  canAsk(): boolean;
  /** The same, where the question has not been answered beforehand and something is going to be sent. */
  asksFirst(): boolean;
  /** Resolves if the user agrees to a change. Throws `UsageError` if they do not, or if nobody can be asked. */
  confirm(question: string, about?: Concern): Promise<void>;
  /** The same where somebody can be asked; elsewhere it resolves without a question. */
  askFirst(question: string, about?: Concern): Promise<void>;
  /** Asks on a terminal before a file that is there, and not empty, is replaced. */
  askToReplace(path: string): Promise<void>;
}

/** Further ways to the service. */
export interface Connections {
  /** A client for another address or token than the line's own. */
  connect(connection: Connection): Client;
  /** Writes what is at an address that an answer named into a file. The token does not go along. */
  download(url: string, path: string): Promise<void>;
  /** Asks the service, without a token, whether it is there. Throws `TransportFailure`. */
  reach(): Promise<Reached>;
}

/**
 * What a verb may use. It names what it uses: `({ api, out, scope }: Verb) => verb('get', ...)`. All of it works once the
 * flags of the line are known: in the action of the verb.
 */
export interface Verb extends Questions, Losses {
  /** What work of many requests takes. */
  readonly session: App;
  readonly system: System;
  readonly api: Client;
  readonly out: Output;
  readonly scope: Scope;
  readonly names: Names;
  readonly files: Input;
  readonly bodyOf: BodyOf;
  readonly context: Context;
  readonly progress: Progress;
  /** Hides secrets in everything that is no data on stdout. */
  readonly redactor: Redactor;
  readonly connections: Connections;
  readonly line: RunningLine;
  /** For a command that runs until it is interrupted: the interrupt is then its normal end. */
  endsByInterrupt(): void;
}
