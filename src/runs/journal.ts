import type { Change } from '../domain/change.ts';
import type { MembershipPlan } from '../domain/memberships/plan.ts';
import type { Fields, Piece } from '../model/undo/facts.ts';

/** The first line of a journal: what was asked, of whom. Never with a token. */
export interface RunHeader {
  readonly type: 'run';
  /** Version of the journal's format. */
  readonly format: 1;
  /** Version of the tool. */
  readonly tool: string;
  readonly id: string;
  /** ISO time. */
  readonly started: string;
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** The whole base address, with its path; absent in journals of 0.1.0. */
  readonly baseUrl?: string;
  readonly org: string | null;
  /** The profile of the command line; absent in journals of 0.1.0. */
  readonly profile?: string;
  /** What it does, for people: `teams members sync`. */
  readonly command: string;
  readonly work: RunWork;
  /** The journal of the run that this one undoes. */
  readonly undoes?: string | undefined;
}

/** What is needed to resume a run. */
export type RunWork =
  | {
      readonly kind: 'memberships';
      readonly plan: MembershipPlan;
      readonly batchSize: number;
      /** The roster; `undefined` where the plan came from elsewhere. */
      readonly input?: InputFile | undefined;
    }
  | {
      readonly kind: 'changes';
      /** In an order in which each comes after those that it requires; its place is the number of its task. */
      readonly changes: readonly Change[];
    }
  | (RowInputs & {
      readonly kind: 'rows';
      /** Words of the command, with a `{column}` for what comes from the input; ids come behind them. */
      readonly template: readonly string[];
      /** Whether the words held a secret, which is not written down. */
      readonly isRedacted: boolean;
      /** What the rows work in, unless they say it themselves. */
      readonly surroundings: KnownScope;
      readonly source: RowSource;
      readonly shard?: string | undefined;
      /** The values before are not read: `runs undo` can only delete what it made. */
      readonly noUndo?: true | undefined;
      /** How many rows there are; absent in journals of 0.1.0. */
      readonly total?: number;
    });

/** What rows read beside the input that they come from. Journals of version 0.1.0 have nothing of it. */
export interface RowInputs {
  /** The folder from which their paths go. */
  readonly folder?: string | undefined;
  /** The files that they name; a text is hashed without its byte order mark. */
  readonly files?: readonly InputFile[] | undefined;
  /** Salted hash of the address of the repository that the environment names, where they use it. */
  readonly gitUrl?: string | undefined;
}

/** The ids of the site, the space and the change request. */
export interface KnownScope {
  readonly site?: string | undefined;
  readonly space?: string | undefined;
  readonly changeRequest?: string | undefined;
}

/** A file that a run has read, and what was in it. */
export interface InputFile {
  /** Its whole path, or `-` for standard input. */
  readonly path: string;
  readonly sha256: string;
}

/** Where the rows come from: a file, or the ids that stood on the command line or in standard input. */
export type RowSource =
  | { readonly from: 'csv' | 'jsonl' | 'file'; readonly input: InputFile }
  | { readonly from: 'ids'; readonly ids: readonly string[] };

/** The result of a request or a task; `unchanged` if the wanted state existed already. */
export type TaskState = 'done' | 'unchanged' | 'failed' | 'unknown' | 'not-attempted';

/** A request is about to leave. A task may make several; they are counted from 0. */
export interface Intent {
  readonly type: 'intent';
  readonly task: number;
  readonly call: number;
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  /** The people that a request for memberships changes, where they are not all of the plan's. */
  readonly users?: readonly string[] | undefined;
  /** The body without secrets, long texts shortened; memberships are in the plan. */
  readonly sent?: unknown;
  /** What it changes, as it is before, for `runs undo`; absent where that was not to be read, and in journals of 0.1.0. */
  readonly before?: readonly PieceState[] | undefined;
}

/** The value of a piece of the organization. Secrets are left out. */
export interface PieceState extends Piece {
  /** What people call it. */
  readonly name?: string | undefined;
  /** `null` where it is not there. Of what a request leaves, long values are `{ $sha256 }`. */
  readonly value?: Fields | null;
  /** Why there is no value. */
  readonly unknown?: string;
}

export interface Outcome {
  readonly type: 'outcome';
  readonly task: number;
  readonly call: number;
  readonly state: TaskState;
  /** Identifier of what it made or changed, where the answer says. */
  readonly id?: string | undefined;
  /** What it leaves, for `runs undo`; absent in journals of 0.1.0. */
  readonly after?: readonly PieceState[] | undefined;
}

/** A task has ended. */
export interface TaskEnd {
  readonly type: 'task';
  readonly task: number;
  readonly state: TaskState;
  readonly exitCode: number;
  /** What the user calls it: a row of the input, an id, a team. */
  readonly name: string;
  /** Identifier of what it made or changed. */
  readonly id?: string | undefined;
  readonly error?: string | undefined;
}

export interface RunEnd {
  readonly type: 'end';
  readonly exitCode: number;
  readonly ended: string;
  /** For how long this process has worked on it. */
  readonly seconds?: number;
}

/** Another run undoes this one: from here on it cannot be resumed. */
export interface Undone {
  readonly type: 'undone';
  /** The id of the other run, or the whole path of its journal. */
  readonly by: string;
  readonly at: string;
}

export type JournalRecord = RunHeader | Intent | Outcome | TaskEnd | RunEnd | Undone;

/** A request that was about to be sent, and its outcome; `open` where the journal has none. */
export type Attempt = Omit<Intent, 'type' | 'task'> & {
  state: TaskState | 'open';
  id?: string | undefined;
  after?: readonly PieceState[] | undefined;
};

/** What a journal says of one task. */
export interface TaskHistory {
  /** By the number of the request: `open` where the journal has no outcome. */
  readonly calls: Map<number, TaskState | 'open'>;
  /** Every request in its order, those of earlier processes included. */
  readonly attempts: Attempt[];
  /** Identifier of what the last request made or changed. */
  id?: string | undefined;
  end?: TaskEnd;
}

/** Identifier of what a task has made or changed, as far as its process came. */
export function madeId({ end, id }: TaskHistory): string | undefined {
  return end?.id ?? id;
}

/** What a journal says. */
export interface JournalContent {
  readonly header: RunHeader;
  readonly tasks: ReadonlyMap<number, TaskHistory>;
  /** The end that was written last; `undefined` while the run continues, or if it was cut off. */
  readonly end: RunEnd | undefined;
  readonly undone: Undone | undefined;
  /** For how long all processes have worked on it that came to an end. */
  readonly seconds: number;
}

/** Reads the lines of a journal; `undefined` where they are none. */
export function readJournal(lines: readonly string[]): JournalContent | undefined {
  const records = lines.map(parseRecord);
  const [header] = records;
  if (!isHeader(header)) return undefined;
  const tasks = new Map<number, TaskHistory>();
  let end: RunEnd | undefined;
  let undone: Undone | undefined;
  let seconds = 0;
  for (const record of records) {
    if (record?.type === 'undone') undone = record;
    else if (record?.type === 'end') {
      end = record;
      seconds += record.seconds ?? 0;
    } else if (record && record.type !== 'run') {
      // Work after an end is a resumption.
      end = undefined;
      addTo(historyOf(tasks, record.task), record);
    }
  }
  return { header, tasks, end, undone, seconds };
}

function isHeader(record: JournalRecord | undefined): record is RunHeader {
  if (record?.type !== 'run' || record.format !== 1) return false;
  const { id, started, origin, command, tool, work } = record;
  const isWhole = [id, started, origin, command, tool].every((text) => typeof text === 'string');
  return isWhole && ['memberships', 'changes', 'rows'].includes(work?.kind);
}

function historyOf(tasks: Map<number, TaskHistory>, task: number): TaskHistory {
  const history = tasks.get(task) ?? { calls: new Map(), attempts: [] };
  tasks.set(task, history);
  return history;
}

function addTo(history: TaskHistory, record: Intent | Outcome | TaskEnd): void {
  if (record.type === 'task') history.end = record;
  else if (record.type === 'intent') {
    const { type, task, ...attempt } = record;
    history.calls.set(record.call, 'open');
    history.attempts.push({ ...attempt, state: 'open' });
  } else {
    history.calls.set(record.call, record.state);
    history.id = record.id;
    const attempt = history.attempts.findLast(({ call }) => call === record.call);
    if (attempt) Object.assign(attempt, { state: record.state, id: record.id, after: record.after });
  }
}

function parseRecord(line: string): JournalRecord | undefined {
  try {
    return JSON.parse(line) as JournalRecord;
  } catch {
    return undefined;
  }
}
