import { DocsAdminError } from '../../errors.ts';
import { shellQuote } from '../../text/shell.ts';

import { type JournalContent, stateOfTask } from '../journal/journal.ts';
import { isRunJournal, keptFor, olderThan, runName } from '../journal/journal-path.ts';
import type { RunHeader, RunWork } from '../journal/journal-schema.ts';
import { notRead, readJournal } from '../journal/read-journal.ts';
import type { JournalPorts } from './session.ts';

/** The facts about a run for people. */
export interface RunSummary {
  /** Its name in commands: its id, or the path of a journal in another folder. */
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
  readonly client: string | null;
  readonly started: string;
  /** The seconds for which its processes have worked on it, without those that were killed. */
  readonly seconds: number;
  /**
   * `finished`: everything was tried, and its outcome is known; `unfinished`: a row was not tried, or its outcome is
   * not known; `cut-off`: its process ended without recording an end; `undone`: another run has undone it; `unclear`: a
   * request of a single command has no outcome; `unreadable`: its journal is in another folder, and gone or damaged.
   */
  readonly state: 'running' | 'finished' | 'unfinished' | 'cut-off' | 'undone' | 'unclear' | 'unreadable';
  readonly undoes: string | null;
  readonly undoneBy: string | null;
  /** Whether an undo has found nothing that it could take back. */
  readonly passed: boolean;
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly unknown: number;
  /** The number of rows that were begun and have no outcome. */
  readonly open: number;
  /** The number of rows that were not begun, or not taken by the service before the work was stopped. */
  readonly notAttempted: number;
  readonly journal: string;
}

/** Returns the content of a journal, or why it cannot be read. */
export function readContent({ system }: JournalPorts, path: string): JournalContent | string {
  try {
    const lines = system.journals.read(path);
    return readJournal(lines) ?? notRead(path, lines).message;
  } catch (error) {
    if (error instanceof DocsAdminError) return error.message;
    throw error;
  }
}

export async function summary(
  session: JournalPorts,
  content: JournalContent,
  journal: string,
): Promise<RunSummary> {
  const keeper = await session.system.journals.keeper(journal);
  const state = keeper ? 'running' : stateOf(content);
  return { ...summed(content, state, journal), id: runName(session.system.journals, journal) };
}

/** Returns the facts about a run whose state is known. */
export function summed(
  content: Pick<JournalContent, 'header' | 'tasks' | 'undone' | 'isPassed' | 'seconds'>,
  state: RunSummary['state'],
  journal: string,
): RunSummary {
  const { header, tasks, undone, isPassed } = content;
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
    undoes: header.undoes ?? null,
    undoneBy: undone?.by ?? null,
    passed: isPassed,
    done: count('done') + count('unchanged'),
    total,
    failed: count('failed'),
    unknown: count('unknown'),
    open: count('open'),
    notAttempted: total - histories.length + count('not-attempted'),
    journal,
  };
}

function whatOf({ command, work }: RunHeader): string {
  if (work.kind === 'single') return work.what;
  return work.kind === 'rows' && command === 'batch' && work.template.length > 0
    ? `batch: ${work.template.map(shellQuote).join(' ')}`
    : command;
}

function stateOf({ header, tasks, end, undone }: JournalContent): RunSummary['state'] {
  if (undone) return 'undone';
  if (!end) return 'cut-off';
  if (end.exitCode === 0) return 'finished';
  const isKnown = [...tasks.values()].every((task) => task.end && task.end.state !== 'unknown');
  return isKnown && tasks.size === totalOf(header.work) ? 'finished' : 'unfinished';
}

/** Returns whether nothing is left of a run that began no later than `until`. */
export function isOver({ state, started }: RunSummary, until: number): boolean {
  return (state === 'finished' || state === 'undone') && Date.parse(started) <= until;
}

/** Deletes a journal that no other process works on. */
export async function deleteJournal({ system: { journals } }: JournalPorts, path: string): Promise<void> {
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
    const found = readContent(session, path);
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

/** Returns how many pieces a run has. */
function totalOf(work: RunWork): number {
  if (work.kind === 'single') return 1;
  return work.kind === 'changes' ? work.changes.length : work.total;
}
