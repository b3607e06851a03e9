import { basename } from 'node:path';
import { LocalStateError, UsageError } from '../errors.ts';
import { type JournalContent, readJournal } from './journal.ts';
import type { JournalPorts } from './session.ts';

export const journalExtension = '.jsonl';

/** The beginning of the ids of runs that started at an ISO time. */
export function runTime(started: string): string {
  return started.slice(0, 19).replace(/[-:]/g, '');
}

/** What the journal of a run says. Throws `UsageError` where there is no such run, `LocalStateError` where it is broken. */
export function readRun(session: JournalPorts, name: string): JournalContent {
  const path = journalPath(session, name);
  const content = readJournal(session.system.journals.read(path));
  if (content) return content;
  throw new LocalStateError(`${path} is not the journal of a run`, { hint: { code: 'list-runs', data: {} } });
}

/** The path of a journal, from the id of its run or the path itself. Throws `UsageError` for an unknown id. */
export function journalPath({ system: { journals } }: JournalPorts, name: string): string {
  if (isPath(name)) return journals.absolute(name);
  const path = journals.list().find((one) => basename(one, journalExtension) === name);
  if (path) return path;
  // What `--journal monday` has made.
  if (journals.exists(name)) return journals.absolute(name);
  throw new UsageError(`there is no run ${JSON.stringify(name)}`, { hint: { code: 'list-runs', data: {} } });
}

function isPath(name: string): boolean {
  return /[/\\]/.test(name) || name.endsWith(journalExtension);
}
