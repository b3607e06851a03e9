import { join } from 'node:path';
import { LocalStateError } from '../../errors.ts';
import { counted } from '../../text/words.ts';
import { version } from '../../version.ts';
import { isOpen, type JournalContent, journalFormat, stateOfTask } from '../journal/journal.ts';
import { isRunJournal, journalPath, runName, runTime } from '../journal/journal-path.ts';
import type { ElsewhereLine, OpenBetween } from '../journal/journal-schema.ts';
import { openNow } from '../journal/open-now.ts';
import { damagedLine, readRun } from '../journal/read-journal.ts';
import type { PlanEffects } from '../plan-document.ts';
import { deleteJournal, isOver, type RunSummary, readContent, summary, summed } from '../run/runs.ts';
import type { JournalPorts, Session } from '../run/session.ts';
import { type BrokenRecord, type HistoryEntry, readHistory } from './entries.ts';
import type { RecordedChange } from './recorded-changes.ts';
import { changesOfRun, type RowSubject, type RunRow, rowSubject, rowsOfRun } from './run-rows.ts';
import { findSingle } from './single.ts';

/**
 * Returns all runs whose journals are known, and all single commands, the newest first. What cannot be read is left out,
 * with a warning.
 */
export async function listRuns(session: JournalPorts & Pick<Session, 'out'>): Promise<RunSummary[]> {
  return (await readRuns(session)).runs.map(({ run }) => run);
}

/** A run in the list, the data that it is about, and why its journal in another folder cannot be read. */
interface ListedRun {
  readonly run: RunSummary;
  readonly data?: string | undefined;
  /** The records of a single command. */
  readonly content?: JournalContent;
  readonly problem?: string;
}

/** The newest run first, and what cannot be read beside them. */
interface ReadRuns {
  readonly runs: readonly ListedRun[];
  readonly broken: readonly BrokenRecord[];
}

async function readRuns(session: JournalPorts & Pick<Session, 'out'>): Promise<ReadRuns> {
  const { entries, elsewhere, broken } = await readHistory(session);
  const { folder } = await session.system.journals.history();
  for (const { problem } of broken) await session.out.warn(`${problem}; it is left out`);
  const singles = [...entries].reverse().map((entry) => ({
    run: summaryOfSingle(entry, folder),
    data: entry.content.header.data,
    content: entry.content,
  }));
  const others = [...elsewhere].reverse().map((line) => readElsewhere(session, line));
  const journals = await listJournals(session);
  const runs = [...journals.runs, ...(await Promise.all(others)), ...singles];
  return {
    runs: runs.sort(({ run: one }, { run: other }) =>
      one.started < other.started ? 1 : one.started > other.started ? -1 : 0,
    ),
    broken: [...broken, ...journals.broken],
  };
}

/** Reads the facts about a run whose journal is in another folder; if its file is gone or damaged, those of its line. */
async function readElsewhere(session: JournalPorts, line: ElsewhereLine): Promise<ListedRun> {
  const { run: id, journal, ...known } = line;
  const found = readContent(session, journal);
  const problem =
    typeof found === 'string'
      ? found
      : found.header.id !== id
        ? `${journal} is the journal of another run`
        : found.brokenLine && damagedLine(journal, found.brokenLine);
  if (typeof found !== 'string' && !problem)
    return { run: await summary(session, found, journal), data: found.header.data };
  const work = { kind: 'changes', changes: [] } as const;
  const header = { type: 'run', format: journalFormat, tool: version, id: journal, ...known, work } as const;
  const content = { header, tasks: new Map(), undone: undefined, isPassed: false, seconds: 0 };
  return { run: summed(content, 'unreadable', journal), problem: problem || '' };
}

async function listJournals(session: JournalPorts & Pick<Session, 'out'>): Promise<ReadRuns> {
  const runs: ListedRun[] = [];
  const broken: BrokenRecord[] = [];
  for (const path of session.system.journals.list()) {
    const found = readContent(session, path);
    if (typeof found === 'string') {
      await session.out.warn(found);
      // A file of another name is no run.
      const until = runName(session.system.journals, path);
      if (isRunJournal(path)) broken.push({ problem: found, isCutOff: isEmpty(session, path), until });
    } else {
      if (found.brokenLine !== undefined) await session.out.warn(damagedLine(path, found.brokenLine));
      runs.push({ run: await summary(session, found, path), data: found.header.data });
    }
  }
  return { runs, broken };
}

/** Returns whether a journal has no whole line. */
function isEmpty({ system }: JournalPorts, path: string): boolean {
  try {
    return system.journals.read(path).length === 0;
  } catch {
    return false;
  }
}

interface RunDescription {
  readonly summary: RunSummary;
  readonly rows: readonly RunRow[];
  readonly changes: readonly RecordedChange[];
  /** What it has opened, and was to narrow again. */
  readonly openNow: readonly OpenBetween['opens'][];
  /** What it has opened and taken away, and the public addresses that it was going to change. */
  readonly effects: PlanEffects;
  readonly of: RowSubject;
  /** Why the rows are not all that the run has done; absent if they are. */
  readonly damaged?: LocalStateError | undefined;
}

/**
 * Returns a run with its rows. If a request of a single command has no outcome, the service is asked whether it took effect. Throws
 * as `readRun` does.
 */
export async function describeRun(session: Session, name: string): Promise<RunDescription> {
  const entry = await findSingle(session, name);
  const content = entry ? await settled(session, entry.content) : readRun(session, name);
  const { recordedEffects } = await import('./recorded-effects.ts');
  return {
    summary: entry
      ? summaryOfSingle({ ...entry, content }, (await session.system.journals.history()).folder)
      : await summary(session, content, journalPath(session, name)),
    rows: await rowsOfRun(content),
    changes: await changesOfRun(content),
    openNow: await openNowOf(session, content),
    effects: await recordedEffects(content),
    of: rowSubject(content.header.work),
    damaged:
      content.brokenLine === undefined
        ? undefined
        : new LocalStateError(damagedLine(journalPath(session, name), content.brokenLine)),
  };
}

/** Returns what a run leaves open now; nothing if it was undone. Asks the service only where that matters. */
async function openNowOf(session: Session, content: JournalContent): Promise<RunDescription['openNow']> {
  const open = ({ header: { work }, tasks }: JournalContent) =>
    openNow(work, (task) => {
      const history = tasks.get(task);
      return history && stateOfTask(history);
    });
  if (content.undone || open(content).length === 0) return [];
  return open(await settled(session, content));
}

async function settled(session: Session, content: JournalContent): Promise<JournalContent> {
  return (await import('./settled.ts')).settledRecords(session, content);
}

function summaryOfSingle({ file, content }: HistoryEntry, folder: string): RunSummary {
  return summed(content, stateOfSingle(content), join(folder, file));
}

function stateOfSingle({ tasks, undone }: JournalContent): RunSummary['state'] {
  if (undone) return 'undone';
  const states = [...tasks.values()].map(stateOfTask);
  return states.some(isOpen) ? 'unclear' : 'finished';
}

/**
 * Deletes the journals of finished runs that began more than `age` milliseconds ago, and the files with only such single
 * commands. Returns the number of runs.
 */
export async function pruneRuns(session: Session, age: number): Promise<number> {
  const { clock } = session.system;
  const until = clock.now() - age;
  const old = (await listJournals(session)).runs.filter(({ run }) => isOver(run, until));
  const singles = await filesBefore(session, until);
  const count = old.length + singles.entries;
  if (count === 0) return 0;
  await session.confirm(
    `delete the records of ${counted(count, 'finished run')}? These runs can no longer be undone`,
    'machine',
  );
  for (const { run } of old) await deleteJournal(session, run.journal);
  const history = await session.system.journals.history();
  for (const file of singles.files) await history.remove(file);
  return count;
}

/** Returns the files of history whose commands all began before a time, and the number of these commands. */
async function filesBefore(
  session: JournalPorts,
  until: number,
): Promise<{ files: string[]; entries: number }> {
  const { entries } = await readHistory(session);
  const newer = new Set(
    entries.filter(({ content }) => Date.parse(content.header.started) > until).map(({ file }) => file),
  );
  const old = entries.filter(({ file }) => !newer.has(file));
  return { files: [...new Set(old.map(({ file }) => file))], entries: old.length };
}

/**
 * Returns the last run at the place of a session that has changed something, is no undo (but one of an undo), is not undone as
 * a whole and was not passed over; `undefined` if there is none. `profile` names the only profile whose runs count. Throws `LocalStateError` if the
 * journal of that run is in another folder, and cannot be read, and if the last run may be one that cannot be read.
 */
export async function lastRun(
  session: Session,
  profile: string | undefined,
  besides?: string,
): Promise<string | undefined> {
  const { baseUrl, org } = session.place();
  const { runs, broken } = await readRuns(session);
  const undoing = new Map(runs.map(({ run }) => [run.journal, run.undoes]));
  const undone = new Set(undoing.values());
  // What an undo has left must not be passed over: the run before would be undone instead.
  const unfinished = new Set(
    runs.flatMap(({ run }) =>
      run.undoneBy === null && !run.passed && (run.state !== 'finished' || run.failed > 0) ? [run.id] : [],
    ),
  );
  const present = await session.dataId?.();
  const candidates = runs.filter(
    ({ run, data = present, problem }) =>
      run.baseUrl === baseUrl &&
      run.org === org &&
      data === present &&
      (profile === undefined || run.profile === profile) &&
      !isUndo(run.undoes, undoing) &&
      (run.undoneBy === null || unfinished.has(run.undoneBy)) &&
      !run.passed &&
      run.id !== besides &&
      (problem === undefined ? run.changes + run.open + run.unknown > 0 : !undone.has(run.journal)),
  );
  const last = await firstChanging(session, candidates);
  const started = last && runTime(last.run.started);
  const newer = broken.find(
    ({ isCutOff, until }) => !isCutOff && !(started !== undefined && until !== undefined && until <= started),
  );
  const problem = newer?.problem ?? last?.problem;
  if (problem !== undefined)
    throw new LocalStateError(`the last run cannot be undone: ${problem}`, {
      hint: { code: 'restore-journal', data: {} },
    });
  return last?.run.id;
}

/** Returns the first run that has done more than to set what was there already. */
async function firstChanging(
  session: JournalPorts,
  runs: readonly ListedRun[],
): Promise<ListedRun | undefined> {
  const { hasChangedNothing } = await import('../undo/unchanged.ts');
  for (const one of runs) {
    const content = one.content ?? readContent(session, one.run.journal);
    if (typeof content === 'string' || !(await hasChangedNothing(content))) return one;
  }
  return undefined;
}

/** Returns whether a run takes something back; one that undoes an undo makes it again. `undoing` has what each run undoes. */
function isUndo(undoes: string | null, undoing: ReadonlyMap<string, string | null>): boolean {
  return undoes !== null && !isUndo(undoing.get(undoes) ?? null, undoing);
}

/**
 * Removes the lock of a process on another machine, whose state cannot be checked here, from a run. Throws
 * `LocalStateError` if the process runs on this machine.
 */
export async function unlockRun(
  session: Pick<Session, 'system' | 'out' | 'confirm'>,
  name: string,
): Promise<void> {
  const isSingle = (await findSingle(session, name)) !== undefined;
  if (!isSingle) readRun(session, name);
  // Single commands have no journals of their own.
  const keeper = isSingle ? undefined : await session.system.journals.keeper(journalPath(session, name));
  if (!keeper) return session.out.done(`run ${name} is not locked`);
  const { words, isHere, silence } = keeper;
  if (isHere) {
    throw new LocalStateError(`run ${name} is in use by ${words}`, {
      hint: { code: 'end-process', data: {} },
    });
  }
  const renewed = counted(Math.max(0, Math.round(silence / 60_000)), 'minute');
  await session.out.warn(
    `run ${name} is in use by ${words}, lock last renewed ${renewed} ago; if that process still runs, the same changes are made twice`,
  );
  await session.confirm(`break the lock of run ${name}?`, 'machine');
  keeper.release();
  await session.out.done(`run ${name} is free`);
}
