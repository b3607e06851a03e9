import { isObject } from '../../text/fields.ts';
import type { JournalContent, JournalRecord } from '../journal/journal.ts';
import { elsewhereLine } from '../journal/journal-schema.ts';
import type { ElsewhereLine, HistoryLine } from '../journal/keep.ts';
import { contentOf, isRecord, parsed } from '../journal/read-journal.ts';
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
  /** The lines that are no records, by their files: cut off, or changed by somebody. */
  readonly broken: readonly { readonly file: string; readonly line: number }[];
}

/** Reads the single commands that are kept; with `since`, only files from the day of this id on. */
export async function readHistory({ system }: JournalPorts, since = ''): Promise<History> {
  const history = await system.journals.history();
  const records = new Map<string, { file: string; records: JournalRecord[] }>();
  const elsewhere: ElsewhereLine[] = [];
  const broken: { file: string; line: number }[] = [];
  for (const file of history.list().filter((name) => name >= since.slice(0, 8))) {
    for (const [at, text] of history.read(file).entries()) {
      if (text === '') continue;
      const line = lineOf(text);
      if (!line) broken.push({ file, line: at + 1 });
      else if ('journal' in line) elsewhere.push(line);
      else {
        const known = records.get(line.run) ?? { file, records: [] };
        known.records.push(...line.records);
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

function lineOf(text: string): HistoryLine | undefined {
  const line = parsed(text);
  if (!isObject(line) || typeof line.run !== 'string') return undefined;
  if ('journal' in line) return elsewhereLine.safeParse(line).data;
  const { run, records } = line;
  if (!Array.isArray(records)) return undefined;
  return records.length > 0 && records.every(isRecord) ? { run, records } : undefined;
}
