import type { Client, ClientOptions } from '../api/client/client.ts';
import type { AnyInput } from '../api/client/request.ts';
import type { Kind } from '../api/contract/facts.ts';
import type { Operation } from '../api/contract/operation.ts';
import type { Redactor } from '../api/redact/redact.ts';
import type { RemovalLimit } from '../domain/losses/mass.ts';
import type { ErrorKind } from '../errors.ts';
import type { Output } from '../output/output.ts';
import type { Progress } from '../output/progress.ts';
import type { System } from '../ports.ts';
import type { KnownScope } from './journal.ts';

/** The organization, site, space and change request that work is about. Each throws `UsageError` where it is not known. */
export interface Scope {
  org(): string;
  site(): string;
  space(): string;
  changeRequest(): string;
  /** Those of them that are known. */
  known(): KnownScope;
  /** Takes the scope of an earlier run, where nothing else is given. */
  supply(scope: KnownScope): void;
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
  /** Marks, and returns, an input whose values are always ids, even if they look like names. */
  asIds<Input extends AnyInput>(input: Input): Input;
}

/** What a question is about: something of the service, or of this machine. */
export type Concern = 'service' | 'machine';

/** When requests of a run stop, and what observes them. */
export type Pace = Required<Pick<ClientOptions, 'signal' | 'onEvent'>> & Pick<ClientOptions, 'stop'>;

/** The service and the organization that work is done on. */
export interface Place {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** The whole base address; absent where version 0.1.0 wrote it down, which knew the origin only. */
  readonly baseUrl?: string | undefined;
  readonly org: string | null;
}

/** How work reports, and prints its results. */
export type Report = Pick<Output, 'note' | 'warn' | 'done' | 'item' | 'list' | 'outcome' | 'showsOutcomes'>;

/** What the guards of one piece of work allow. */
export interface GuardLimits {
  /** How many things may be taken away; `undefined` for the usual part of each kind. */
  readonly maxRemovals: RemovalLimit | undefined;
  /** Whether teams may lose their last owner. */
  readonly allowOwnerless: boolean;
}

/** An error as reports have it: its kind, the exit code, what is said of it. */
export interface ErrorFacts {
  readonly kind: ErrorKind;
  readonly exitCode: number;
  readonly message: string;
}

/** What a run needs to be started and carried out: a part of {@link Session}. */
export interface RunPorts
  extends Pick<
    Session,
    'connectForBulk' | 'redactor' | 'describe' | 'progress' | 'place' | 'profile' | 'beforeChange'
  > {
  readonly system: Pick<System, 'clock' | 'interrupt' | 'journals'>;
  readonly out: Pick<Report, 'note'>;
}

/** What finding and reading journals needs. */
export interface JournalPorts {
  readonly system: Pick<System, 'clock' | 'journals'>;
}

/**
 * What work needs of its caller: a command line, a server for assistants, a test. It knows no flags and no terminal.
 */
export interface Session {
  readonly system: System;
  readonly api: Client;
  /** A client for the requests of a run: it stops when the run stops, and reports events. */
  connectForBulk(pace: Pace): Client;
  readonly scope: Scope;
  readonly names: Names;
  /** What the work is done on. Throws `UsageError` where no address is known. */
  place(): Place & { readonly baseUrl: string };
  /** The profile of the settings that the work uses. */
  readonly profile: string;
  readonly out: Report;
  /** Whether notes and warnings reach nobody: what only they need is not read. */
  readonly isQuiet: boolean;
  /** Whether results are printed as ids only, so that a row without one is left out. */
  readonly printsIds: boolean;
  /** How far the work is. */
  readonly progress: Pick<Progress, 'start' | 'update' | 'stop'>;
  /** What the guards allow. */
  readonly limits: GuardLimits;
  /** Whether this is one row of bulk work, whose guards and questions are those of the whole work. */
  readonly isRow: boolean;
  /** The kind, the exit code and the words of an error. */
  describe(error: unknown): ErrorFacts;
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
  /** Asks, where somebody can be asked, before a file that is there, and not empty, is replaced. */
  askToReplace(path: string): Promise<void>;
  /**
   * What every request that changes something waits for by itself: work of many requests does it before it begins.
   * Throws `UsageError` where the profile is protected and the user does not agree.
   */
  beforeChange(): Promise<void>;
}
