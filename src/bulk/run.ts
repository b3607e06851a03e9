import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import type { App } from '../cli/app.ts';
import { LocalStateError, UsageError } from '../cli/errors.ts';
import type { JournalFile } from '../cli/system.ts';
import { version } from '../version.ts';
import {
  type JournalContent,
  type JournalRecord,
  type RunHeader,
  type RunWork,
  readJournal,
  type TaskHistory,
} from './journal.ts';
import { placeOf } from './place.ts';

/** One piece of bulk work, with the journal in which it is written down. No other process works on it meanwhile. */
export interface Run {
  /** What commands name it by: its id, or the path of its journal. */
  readonly id: string;
  /** The whole path of its journal. */
  readonly journal: string;
  /** What an earlier process has written of a task. */
  history(task: number): TaskHistory | undefined;
  /** Resolves when the record is on disk. */
  write(record: JournalRecord): Promise<void>;
  /** Writes a record that nobody needs to wait for; `write` and `close` throw where that was not possible. */
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

const extension = '.jsonl';

/**
 * Begins a run. Throws what `app.beforeChange` throws, before anything is written.
 */
export async function startRun(app: App, { command, work, path, undoes }: NewRun): Promise<Run> {
  await app.beforeChange();
  const { journals, clock } = app.system;
  const started = new Date(clock.now()).toISOString();
  const id = runId(started);
  const where = path ?? `${journals.folder}/${id}${extension}`;
  const file = await journals.create(where);
  const header: RunHeader = {
    type: 'run',
    format: 1,
    tool: version,
    id,
    started,
    ...placeOf(app),
    profile: app.context.profile.value,
    command,
    work,
    undoes: undoes?.journal,
  };
  const run = openRun(path === undefined ? id : where, journals.absolute(where), file, new Map());
  try {
    await run.write(header);
    if (undoes) await markUndone(app, undoes, run);
    return run;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** `20260601T120000-3f9a1c`: sorted by time, and no two the same. */
function runId(started: string): string {
  return `${started.slice(0, 19).replace(/[-:]/g, '')}-${randomBytes(3).toString('hex')}`;
}

/** A run that was begun earlier, to be worked on. Throws `LocalStateError` where another process does. */
export async function reopenRun(app: App, name: string): Promise<{ run: Run; content: JournalContent }> {
  const path = journalPath(app, name);
  // Nothing is opened for writing that is no journal.
  readRun(app, name);
  const file = await app.system.journals.open(path);
  try {
    // Whoever held it may have written more until now.
    const content = readRun(app, name);
    return { run: openRun(name, path, file, content.tasks), content };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** What the journal of a run says. Throws `UsageError` where there is no such run, `LocalStateError` where it is broken. */
export function readRun(app: App, name: string): JournalContent {
  const { journals } = app.system;
  const path = journalPath(app, name);
  const content = readJournal(journals.read(path));
  if (content) return content;
  throw new LocalStateError(`${path} is no journal of a run`, { hint: 'see `docs-admin runs list`' });
}

/** Where the journal of a run is, which is named by its id or by that path. Throws `UsageError` for an unknown id. */
export function journalPath(app: App, name: string): string {
  const { journals } = app.system;
  if (isPath(name)) return journals.absolute(name);
  const path = journals.list().find((one) => basename(one, extension) === name);
  if (path) return path;
  throw new UsageError(`there is no run ${JSON.stringify(name)}`, { hint: 'see `docs-admin runs list`' });
}

function isPath(name: string): boolean {
  return /[/\\]/.test(name) || name.endsWith(extension);
}

/** Writes into the journal of `run` that another one takes it back. */
export async function markUndone({ system }: App, run: Run, by: Run): Promise<void> {
  const at = new Date(system.clock.now()).toISOString();
  await run.write({ type: 'undone', by: isPath(by.id) ? by.journal : by.id, at });
}

function openRun(
  id: string,
  journal: string,
  file: JournalFile,
  tasks: ReadonlyMap<number, TaskHistory>,
): Run {
  let failure: unknown;
  const write = async (record: JournalRecord) => {
    if (failure) throw failure;
    await file.add(JSON.stringify(record));
  };
  return {
    id,
    journal,
    history: (task) => tasks.get(task),
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
