import type { Client, ClientOptions } from '../../api/client/client.ts';
import type { AnyInput } from '../../api/client/request.ts';
import type { Kind } from '../../api/contract/facts.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import { calibratedName, type RuleSet } from '../../domain/access/rule-sets.ts';
import type { ErrorKind, Hint } from '../../errors.ts';
import { createReader, type ReadCache, type ServiceReader } from '../../model/read/reader.ts';
import type { Output } from '../../output/output.ts';
import type { Progress } from '../../output/progress.ts';
import type { System } from '../../ports.ts';
import type { GuardLimits } from '../guards/judge.ts';
import type { Via } from '../journal/journal.ts';
import type { KnownScope, State } from '../journal/journal-schema.ts';

/** The organization, site, space and change request of the work. Each throws `UsageError` if it is not known. */
export interface Scope {
  org(): string;
  site(): string;
  space(): string;
  changeRequest(): string;
  known(): KnownScope;
  /** Uses the scope of an earlier run if nothing else is given. */
  supply(scope: KnownScope): void;
}

/** Finds the names of things of the service, and the ids that names mean. */
export interface SessionNames {
  /** Returns the name of a thing for messages: its title and id. Reads the title only if a person waits for it. */
  nameOf(kind: Kind, id: string): Promise<string>;
  /**
   * Resolves with the title of the thing that `given` names, if a request has looked it up already; `null` if it is not
   * known.
   */
  titleOf(kind: Kind, given: string): Promise<string | null>;
  /** Resolves with the values of a thing before a change, if they are known without a request, and are shown. */
  valuesBefore(kind: Kind, id: string): Promise<object>;
  /** Resolves with `input` with ids instead of names, as the client sends it. Throws `UsageError`. */
  resolved(op: Operation, input: AnyInput): Promise<AnyInput>;
  /** Marks, and returns, an input whose values are always ids, even if they look like names. */
  asIds<Input extends AnyInput>(input: Input): Input;
}

/** The subject of a question: something of the service, or of this machine. */
export type Concern = 'service' | 'machine';

export type RunSignals = Required<Pick<ClientOptions, 'signal' | 'onEvent'>> & Pick<ClientOptions, 'stop'>;

/** The service and the organization of the work. */
export interface ServicePlace {
  /** The whole base address of the service, with its path. */
  readonly baseUrl: string;
  readonly org: string | null;
}

/** A request that work is going to send, as its dry run knows it. */
export interface IntendedRequest {
  readonly operation: string;
  /** With ids instead of names; what the same work makes is `{ $change }` with the index of its request. */
  readonly input: {
    readonly params?: Readonly<Record<string, unknown>> | undefined;
    readonly body?: unknown;
  };
  /** What it changes, with the values before; absent if they have not been read as a whole. */
  readonly valuesBefore?: readonly State[];
}

export type Report = Pick<
  Output,
  'note' | 'warn' | 'done' | 'item' | 'list' | 'plan' | 'outcome' | 'showsOutcomes'
>;

/** The summary of a command, for a page of CI. Nothing happens where none is wanted. */
export interface JobSummary {
  /** Whether one is wanted: what only it shows is read then. */
  readonly isWanted: boolean;
  /**
   * Adds a document as Markdown. `markdown` gets it without secrets, and the most characters that fit; it is called when
   * the command ends, again with fewer characters if they are too many bytes.
   */
  add<Document>(
    document: Document,
    markdown: (document: Document, maxChars: number) => string | Promise<string>,
  ): void;
  /**
   * Adds results of work: one object for each row, as the command prints it, with its `status`. `blocks` are before them: what the
   * work opens and loses. `next` is a sentence: how to undo the work.
   */
  addResults(
    rows: () => Iterable<object>,
    about?: {
      readonly blocks?: readonly { readonly heading: string; readonly entries: readonly string[] }[];
      readonly next?: string | undefined;
    },
  ): void;
}

/** The questions before something happens. */
export interface Questions {
  /** Returns whether a person can answer a question. */
  canAsk(): boolean;
  /** Returns whether a change needs an answer: nothing has answered beforehand, and something is going to be sent. */
  asksFirst(): boolean;
  /** Returns whether the user was asked about a change of the service, and has agreed. */
  hasAgreed(): boolean;
  /**
   * Resolves if the user agrees to a change. Throws `UsageError` if they do not, or if no one can be asked. With `reading`, as
   * {@link Questions.confirmReading} takes it, one question is about both, and answers that one as well.
   */
  confirm(question: string, about?: Concern, reading?: string): Promise<void>;
  /**
   * Asks whether much is read before a change, so that undo can bring it back: `asked` says what, and for how long. Resolves with
   * false for the change without it. Throws `UsageError` for no change, or if no one can be asked.
   */
  confirmReading(asked: string): Promise<boolean>;
  /** Asks, if a person can be asked, before a file with content is replaced. */
  askToReplace(path: string): Promise<void>;
}

/** An error in reports: its kind, the exit code, its words. */
export interface ErrorFacts {
  readonly kind: ErrorKind;
  readonly exitCode: number;
  readonly message: string;
}

/** The parts of {@link Session} that starting and executing a run needs. */
export interface RunPorts
  extends Pick<
    Session,
    | 'connectForBulk'
    | 'redactor'
    | 'describe'
    | 'inWords'
    | 'progress'
    | 'place'
    | 'dataId'
    | 'profile'
    | 'via'
    | 'beforeChange'
    | 'limits'
  > {
  readonly system: Pick<System, 'clock' | 'interrupt' | 'journals'>;
  readonly out: Pick<Report, 'note'>;
}

/** The parts of {@link Session} that finding and reading journals needs. */
export interface JournalPorts {
  readonly system: Pick<System, 'clock' | 'journals'>;
}

/** The parts that work of many requests and the verbs of the command line both use. */
export interface WorkParts extends Questions {
  readonly system: System;
  /** Sends requests. That of a command line accepts names instead of ids, and sorts lists if the line asks for it. */
  readonly api: Client;
  /** Where reading for decisions goes on: with ids instead of names, and nothing twice until a change is sent. */
  readonly reading: Pick<Required<ReadCache>, 'client' | 'known'>;
  readonly scope: Scope;
  readonly names: SessionNames;
  readonly summary: JobSummary;
  /** Hides secrets in everything except data on stdout. */
  readonly redactor: Redactor;
}

/**
 * Everything that work needs of its caller: a command line, a server for assistants, a test. It has no flags and no
 * terminal.
 */
export interface Session extends WorkParts {
  /** Makes a client for the requests of a run. It stops when the run stops, and reports events. */
  connectForBulk(pace: RunSignals): Client;
  /** Returns how long requests that only read take, in milliseconds, by those so far; `undefined` before the first one. */
  readingTime(requests: number, atOnce: number): number | undefined;
  /** Returns the service and the organization. Throws `UsageError` if no address is known. */
  place(): ServicePlace & { readonly baseUrl: string };
  /** Returns a word for the data of the place, if it can be exchanged as a whole: a run is not about other data. */
  dataId?(): Promise<string | undefined>;
  /** The rules by which access is predicted where the service does not answer. */
  readonly accessRules: RuleSet;
  /** The profile of the settings that the work uses. */
  readonly profile: string;
  /** What begins the runs of this session, if that is no command line. */
  readonly via?: Via | undefined;
  /** Throws `UsageError` if one of these operations is not allowed here; absent if all are. */
  readonly assertAllowed?: ((operations: readonly string[]) => void) | undefined;
  /** Called by a dry run with all its requests, before it prints them. */
  readonly onIntended?: ((requests: readonly IntendedRequest[]) => void) | undefined;
  readonly out: Report;
  /** Whether notes and warnings are not shown, so that data for them alone is not read. */
  readonly isQuiet: boolean;
  /** Whether results are printed as ids only, so that a row without an id is left out. */
  readonly printsIds: boolean;
  readonly progress: Pick<Progress, 'start' | 'update' | 'stop'>;
  readonly limits: GuardLimits;
  /** Whether a single command records the values before its requests. */
  readonly isRecorded: boolean;
  /** Whether this is one row of bulk work. The whole work then has the guards and questions. */
  readonly isRow: boolean;
  /** Returns the kind, the exit code and the words of an error. */
  describe(error: unknown): ErrorFacts;
  /** Returns a hint in the words of the caller, for text that is not an error: notes, warnings, reasons. */
  inWords(hint: Hint): Promise<string>;
  /** Whether requests that change something are shown instead of sent. */
  readonly dryRun: boolean;
  /**
   * Checks that changes are allowed; every request that changes something waits for it. Work of many requests calls it
   * before it begins. Throws `UsageError` if the profile is protected and the user does not agree.
   */
  beforeChange(): Promise<void>;
}

/** Makes a reader that goes on with what the session has read since its last change: nothing is read twice. */
export function sessionReader(session: Pick<Session, 'reading' | 'place' | 'accessRules'>): ServiceReader {
  const { reading, place } = session;
  return createReader({
    ...reading,
    org: place().org ?? undefined,
    accessRules: calibratedName(session.accessRules),
  });
}

/** Makes a client for requests of work without a run: nothing but an interrupt stops it. */
export function bulkClient({ connectForBulk, system }: Pick<Session, 'connectForBulk' | 'system'>): Client {
  return connectForBulk({ signal: system.interrupt, onEvent: () => {} });
}

/** Makes a reader of the present, which knows nothing, for work of many requests. */
export function freshReader(
  session: Pick<Session, 'connectForBulk' | 'system' | 'place' | 'accessRules'>,
  org = session.place().org ?? undefined,
): ServiceReader {
  return createReader({ client: bulkClient(session), org, accessRules: calibratedName(session.accessRules) });
}

/** So many requests that only read run at once in bulk work, where the user sets no number: they are cheaper than writes. */
export const bulkReads = 16;
