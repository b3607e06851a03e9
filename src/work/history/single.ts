import { journalExtension } from '../journal/journal-path.ts';
import type { JournalPorts } from '../run/session.ts';
import { type Entry, readHistory } from './entries.ts';

/** Finds a single command by its id; `undefined` if none has it, or a run of several has. */
export function findSingle(session: JournalPorts, id: string): Entry | undefined {
  const { journals } = session.system;
  if (!/^\d{8}T\d{6}-[0-9a-f]{6}$/.test(id)) return undefined;
  if (journals.list().some((path) => path.endsWith(`${id}${journalExtension}`))) return undefined;
  return readHistory(session, id).entries.find((entry) => entry.id === id);
}
