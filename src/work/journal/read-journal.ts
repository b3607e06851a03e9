import { LocalStateError, type UsageError } from '../../errors.ts';
import { isNewerVersion, madeByEarlier } from '../../formats/newer.ts';
import { isObject } from '../../text/fields.ts';
import { parsedJson } from '../../text/json.ts';
import { kept } from '../../text/kept.ts';
import type { JournalPorts } from '../run/session.ts';
import { type JournalContent, journalFormat, type TaskHistory } from './journal.ts';
import { journalPath } from './journal-path.ts';
import {
  type Intent,
  type JournalRecord,
  type Outcome,
  type RunEnd,
  recordSchemas,
  type State,
  type TaskEnd,
  type Undone,
} from './journal-schema.ts';
import { unpackedRecord } from './packed-states.ts';

/**
 * Reads the journal of a run. Throws `UsageError` if there is no such run or an earlier version made it, `LocalStateError` if
 * it is broken.
 */
export function readRun(session: JournalPorts, name: string): JournalContent {
  const path = journalPath(session, name);
  const lines = session.system.journals.read(path);
  const content = readJournal(lines);
  if (content) return content;
  throw notRead(path, lines);
}

/** Makes the error for a file that is no journal, or one in another version of the format. */
export function notRead(path: string, [first = '']: readonly string[]): LocalStateError | UsageError {
  const header = parsedJson(first);
  const format = isObject(header) && header.type === 'run' ? header.format : undefined;
  if (isObject(header) && typeof format === 'number' && format < journalFormat)
    return madeByEarlier(path, header.tool, 'only that version can show, resume or undo the run');
  if (isNewerVersion(format, journalFormat))
    return new LocalStateError(`${path} was made by a newer version of docs-admin`, {
      hint: { code: 'update-for-run', data: {} },
    });
  return new LocalStateError(`${path} is not the journal of a run, or its first line is damaged`, {
    hint: { code: 'list-runs', data: {} },
  });
}

/** Returns what is wrong with a journal of which a line is no record. */
export function damagedLine(path: string, line: number): string {
  return `line ${line} of ${path} cannot be read, so that it is not known what the run has done`;
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
  return contentOf(lines.map(parsedJson).map((line) => (isRecord(line) ? unpackedRecord(line) : undefined)));
}

/** Returns the content of a journal from its records, with `undefined` for a line that is none; `undefined` without a header. */
export function contentOf(records: readonly (JournalRecord | undefined)[]): JournalContent | undefined {
  const [header] = records;
  if (header?.type !== 'run') return undefined;
  const tasks = new Map<number, TaskHistory>();
  const before = new Map<number, readonly State[]>();
  let end: RunEnd | undefined;
  let undone: Undone | undefined;
  let isPassed = false;
  let effects: JournalContent['effects'];
  let addresses: JournalContent['addresses'] = [];
  let seconds = 0;
  for (const record of records) {
    if (record?.type === 'undone') undone = record;
    else if (record?.type === 'passed') isPassed = true;
    else if (record?.type === 'effects') effects = { opens: record.opens, loses: record.loses };
    else if (record?.type === 'addresses') addresses = record.addresses;
    else if (record?.type === 'values')
      for (const { task, values } of record.before) before.set(task, values);
    else if (record?.type === 'end') {
      end = record;
      seconds += record.seconds ?? 0;
    } else if (record && record.type !== 'run') {
      // Work after an end is a resumption.
      end = undefined;
      isPassed = false;
      addTo(
        kept(tasks, record.task, () => ({ calls: new Map(), attempts: [] })),
        record,
      );
    }
  }
  const broken = records.indexOf(undefined);
  const brokenLine = broken < 0 ? undefined : broken + 1;
  return { header, tasks, before, end, undone, isPassed, effects, addresses, seconds, brokenLine };
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

export function isRecord(line: unknown): line is JournalRecord {
  if (!isObject(line) || typeof line.type !== 'string' || !Object.hasOwn(recordSchemas, line.type))
    return false;
  return recordSchemas[line.type as JournalRecord['type']].safeParse(line).success;
}
