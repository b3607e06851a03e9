import type { App } from '../cli/app.ts';
import { counted } from '../domain/plural.ts';

/** A row of the input as it was, with what went wrong. */
export interface FailedRow {
  readonly cells?: Readonly<Record<string, string>>;
  /** The line of a file of commands. */
  readonly text?: string;
  readonly reason?: string;
}

/** Writes rows in the format in which they came, with a `reason`: what is repaired there can be run again. */
export async function writeFailed(
  app: App,
  path: string,
  format: 'csv' | 'jsonl' | 'file',
  rows: readonly FailedRow[],
): Promise<void> {
  await app.system.files.write(path, writers[format](rows));
  await app.out.note(
    rows.length === 0
      ? `no row failed: ${path} is empty`
      : `${counted(rows.length, 'failed row')} in ${path}`,
  );
}

const writers: Readonly<Record<'csv' | 'jsonl' | 'file', (rows: readonly FailedRow[]) => string>> = {
  csv(rows) {
    const columns = [...new Set([...Object.keys(rows[0]?.cells ?? {}), 'reason'])];
    const lines = [columns, ...rows.map((row) => columns.map((column) => withReason(row)[column] ?? ''))];
    return rows.length === 0 ? '' : lines.map((cells) => `${cells.map(quote).join(',')}\n`).join('');
  },
  jsonl: (rows) => rows.map((row) => `${JSON.stringify(withReason(row))}\n`).join(''),
  file: (rows) => rows.map(({ text, reason }) => `# ${reason?.replaceAll(/\s+/g, ' ')}\n${text}\n`).join(''),
};

function withReason({ cells, reason }: FailedRow): Record<string, string> {
  return { ...cells, reason: reason ?? '' };
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
