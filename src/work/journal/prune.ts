import type { HistoryFiles } from '../../ports.ts';
import { keptFor, runTime } from './journal-path.ts';

/** The most that is kept of single commands, so that a script of every night does not fill the disk. */
export const most = { entries: 10_000, bytes: 50_000_000 };

/** The entries that the next file may take, at most. */
const mostInFile = 2000;

/**
 * Deletes the oldest files of history: those of more than 90 days ago, and what is too much together with a new file of
 * `bytes` bytes. A file that cannot be read counts by its size.
 */
export async function dropOldEntries(history: HistoryFiles, now: number, bytes: number): Promise<void> {
  const oldest = runTime(new Date(now - keptFor.finished).toISOString()).slice(0, 8);
  let size = bytes;
  let entries = mostInFile;
  let isFull = false;
  for (const name of history.list().reverse()) {
    size += history.size(name);
    entries += countIn(history, name);
    isFull ||= size > most.bytes || entries > most.entries || name < oldest;
    if (isFull) await history.remove(name).catch(() => {});
  }
}

function countIn(history: HistoryFiles, name: string): number {
  try {
    return history.read(name).filter((line) => line.includes('"type":"run"')).length;
  } catch {
    return 0;
  }
}
