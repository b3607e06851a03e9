import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { JournalFile } from '../ports.ts';
import { version } from '../version.ts';
import type { JournalContent, JournalRecord, RunHeader, RunWork, TaskHistory } from './journal.ts';
import { journalExtension, journalPath, readRun, runTime } from './journal-path.ts';
import type { JournalPorts, RunPorts } from './session.ts';

/** One piece of bulk work, with the journal in which it is written down. No other process works on it meanwhile. */
export interface Run {
  /** What commands name it by: its id, or the path of its journal. */
  readonly id: string;
  /** The whole path of its journal. */
  readonly journal: string;
  /** Whether its journal holds all that is needed to do what is left. */
  readonly isResumable: boolean;
  /** For how many milliseconds this process has worked on it. */
  elapsed(): number;
  /** What an earlier process has written of a task. */
  history(task: number): TaskHistory | undefined;
  /** Resolves when the record is on disk. */
  write(record: JournalRecord): Promise<void>;
  /** Writes a record without waiting; `write` and `close` throw where that was not possible. */
  note(record: JournalRecord): void;
  close(): Promise<void>;
}

/** What a run is to do. */
export interface NewRun {
  readonly command: string;
  readonly work: RunWork;
  /** Where its journal is to be; among the others where absent. */
  readonly path: string | undefined;
  /** The run that this one takes back. */
  readonly undoes?: Run | undefined;
}

/**
 * Begins a run. Throws what `session.beforeChange` throws, before anything is written.
 */
export async function startRun(session: RunPorts, { command, work, path, undoes }: NewRun): Promise<Run> {
  await session.beforeChange();
  const { journals, clock } = session.system;
  const started = new Date(clock.now()).toISOString();
  const id = runId(started);
  const where = path ?? `${journals.folder}/${id}${journalExtension}`;
  if (path === undefined) {
    const { dropOldRuns } = await import('./runs.ts');
    await dropOldRuns(session);
  }
  const file = await journals.create(where);
  const header: RunHeader = {
    type: 'run',
    format: 1,
    tool: version,
    id,
    started,
    ...session.place(),
    profile: session.profile,
    command,
    work,
    undoes: undoes?.journal,
  };
  const run = openRun(session, { id: path ?? id, journal: journals.absolute(where), file, header });
  try {
    await run.write(header);
    if (undoes) await markUndone(session, undoes, run);
    return run;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** `20260601T120000-3f9a1c`: sorted by time, and no two the same. */
function runId(started: string): string {
  return `${runTime(started)}-${randomBytes(3).toString('hex')}`;
}

/** A run that was begun earlier, to be worked on. Throws `LocalStateError` where another process does. */
export async function reopenRun(
  session: JournalPorts,
  name: string,
): Promise<{ run: Run; content: JournalContent }> {
  const path = journalPath(session, name);
  // Nothing is opened for writing that is no journal.
  readRun(session, name);
  const file = await session.system.journals.open(path);
  try {
    // The earlier holder of the lock may have written more until now.
    const content = readRun(session, name);
    return { run: openRun(session, { id: name, journal: path, file, ...content }), content };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes into the journal of `run` that another one takes it back. */
export async function markUndone({ system }: JournalPorts, run: Run, { journal }: Run): Promise<void> {
  const { clock, journals } = system;
  const by = dirname(journal) === journals.folder ? basename(journal, journalExtension) : journal;
  await run.write({ type: 'undone', by, at: new Date(clock.now()).toISOString() });
}

interface OpenRun {
  readonly id: string;
  readonly journal: string;
  readonly file: JournalFile;
  readonly header: RunHeader;
  /** What earlier processes have written. */
  readonly tasks?: ReadonlyMap<number, TaskHistory>;
}

function openRun(
  { system: { clock } }: JournalPorts,
  { id, journal, file, header: { work }, tasks }: OpenRun,
): Run {
  const begun = clock.monotonic();
  let failure: unknown;
  const write = async (record: JournalRecord) => {
    if (failure) throw failure;
    await file.add(JSON.stringify(record));
  };
  return {
    id,
    journal,
    isResumable: work.kind !== 'rows' || !work.isRedacted,
    elapsed: () => clock.monotonic() - begun,
    history: (task) => tasks?.get(task),
    write,
    note: (record) => {
      write(record).catch((error: unknown) => {
        failure ??= error;
      });
    },
    async close() {
      await file.close();
      if (failure) throw failure;
    },
  };
}
