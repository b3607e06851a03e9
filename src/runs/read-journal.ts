import { LocalStateError } from '../errors.ts';
import { isObject } from '../text/fields.ts';
import { asChanges, type MembershipWork } from './earlier-journals.ts';
import {
  type InputFile,
  type Intent,
  type JournalContent,
  type JournalRecord,
  journalFormat,
  type Outcome,
  type PieceState,
  type RunEnd,
  type RunHeader,
  type RunWork,
  type TaskEnd,
  type TaskHistory,
  type Undone,
} from './journal.ts';
import { journalPath } from './journal-path.ts';
import { recordSchemas } from './journal-schema.ts';
import type { JournalPorts } from './session.ts';

/** Reads the journal of a run. Throws `UsageError` if there is no such run, `LocalStateError` if it is broken. */
export function readRun(session: JournalPorts, name: string): JournalContent {
  const path = journalPath(session, name);
  const lines = session.system.journals.read(path);
  const content = readJournal(lines);
  if (content) return content;
  if (isNewerJournal(lines))
    throw new LocalStateError(newerJournal(path), { hint: { code: 'update-for-run', data: {} } });
  throw new LocalStateError(noJournal(path), { hint: { code: 'list-runs', data: {} } });
}

/** Returns what is wrong with a file whose first line is not that of a journal. */
export function noJournal(path: string): string {
  return `${path} is not the journal of a run, or its first line is damaged`;
}

/** Returns what is wrong with a journal of which a line is no record. */
export function damagedLine(path: string, line: number): string {
  return `line ${line} of ${path} cannot be read, so that it is not known what the run has done`;
}

/** Returns what is wrong with a journal in a later version of the format. */
export function newerJournal(path: string): string {
  return `${path} was made by a newer version of docs-admin`;
}

/** Throws `LocalStateError` for a journal in which a request may be missing: it could be sent twice. */
export function assertWhole(path: string, { brokenLine }: JournalContent): void {
  if (brokenLine === undefined) return;
  throw new LocalStateError(`${damagedLine(path, brokenLine)}; nothing was sent`, {
    hint: { code: 'start-rest', data: {} },
  });
}

/** Parses the lines of a journal; `undefined` if they are none. */
export function readJournal(lines: readonly string[]): JournalContent | undefined {
  const records = lines.map(parseRecord);
  const [first] = records;
  if (!isHeader(first)) return undefined;
  const header = withChanges(first);
  const tasks = new Map<number, TaskHistory>();
  const before = new Map<number, readonly PieceState[]>();
  let end: RunEnd | undefined;
  let undone: Undone | undefined;
  let seconds = 0;
  for (const record of records) {
    if (record?.type === 'undone') undone = record;
    else if (record?.type === 'values')
      for (const { task, values } of record.before) before.set(task, values);
    else if (record?.type === 'end') {
      end = record;
      seconds += record.seconds ?? 0;
    } else if (record && record.type !== 'run') {
      // Work after an end is a resumption.
      end = undefined;
      addTo(historyOf(tasks, record.task), record);
    }
  }
  const broken = records.indexOf(undefined);
  return { header, tasks, before, end, undone, seconds, brokenLine: broken < 0 ? undefined : broken + 1 };
}

/** Tells whether the lines are those of a journal in a later version of the format. */
export function isNewerJournal([first = '']: readonly string[]): boolean {
  const header = parsed(first);
  return isObject(header) && header.type === 'run' && Number(header.format) > journalFormat;
}

/** A header in the form of any version. */
type RecordedHeader = Omit<RunHeader, 'work'> & {
  readonly work: RunWork | (MembershipWork & { readonly input?: InputFile });
};

function withChanges({ work, ...header }: RecordedHeader): RunHeader {
  if (work.kind !== 'memberships') return { ...header, work };
  return { ...header, work: { kind: 'changes', ...asChanges(work, header.org), input: work.input } };
}

function isHeader(record: JournalRecord | undefined): record is RunHeader {
  return record?.type === 'run' && record.format === journalFormat;
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
    // The task is tried again: its earlier end is out of date.
    delete history.end;
    history.calls.set(record.call, 'open');
    history.attempts.push({ ...attempt, state: 'open' });
  } else {
    history.calls.set(record.call, record.state);
    history.id = record.id;
    const attempt = history.attempts.findLast(({ call }) => call === record.call);
    if (attempt) Object.assign(attempt, { state: record.state, id: record.id, after: record.after });
  }
}

/** Returns the record of a line; `undefined` if the line is damaged. */
function parseRecord(line: string): JournalRecord | undefined {
  const record = parsed(line);
  if (!isObject(record) || typeof record.type !== 'string' || !Object.hasOwn(recordSchemas, record.type))
    return undefined;
  return recordSchemas[record.type]?.safeParse(record).success ? (record as never) : undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
