import { join } from 'node:path';
import { LocalStateError } from '../../errors.ts';
import { counted } from '../../text/plural.ts';
import { shellQuote } from '../../text/shell.ts';
import { type Entry, readHistory } from '../history/entries.ts';
import type { RecordedChange } from '../history/recorded-changes.ts';
import { findSingle } from '../history/single.ts';
import type { JournalContent, RunHeader, TaskHistory } from '../journal/journal.ts';
import { isRunJournal, journalPath, keptFor, olderThan } from '../journal/journal-path.ts';
import { damagedLine, notRead, readJournal, readRun } from '../journal/read-journal.ts';
import {
  changesOfRun,
  type RowSubject,
  type RunRow,
  rowsOfRun,
  stateOfTask,
  subjectOf,
  totalOf,
} from './run-rows.ts';
import type { JournalPorts, Session } from './session.ts';

/** The facts about a run for people. */
export interface RunSummary {
  readonly id: string;
  /** What was done, in words: `teams delete name:Editors`. */
  readonly what: string;
  readonly command: string;
  /** Whether it is a command of its own, and no work of several requests. */
  readonly single: boolean;
  /** The number of requests that the service has carried out. */
  readonly changes: number;
  /** The base address of the service. */
  readonly baseUrl: string;
  readonly profile: string;
  readonly org: string | null;
  /** `mcp` if a server for assistants has begun it; `null` for a command line. */
  readonly via: string | null;
  /** The name of the assistant's client. */
  readonly client: string | null;
  readonly started: string;
  /** The seconds for which its processes have worked on it, without those that were killed. */
  readonly seconds: number;
  /**
   * `finished`: everything was tried, and its outcome is known; `unfinished`: a row was not tried, or its outcome is
   * not known; `cut-off`: its process ended without recording an end; `undone`: another run has undone it; `unclear`: a
   * request of a single command has no outcome.
   */
  readonly state: 'running' | 'finished' | 'unfinished' | 'cut-off' | 'undone' | 'unclear';
  /** The run that has undone it. */
  readonly undoneBy: string | null;
  readonly done: number;
  /** The number of its rows. */
  readonly total: number;
  readonly failed: number;
  readonly unknown: number;
  /** The number of rows that were begun and have no outcome. */
  readonly open: number;
  /** The number of rows that were not begun, or not taken by the service before the work was stopped. */
  readonly notAttempted: number;
  readonly journal: string;
}

/**
 * Returns all runs in the folder of journals, and all single commands, the newest first. What cannot be read is left out,
 * with a warning.
 */
export async function listRuns(session: JournalPorts & Pick<Session, 'out'>): Promise<RunSummary[]> {
  const { history } = session.system.journals;
  const { entries, broken } = readHistory(session);
  for (const { file, line } of broken)
    await session.out.warn(`line ${line} of ${join(history.folder, file)} cannot be read: it is left out`);
  const runs = [...(await listJournals(session)), ...entries.map((entry) => summaryOfSingle(session, entry))];
  return runs.sort((one, other) => (one.started < other.started ? 1 : one.started > other.started ? -1 : 0));
}

async function listJournals(session: JournalPorts & Pick<Session, 'out'>): Promise<RunSummary[]> {
  const runs: RunSummary[] = [];
  for (const path of session.system.journals.list()) {
    const found = contentOf(session, path);
    if (typeof found === 'string') await session.out.warn(found);
    else {
      if (found.brokenLine !== undefined) await session.out.warn(damagedLine(path, found.brokenLine));
      runs.push(await summary(session, found, path));
    }
  }
  return runs;
}

/** Returns the content of a journal, or why it cannot be read. */
function contentOf({ system }: JournalPorts, path: string): JournalContent | string {
  try {
    const lines = system.journals.read(path);
    return readJournal(lines) ?? notRead(path, lines).message;
  } catch (error) {
    if (error instanceof LocalStateError) return error.message;
    throw error;
  }
}

/** A run with its rows. */
export interface RunDescription {
  readonly summary: RunSummary;
  readonly rows: readonly RunRow[];
  /** Each thing that it changes, by name. */
  readonly changes: readonly RecordedChange[];
  readonly of: RowSubject;
  /** Why the rows are not all that the run has done; absent if they are. */
  readonly damaged?: LocalStateError | undefined;
}

/** Returns a run with its rows. Throws as `readRun` does. */
export async function describeRun(session: Session, name: string): Promise<RunDescription> {
  const entry = findSingle(session, name);
  if (entry) return describeSingle(session, entry);
  const content = readRun(session, name);
  const path = journalPath(session, name);
  return {
    summary: await summary(session, content, path),
    rows: await rowsOfRun(content),
    changes: await changesOfRun(content),
    of: subjectOf(content.header.work),
    damaged:
      content.brokenLine === undefined
        ? undefined
        : new LocalStateError(damagedLine(path, content.brokenLine)),
  };
}

/** Describes a single command. If a request has no outcome, the service is asked whether it took effect. */
async function describeSingle(session: Session, entry: Entry): Promise<RunDescription> {
  const { settled } = await import('../history/settled.ts');
  const content = await settled(session, entry.content);
  return {
    summary: summaryOfSingle(session, { ...entry, content }),
    rows: await rowsOfRun(content),
    changes: await changesOfRun(content),
    of: 'changes',
  };
}

function summaryOfSingle({ system }: JournalPorts, { file, content }: Entry): RunSummary {
  return summed(content, stateOfSingle(content), join(system.journals.history.folder, file));
}

function stateOfSingle({ tasks, undone }: JournalContent): RunSummary['state'] {
  if (undone) return 'undone';
  const states = [...tasks.values()].map(stateOfTask);
  return states.some((state) => state === 'open' || state === 'unknown') ? 'unclear' : 'finished';
}

async function summary(session: JournalPorts, content: JournalContent, journal: string): Promise<RunSummary> {
  const keeper = await session.system.journals.keeper(journal);
  const histories = [...content.tasks.values()];
  const state = keeper ? 'running' : stateOf(content, histories, totalOf(content.header.work));
  return summed(content, state, journal);
}

function summed(content: JournalContent, state: RunSummary['state'], journal: string): RunSummary {
  const { header, tasks, undone } = content;
  const histories = [...tasks.values()];
  const states = histories.map(stateOfTask);
  const count = (state: string) => states.filter((one) => one === state).length;
  const total = totalOf(header.work);
  const calls = histories.flatMap((task) => [...task.calls.values()]);
  return {
    id: header.id,
    what: whatOf(header),
    command: header.command,
    single: header.work.kind === 'single',
    changes: calls.filter((one) => one === 'done').length,
    baseUrl: header.baseUrl,
    profile: header.profile,
    org: header.org,
    via: header.via ?? null,
    client: header.client ?? null,
    started: header.started,
    seconds: content.seconds,
    state,
    undoneBy: undone?.by ?? null,
    done: count('done') + count('unchanged'),
    total,
    failed: count('failed'),
    unknown: count('unknown'),
    open: count('open'),
    notAttempted: total - histories.length + count('not-attempted'),
    journal,
  };
}

/** Says in words what a run was to do. */
function whatOf({ command, work }: RunHeader): string {
  if (work.kind === 'single') return work.what;
  return work.kind === 'rows' && command === 'batch' && work.template.length > 0
    ? `batch: ${work.template.map(shellQuote).join(' ')}`
    : command;
}

function stateOf(
  { end, undone }: JournalContent,
  histories: readonly TaskHistory[],
  total: number,
): RunSummary['state'] {
  if (undone) return 'undone';
  if (!end) return 'cut-off';
  if (end.exitCode === 0) return 'finished';
  const isKnown = histories.every((task) => task.end && task.end.state !== 'unknown');
  return isKnown && histories.length === total ? 'finished' : 'unfinished';
}

/**
 * Deletes the journals of finished runs that began more than `age` milliseconds ago, and the files with only such single
 * commands. Returns the number of runs.
 */
export async function pruneRuns(session: Session, age: number): Promise<number> {
  const { clock } = session.system;
  const until = clock.now() - age;
  const old = (await listJournals(session)).filter((run) => isOver(run, until));
  const singles = filesBefore(session, until);
  const count = old.length + singles.entries;
  if (count === 0) return 0;
  await session.confirm(
    `delete the records of ${counted(count, 'finished run')}? These runs can no longer be undone`,
    'machine',
  );
  for (const { journal } of old) await deleteJournal(session, journal);
  for (const file of singles.files) await session.system.journals.history.remove(file);
  return count;
}

/** Returns the files of history whose commands all began before a time, and the number of these commands. */
function filesBefore(session: JournalPorts, until: number): { files: string[]; entries: number } {
  const { entries } = readHistory(session);
  const newer = new Set(
    entries.filter(({ content }) => Date.parse(content.header.started) > until).map(({ file }) => file),
  );
  const old = entries.filter(({ file }) => !newer.has(file));
  return { files: [...new Set(old.map(({ file }) => file))], entries: old.length };
}

/** Tells whether nothing is left of a run that began no later than `until`. */
function isOver({ state, started }: RunSummary, until: number): boolean {
  return (state === 'finished' || state === 'undone') && Date.parse(started) <= until;
}

async function deleteJournal({ system: { journals } }: JournalPorts, path: string): Promise<void> {
  const file = await journals.open(path);
  try {
    await journals.remove(path);
  } finally {
    await file.close();
  }
}

/** The most journals that one run deletes, because it waits for that; later runs delete the rest. */
const mostDropped = 200;

/**
 * Deletes the journals of finished runs that began more than 90 days ago, and of other runs after a year, so that their
 * folder does not grow without end. A journal that cannot be read is as old as its name says.
 */
export async function dropOldRuns(session: JournalPorts): Promise<void> {
  const { journals, clock } = session.system;
  const until = clock.now() - keptFor.finished;
  const forgotten = clock.now() - keptFor.unfinished;
  const forgottenPaths = new Set(olderThan(journals, forgotten));
  let dropped = 0;
  for (const path of olderThan(journals, until)) {
    const found = contentOf(session, path);
    if (typeof found === 'string') {
      if (!isRunJournal(path) || !forgottenPaths.has(path)) continue;
      await journals.remove(path).catch(() => {});
    } else {
      const run = await summary(session, found, path);
      const isForgotten = run.state !== 'running' && Date.parse(run.started) <= forgotten;
      if (!isOver(run, until) && !isForgotten) continue;
      await deleteJournal(session, path).catch(() => {});
    }
    dropped++;
    if (dropped === mostDropped) return;
  }
}
