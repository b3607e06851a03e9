import { basename, dirname } from 'node:path';
import { UsageError } from '../../errors.ts';
import type { Clock } from '../../ports.ts';
import type { JournalPorts } from '../run/session.ts';

export const journalExtension = '.jsonl';

/** Returns the beginning of the ids of runs that started at an ISO time. */
export function runTime(started: string): string {
  return started.slice(0, 19).replace(/[-:]/g, '');
}

/** Makes the id of a run: `20260601T120000-3f9a1c`. Ids sort by time, and no two are equal. */
export function newRunId(started: string, clock: Pick<Clock, 'digits'>): string {
  return `${runTime(started)}-${clock.digits(6)}`;
}

const day = 86_400_000;

/** For how many milliseconds journals are kept. */
export const keptFor = { finished: 90 * day, unfinished: 365 * day };

/** Returns the journals in their folder whose names say that their runs began before a time. */
export function olderThan(journals: JournalPorts['system']['journals'], time: number): string[] {
  const name = runTime(new Date(time).toISOString());
  return journals.list().filter((path) => basename(path) < name);
}

/** Returns whether the name of a file is that of a journal in the folder of journals: it begins with the time of the run. */
export function isRunJournal(path: string): boolean {
  return /^\d{8}T\d{6}-\w+\.jsonl$/.test(basename(path));
}

/** Returns the name of a run in commands: its id, or the path of a journal outside of the folder of journals. */
export function runName({ folder }: JournalPorts['system']['journals'], journal: string): string {
  return dirname(journal) === folder ? basename(journal, journalExtension) : journal;
}

/** Returns the path of a journal, from the id of its run or from a path. Throws `UsageError` for an unknown id. */
export function journalPath({ system: { journals } }: JournalPorts, name: string): string {
  if (isPath(name)) return journals.absolute(name);
  const path = journals.list().find((one) => basename(one, journalExtension) === name);
  if (path) return path;
  // The file of `--journal monday`.
  if (journals.exists(name)) return journals.absolute(name);
  throw new UsageError(`there is no run ${JSON.stringify(name)}`, { hint: { code: 'list-runs', data: {} } });
}

function isPath(name: string): boolean {
  return /[/\\]/.test(name) || name.endsWith(journalExtension);
}
