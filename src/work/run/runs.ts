import { LocalStateError } from '../../errors.ts';
import { counted } from '../../text/plural.ts';
import type { JournalContent, TaskHistory } from '../journal/journal.ts';
import { isRunJournal, journalPath, keptFor, olderThan } from '../journal/journal-path.ts';
import { damagedLine, notRead, readJournal, readRun } from '../journal/read-journal.ts';
import { type RowSubject, type RunRow, rowsOfRun, stateOfTask, subjectOf, totalOf } from './run-rows.ts';
import type { JournalPorts, Session } from './session.ts';

/** The facts about a run for people. */
export interface RunSummary {
  readonly id: string;
  readonly command: string;
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
   * not known; `cut-off`: its process ended without recording an end; `undone`: another run has undone it.
   */
  readonly state: 'running' | 'finished' | 'unfinished' | 'cut-off' | 'undone';
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

/** Returns all runs in the folder of journals. Files that are no journals are left out, with a warning. */
export async function listRuns(session: JournalPorts & Pick<Session, 'out'>): Promise<RunSummary[]> {
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
  readonly of: RowSubject;
  /** Why the rows are not all that the run has done; absent if they are. */
  readonly damaged?: LocalStateError | undefined;
}

/** Returns a run with its rows. Throws as `readRun` does. */
export async function describeRun(session: JournalPorts, name: string): Promise<RunDescription> {
  const content = readRun(session, name);
  const path = journalPath(session, name);
  return {
    summary: await summary(session, content, path),
    rows: await rowsOfRun(content),
    of: subjectOf(content.header.work),
    damaged:
      content.brokenLine === undefined
        ? undefined
        : new LocalStateError(damagedLine(path, content.brokenLine)),
  };
}

async function summary(session: JournalPorts, content: JournalContent, journal: string): Promise<RunSummary> {
  const keeper = await session.system.journals.keeper(journal);
  const { header, tasks, undone } = content;
  const histories = [...tasks.values()];
  const states = histories.map(stateOfTask);
  const count = (state: string) => states.filter((one) => one === state).length;
  const total = totalOf(header.work);
  return {
    id: header.id,
    command: header.command,
    baseUrl: header.baseUrl,
    profile: header.profile,
    org: header.org,
    via: header.via ?? null,
    client: header.client ?? null,
    started: header.started,
    seconds: content.seconds,
    state: keeper ? 'running' : stateOf(content, histories, total),
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

/** Deletes the journals of finished runs that began more than `age` milliseconds ago. Returns their number. */
export async function pruneRuns(session: Session, age: number): Promise<number> {
  const { clock } = session.system;
  const until = clock.now() - age;
  const old = (await listRuns(session)).filter((run) => isOver(run, until));
  if (old.length === 0) return 0;
  await session.confirm(
    `delete ${counted(old.length, 'journal')} of finished runs? These runs can no longer be undone`,
    'machine',
  );
  for (const { journal } of old) await deleteJournal(session, journal);
  return old.length;
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
