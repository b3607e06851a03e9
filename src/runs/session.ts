import type { Client, ClientOptions } from '../api/client/client.ts';
import type { AnyInput } from '../api/client/request.ts';
import type { Kind } from '../api/contract/facts.ts';
import type { Operation } from '../api/contract/operation.ts';
import type { Redactor } from '../api/redact/redact.ts';
import type { System } from '../ports.ts';

/** The organization, site, space and change request that work is about. Each throws `UsageError` where it is not known. */
export interface Scope {
  org(): string;
  site(): string;
  space(): string;
  changeRequest(): string;
}

/** What things of the service are called, and which ids names stand for. */
export interface Names {
  /** What messages call a thing of the service: its title and id. A title is read only where a person waits for it. */
  nameOf(kind: Kind, id: string): Promise<string>;
  /** The title of what is named with `given`, where a request has looked it up already; `null` where it is not known. */
  titleOf(kind: Kind, given: string): Promise<string | null>;
  /** The values of a thing before a change, as far as they are known without a request, and shown. */
  valuesBefore(kind: Kind, id: string): Promise<object>;
  /** `input` with ids in the place of names, as the client sends it. Throws `UsageError`. */
  resolved(op: Operation, input: AnyInput): Promise<AnyInput>;
}

/** What a question is about: something of the service, or of this machine. */
export type Concern = 'service' | 'machine';

/** When requests of a run stop, and what observes them. */
export type Pace = Required<Pick<ClientOptions, 'signal' | 'onEvent'>> & Pick<ClientOptions, 'stop'>;

/**
 * What work needs of whoever starts it: a command line, a server for assistants, a test. It knows of no flags and of no
 * terminal.
 */
export interface Session {
  readonly system: System;
  readonly api: Client;
  /** A client for the requests of a run: it stops when the run stops, and reports events. */
  connectForBulk(pace: Pace): Client;
  readonly scope: Scope;
  readonly names: Names;
  /** Hides secrets in everything that is no data on stdout. */
  readonly redactor: Redactor;
  /** Whether requests that change something are shown instead of sent. */
  readonly dryRun: boolean;
  /** Whether there is somebody to answer a question. */
  canAsk(): boolean;
  /** The same, where the question has not been answered beforehand and something is going to be sent. */
  asksFirst(): boolean;
  /** Resolves if the user agrees to a change. Throws `UsageError` if they do not, or if nobody can be asked. */
  confirm(question: string, about?: Concern): Promise<void>;
  /** The same where somebody can be asked; elsewhere it resolves without a question. */
  askFirst(question: string, about?: Concern): Promise<void>;
  /**
   * What every request that changes something waits for by itself: work of many requests does it before it begins.
   * Throws `UsageError` where the profile is protected and the user does not agree.
   */
  beforeChange(): Promise<void>;
}
