import type { App } from '../cli/app.ts';
import { counted } from '../domain/plural.ts';
import { type JournalContent, readJournal } from './journal.ts';
import { journalPath, readRun } from './run.ts';

/** A part of a run that is not done. */
export interface RunProblem {
  /** What the user calls it: a row of the input, an id, a team. */
  readonly name: string;
  readonly state: string;
  readonly error: string | null;
}

/** What people want to know of a run. */
export interface RunSummary {
  readonly id: string;
  readonly command: string;
  readonly origin: string;
  readonly org: string | null;
  readonly started: string;
  /** `unfinished` where something is left; `cut-off` where its process ended without writing that down. */
  readonly state: 'running' | 'finished' | 'unfinished' | 'cut-off';
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  /** Begun, and nobody wrote down what became of it. */
  readonly open: number;
  readonly journal: string;
  readonly problems: readonly RunProblem[];
}

/** All runs whose journal is where journals are; files that are none are left out. */
export function listRuns(app: App): RunSummary[] {
  const { journals } = app.system;
  return journals.list().flatMap((path) => {
    const content = readJournal(journals.read(path));
    return content ? [summary(app, content, path)] : [];
  });
}

export function describeRun(app: App, name: string): RunSummary {
  return summary(app, readRun(app, name), journalPath(app, name));
}

function summary(app: App, { header, tasks, end }: JournalContent, journal: string): RunSummary {
  const histories = [...tasks];
  const count = (state: string) => histories.filter(([, task]) => task.end?.state === state).length;
  const open = histories.filter(([, task]) => task.end === undefined).length;
  const problems = histories
    .filter(([, task]) => task.end?.exitCode !== 0)
    .map(([task, { end }]) => ({
      name: end?.name ?? `request ${task + 1}`,
      state: end?.state ?? 'open',
      error: end?.error ?? null,
    }));
  return {
    id: header.id,
    command: header.command,
    origin: header.origin,
    org: header.org,
    started: header.started,
    state: app.system.journals.isOpen(journal) ? 'running' : stateOf(end),
    done: count('done') + count('unchanged'),
    failed: count('failed'),
    unknown: count('unknown'),
    open,
    journal,
    problems,
  };
}

function stateOf(end: JournalContent['end']): RunSummary['state'] {
  if (!end) return 'cut-off';
  return end.exitCode === 0 ? 'finished' : 'unfinished';
}

/** Deletes the journals of finished runs that began more than `age` milliseconds ago, and tells how many. */
export async function pruneRuns(app: App, age: number): Promise<number> {
  const { journals, clock } = app.system;
  const limit = clock.now() - age;
  const old = listRuns(app).filter(
    ({ started, state }) => state === 'finished' && Date.parse(started) <= limit,
  );
  if (old.length === 0) return 0;
  await app.confirm(
    `delete ${counted(old.length, 'journal')} of finished runs? They cannot be undone any more`,
    'machine',
  );
  for (const { journal } of old) {
    const file = await journals.open(journal);
    journals.remove(journal);
    await file.close();
  }
  return old.length;
}
