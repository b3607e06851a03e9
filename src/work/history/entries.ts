import { join } from 'node:path';
import { LocalStateError } from '../../errors.ts';
import type { HistoryFiles } from '../../ports.ts';
import { isObject } from '../../text/fields.ts';
import { parsedJson } from '../../text/json.ts';
import type { JournalContent } from '../journal/journal.ts';
import { runTime } from '../journal/journal-path.ts';
import { type ElsewhereLine, elsewhereLine, type JournalRecord } from '../journal/journal-schema.ts';
import type { HistoryLine } from '../journal/keep.ts';
import { contentOf, isRecord } from '../journal/read-journal.ts';
import type { JournalPorts } from '../run/session.ts';

/** A single command, as the content of the journal of a run. */
export interface HistoryEntry {
  readonly id: string;
  /** The name of the file with its first record. */
  readonly file: string;
  readonly content: JournalContent;
}

/** What files of history hold. */
export interface History {
  /** The oldest first. */
  readonly entries: readonly HistoryEntry[];
  /** The runs whose journals are in other folders, the oldest first. */
  readonly elsewhere: readonly ElsewhereLine[];
  /** The lines that are no records, and the files that cannot be read. */
  readonly broken: readonly BrokenRecord[];
}

/** A record of a run that cannot be read. */
export interface BrokenRecord {
  /** What cannot be read, in words. */
  readonly problem: string;
  /** Whether it was cut off while it was written: nothing was sent after it. */
  readonly isCutOff: boolean;
  /** The run that it is about has begun at this time, or earlier; absent if it can be any. */
  until?: string;
}

/** Reads the single commands that are kept; with `since`, only files from the day of this id on. */
export async function readHistory({ system }: JournalPorts, since = ''): Promise<History> {
  const history = await system.journals.history();
  const records = new Map<string, { file: string; records: JournalRecord[] }>();
  const elsewhere: ElsewhereLine[] = [];
  const broken: BrokenRecord[] = [];
  for (const file of history.list().filter((name) => name >= since.slice(0, 8))) {
    for (const [at, text] of linesOf(history, file, broken).entries()) {
      if (text === '') continue;
      const line = lineOf(text);
      if (!line) {
        const problem = `line ${at + 1} of ${join(history.folder, file)} cannot be read`;
        broken.push({ problem, isCutOff: !text.endsWith('}') });
        continue;
      }
      const started = startOf(line);
      if (started !== undefined) for (const one of broken) one.until ??= runTime(started);
      if ('journal' in line) elsewhere.push(line);
      else {
        const known = records.get(line.run) ?? { file, records: [] };
        // In a file with another name, what follows may come first.
        if (started === undefined) known.records.push(...line.records);
        else known.records.unshift(...line.records);
        records.set(line.run, known);
      }
    }
  }
  const entries = [...records].flatMap(([id, one]): HistoryEntry[] => {
    const content = contentOf(one.records);
    // The file with its beginning is no longer kept.
    return content ? [{ id, file: one.file, content }] : [];
  });
  return { entries, elsewhere, broken };
}

/** Returns the lines of a file; none of one that cannot be read, which is then broken. */
function linesOf(history: HistoryFiles, file: string, broken: BrokenRecord[]): readonly string[] {
  try {
    return history.read(file);
  } catch (error) {
    if (!(error instanceof LocalStateError)) throw error;
    broken.push({ problem: error.message, isCutOff: false });
    return [];
  }
}

function lineOf(text: string): HistoryLine | undefined {
  const line = parsedJson(text);
  if (!isObject(line) || typeof line.run !== 'string') return undefined;
  if ('journal' in line) return elsewhereLine.safeParse(line).data;
  const { run, records } = line;
  if (!Array.isArray(records) || records.length === 0 || !records.every(isRecord)) return undefined;
  const [header] = records;
  return header?.type === 'run' && header.id !== run ? undefined : { run, records };
}

/** Returns when the run of a line has begun; `undefined` where it goes on. */
function startOf(line: HistoryLine): string | undefined {
  if ('journal' in line) return line.started;
  const [header] = line.records;
  return header?.type === 'run' ? header.started : undefined;
}
