import type { Change } from '../../domain/change.ts';
import type { ReportedMembership } from '../../domain/memberships/report.ts';
import type { Fields, Ids } from '../../model/effects/facts.ts';
import type { AddressChange } from '../../model/structure/addresses.ts';
import type { Structure } from '../../model/structure/structure.ts';
import type { GuardLimits } from '../guards/judge.ts';

/** The version of the journal's format. */
export const journalFormat = 3;

/** The first line of a journal: the work, and the service that it is for. It never contains a token. */
export interface RunHeader {
  readonly type: 'run';
  /** Version of the journal's format. */
  readonly format: typeof journalFormat;
  /** Version of the tool. */
  readonly tool: string;
  readonly id: string;
  /** ISO time. */
  readonly started: string;
  /** The whole base address, with its path. */
  readonly baseUrl: string;
  readonly org: string | null;
  /** The profile of the command line. */
  readonly profile: string;
  /** The server that began it, if that was no command line. */
  readonly via?: Via['via'] | undefined;
  /** The name of the client of that server. */
  readonly client?: string | undefined;
  /** The command, for people: `teams members sync`. */
  readonly command: string;
  readonly work: RunWork;
  /** The journal of the run that this one undoes. */
  readonly undoes?: string | undefined;
  /** The limits of the guards, as far as they are not the usual ones. */
  readonly limits?: Partial<GuardLimits> | undefined;
}

/** What has begun a run, if that was no command line. */
export interface Via {
  readonly via: 'mcp';
  /** The name that the client of the server gives itself. */
  readonly client: string;
}

/**
 * What is open between two changes, because the service allows no closed order: the first opens it, and the second narrows it
 * again. Their numbers, and what is open, as a plan shows it.
 */
export interface OpenBetween {
  readonly from: number;
  readonly until: number;
  readonly opens: object & { readonly text: string };
}

/** Everything that is needed to resume a run. */
export type RunWork =
  | {
      readonly kind: 'changes';
      /** Each change comes after those that it requires; its index is the number of its task. */
      readonly changes: readonly Change[];
      /** The memberships to report on instead of the changes, in order. */
      readonly memberships?: readonly ReportedMembership[] | undefined;
      /** The largest number of memberships in one request, also of an undo. */
      readonly batchSize?: number | undefined;
      /** Whether what the changes are about is read again at the end. */
      readonly isReadBack?: true | undefined;
      /** The roster; `undefined` if the changes have another source. */
      readonly input?: InputFile | undefined;
      /**
       * Whether the records of the requests have the values before, as those of rows have. The values in `changes` are
       * then in the words of their source, for people.
       */
      readonly isRecorded?: true | undefined;
      /** The structure before of the sites whose structure they change; undo restores it as a whole. */
      readonly structure?: Structure | undefined;
      /** What a run that ends in the middle leaves open. */
      readonly openBetween?: readonly OpenBetween[] | undefined;
    }
  | (RowInputs & {
      readonly kind: 'rows';
      /** Words of the command, with a `{column}` for each value from the input; ids follow behind them. */
      readonly template: readonly string[];
      /** Whether the words contained a secret, which is not written. */
      readonly isRedacted: boolean;
      /** The scope of rows that name none. */
      readonly surroundings: KnownScope;
      readonly source: RowSource;
      readonly shard?: string | undefined;
      /** The values before are not read: `runs undo` can only delete what the run has made. */
      readonly noUndo?: true | undefined;
      /** The number of rows. */
      readonly total: number;
    })
  | {
      /** A command of its own, in the file of a day: it cannot be resumed. */
      readonly kind: 'single';
      /** The command and what it names, without secrets: `teams delete name:Editors`. */
      readonly what: string;
      /** The values before are not read. */
      readonly noUndo?: true | undefined;
    };

/** What rows read beside their input. */
export interface RowInputs {
  /** The folder to which their paths are relative. */
  readonly folder?: string | undefined;
  /** The files that they name. A text is hashed without its byte order mark. */
  readonly files?: readonly InputFile[] | undefined;
  /** Salted hash of the repository's address in the environment, if they use it. */
  readonly gitUrl?: string | undefined;
}

/** The ids of the site, the space and the change request. */
export interface KnownScope {
  readonly site?: string | undefined;
  readonly space?: string | undefined;
  readonly changeRequest?: string | undefined;
}

/** A file that a run has read, with the hash of its content. */
export interface InputFile {
  /** Its absolute path, or `-` for what can be read only once: standard input, a pipe. */
  readonly path: string;
  readonly sha256: string;
}

/** The source of the rows: a file, ids on the command line or in standard input, or whole command lines. */
export type RowSource =
  | { readonly from: 'file'; readonly input: InputFile }
  | { readonly from: 'ids'; readonly ids: readonly string[] }
  | { readonly from: 'lines'; readonly lines: readonly (readonly string[])[] };

/** The result of a request or a task; `unchanged` if the wanted state already existed. */
export type TaskState = 'done' | 'unchanged' | 'failed' | 'unknown' | 'not-attempted';

/** The values before the requests of a run, read before the first one is sent. */
export interface ValuesBefore {
  readonly type: 'values';
  readonly before: readonly { readonly task: number; readonly values: readonly State[] }[];
}

/** A request is about to be sent. A task may send several; they are counted from 0. */
export interface Intent {
  readonly type: 'intent';
  readonly task: number;
  readonly call: number;
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  /** ISO time of the machine. */
  readonly at: string;
  /** The user's name for the row; absent for a change, which has one. */
  readonly name?: string | undefined;
  /** The people whose memberships a request changes, if they are not all people of the change. */
  readonly users?: readonly string[] | undefined;
  /** The body without secrets and with long texts cut; absent for a change, which has it. */
  readonly sent?: unknown;
  /** The values before, for `runs undo`; absent if they are not read. */
  readonly before?: readonly State[] | undefined;
}

/** The values of one thing. Secrets are left out. */
export interface State {
  readonly kind: string;
  readonly ids: Ids;
  /** Its name for people. */
  readonly name?: string | undefined;
  /** `null` if there is no such thing. In the values after a request, long ones are `{ $sha256 }`. */
  readonly value?: Fields | null | undefined;
  /** The reason if there is no value. */
  readonly unknown?: string | undefined;
  /** If the value is the one that the plan was made on: why it could not be read again before the first request. */
  readonly planned?: string | undefined;
  /** For a thing that the request itself does not name: it ends because of the request, or these fields lose their values. */
  readonly follows?: 'ends' | 'clears' | undefined;
}

export interface Outcome {
  readonly type: 'outcome';
  readonly task: number;
  readonly call: number;
  readonly state: TaskState;
  /** The id of the thing that was made or changed, if the answer has it. */
  readonly id?: string | undefined;
  /** The values after, for `runs undo`. */
  readonly after?: readonly State[] | undefined;
}

/** A task has ended. */
export interface TaskEnd {
  readonly type: 'task';
  readonly task: number;
  readonly state: TaskState;
  readonly exitCode: number;
  /** The user's name for it: a row of the input, an id, a team. */
  readonly name: string;
  /** The id of the thing that was made or changed. */
  readonly id?: string | undefined;
  readonly error?: string | undefined;
}

export interface RunEnd {
  readonly type: 'end';
  readonly exitCode: number;
  readonly ended: string;
  /** The seconds for which this process has worked on it. */
  readonly seconds?: number;
}

/** Another run undoes this one, which cannot be resumed any more. */
export interface Undone {
  readonly type: 'undone';
  /** The id of the other run, or the absolute path of its journal. */
  readonly by: string;
  readonly at: string;
}

/** What the changes of a plan open and lose. */
export interface RunEffects {
  readonly type: 'effects';
  /** The entries of a plan. */
  readonly opens: readonly object[];
  readonly loses: readonly object[];
}

/** The public addresses that a run is going to change. */
export interface RunAddresses {
  readonly type: 'addresses';
  readonly addresses: readonly AddressChange[];
}

/** An undo has found nothing that it could take back: the next undo of the last run goes on with the run before. */
export interface Passed {
  readonly type: 'passed';
  readonly at: string;
}

export type JournalRecord =
  | RunHeader
  | ValuesBefore
  | Intent
  | Outcome
  | TaskEnd
  | RunEnd
  | Undone
  | Passed
  | RunEffects
  | RunAddresses;

/** A request that was about to be sent, and its outcome; `open` if the journal has none. */
export type Attempt = Omit<Intent, 'type' | 'task'> & {
  state: TaskState | 'open';
  id?: string | undefined;
  after?: readonly State[] | undefined;
};

/** The records of one task. */
export interface TaskHistory {
  /** The states by the number of the request; `open` if the journal has no outcome. */
  readonly calls: Map<number, TaskState | 'open'>;
  /** Every request in order, including those of earlier processes. */
  readonly attempts: Attempt[];
  /** The id of the thing that the last request made or changed. */
  id?: string | undefined;
  end?: TaskEnd;
}

/** Returns the id of the thing that a task has made or changed, if the journal has it. */
export function madeId({ end, id }: TaskHistory): string | undefined {
  return end?.id ?? id;
}

/** The content of a journal. */
export interface JournalContent {
  readonly header: RunHeader;
  readonly tasks: ReadonlyMap<number, TaskHistory>;
  /** The values before the requests of tasks, if they were read before the first one was sent. */
  readonly before: ReadonlyMap<number, readonly State[]>;
  /** The last end in the journal; `undefined` while the run continues, or if it was cut off. */
  readonly end: RunEnd | undefined;
  readonly undone: Undone | undefined;
  /** Whether an undo has found nothing that it could take back, and nothing was done since. */
  readonly isPassed: boolean;
  /** What its plan opens and loses, if it was shown. */
  readonly effects?: Omit<RunEffects, 'type'> | undefined;
  /** The public addresses that it was going to change. */
  readonly addresses: readonly AddressChange[];
  /** The seconds for which all processes have worked on it, without processes that were killed. */
  readonly seconds: number;
  /** The number of the first line that is no record; no one knows what has been done then. */
  readonly brokenLine: number | undefined;
}
