import { basename, dirname } from 'node:path';
import { LocalStateError, UsageError } from '../errors.ts';
import { isNewerJournal, type JournalContent, readJournal } from './journal.ts';
import type { JournalPorts } from './session.ts';

export const journalExtension = '.jsonl';

/** Returns the beginning of the ids of runs that started at an ISO time. */
export function runTime(started: string): string {
  return started.slice(0, 19).replace(/[-:]/g, '');
}

/** Returns whether the name of a file is that of a journal in the folder of journals: it begins with the time of the run. */
export function isRunJournal(path: string): boolean {
  return /^\d{8}T\d{6}-\w+\.jsonl$/.test(basename(path));
}

/** Returns the name of a run in commands: its id, or the path of a journal outside of the folder of journals. */
export function runName({ folder }: JournalPorts['system']['journals'], journal: string): string {
  return dirname(journal) === folder ? basename(journal, journalExtension) : journal;
}

/** Reads the journal of a run. Throws `UsageError` if there is no such run, `LocalStateError` if it is broken. */
export function readRun(session: JournalPorts, name: string): JournalContent {
  const path = journalPath(session, name);
  const lines = session.system.journals.read(path);
  const content = readJournal(lines);
  if (content) return content;
  if (isNewerJournal(lines))
    throw new LocalStateError(newerJournal(path), { hint: { code: 'update-for-run', data: {} } });
  throw new LocalStateError(`${path} is not the journal of a run`, { hint: { code: 'list-runs', data: {} } });
}

/** Returns what is wrong with a journal in a later version of the format. */
export function newerJournal(path: string): string {
  return `${path} was made by a newer version of docs-admin`;
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
