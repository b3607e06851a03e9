import type { HistoryFiles } from '../../ports.ts';
import type { JournalPorts } from '../run/session.ts';
import { runTime } from './journal-path.ts';
import type { ElsewhereLine, JournalRecord } from './journal-schema.ts';

/** A line of a file of history: records of one command in the form of a journal, or where the journal of a run is. */
export type HistoryLine = RecordsLine | ElsewhereLine;

export interface RecordsLine {
  /** The id of the command: that of a run. */
  readonly run: string;
  readonly records: readonly JournalRecord[];
}

/** From this size on, the records of a day go on in a further file. */
const fullAt = 1_000_000;

/** A longer line has a file of its own: the system writes shorter ones in one piece. */
const longest = 64 * 1024;

/** Adds records of a command to the file of the day. Returns and throws as `HistoryFiles.add` does. */
export async function keep(
  { system }: JournalPorts,
  line: HistoryLine,
  { isDurable }: { readonly isDurable: boolean },
): Promise<string | undefined> {
  const history = await system.journals.history();
  const text = JSON.stringify(line);
  const file = text.length > longest ? fileName(line.run) : currentFile(history, system.clock.now());
  if (isDurable && history.size(file) === 0) {
    const { dropOldEntries } = await import('./prune.ts');
    await dropOldEntries(history, system.clock.now(), text.length);
  }
  return history.add(file, text, isDurable);
}

function currentFile(history: HistoryFiles, now: number): string {
  const day = runTime(new Date(now).toISOString()).slice(0, 8);
  const part = (number: number) => fileName(`${day}-${String(number).padStart(3, '0')}`);
  let number = 1;
  while (history.size(part(number)) >= fullAt) number++;
  return part(number);
}

function fileName(name: string): string {
  return `${name}.jsonl`;
}
