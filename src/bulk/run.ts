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
  readonly id: string;
  /** What an earlier process has written of a task. */
  history(task: number): TaskHistory | undefined;
  /** Resolves when the record is on disk. */
  write(record: JournalRecord): Promise<void>;
  /** Writes a record that nobody needs to wait for; `write` and `close` throw where that was not possible. */
  note(record: JournalRecord): void;
  close(): Promise<void>;
}

const extension = '.jsonl';

/**
 * Begins a run. `path` is where its journal is to be; among the others where absent. Throws what `app.beforeChange`
 * throws, before anything is written.
 */
export async function startRun(
  app: App,
  { command, work, path }: { command: string; work: RunWork; path: string | undefined },
): Promise<Run> {
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
    command,
    work,
  };
  const run = openRun(path === undefined ? id : where, file, new Map());
  try {
    await run.write(header);
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
    return { run: openRun(name, file, content.tasks), content };
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
  if (/[/\\]/.test(name) || name.endsWith(extension)) return journals.absolute(name);
  const path = journals.list().find((one) => basename(one, extension) === name);
  if (path) return path;
  throw new UsageError(`there is no run ${JSON.stringify(name)}`, { hint: 'see `docs-admin runs list`' });
}

function openRun(id: string, file: JournalFile, tasks: ReadonlyMap<number, TaskHistory>): Run {
  let failure: unknown;
  const write = async (record: JournalRecord) => {
    if (failure) throw failure;
    await file.add(JSON.stringify(record));
  };
  return {
    id,
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
