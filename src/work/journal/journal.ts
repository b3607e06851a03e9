import type { AddressChange } from '../../model/structure/addresses.ts';
import type {
  Intent,
  RunEffects,
  RunEnd,
  RunHeader,
  State,
  TaskEnd,
  TaskState,
  Undone,
} from './journal-schema.ts';

export const journalFormat: RunHeader['format'] = 3;

/** What has begun a run, if that was no command line. */
export interface Via {
  readonly via: 'mcp';
  /** The name that the client of the server gives itself. */
  readonly client: string;
}

/** A request that was about to be sent, and its outcome; `open` if the journal has none. */
export type Attempt = Omit<Intent, 'type' | 'task'> & {
  state: TaskState | 'open';
  id?: string | undefined;
  after?: readonly State[] | undefined;
};

export interface TaskHistory {
  /** The states by the number of the request; `open` if the journal has no outcome. */
  readonly calls: Map<number, TaskState | 'open'>;
  /** Every request in order, including those of earlier processes. */
  readonly attempts: Attempt[];
  /** The id of the thing that the last request made or changed. */
  id?: string | undefined;
  end?: TaskEnd;
}

/** Returns whether nothing shows if a request was carried out. */
export function isOpen(state: Attempt['state']): boolean {
  return state === 'open' || state === 'unknown';
}

/** Returns the id of the thing that a task has made or changed, if the journal has it. */
export function madeId({ end, id }: TaskHistory): string | undefined {
  return end?.id ?? id;
}

/** Returns the state of a task that was begun; without an end, what is known of its requests. */
export function stateOfTask({ end, calls }: TaskHistory): Attempt['state'] {
  if (end) return end.state;
  const states = [...calls.values()];
  if (states.includes('open')) return 'open';
  // The process has ended before it could record the end of the task.
  if (states.length > 0 && states.every((state) => state === 'done')) return 'done';
  // The work was stopped before the service took the request.
  return states.includes('unknown') ? 'unknown' : 'not-attempted';
}

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
