import { cellTexts } from '../../formats/csv.ts';
import { withField } from '../../formats/json-text.ts';
import type { Session } from '../../runs/session.ts';
import { counted } from '../../text/plural.ts';
import { visible } from '../../text/printable.ts';

/** A row that failed. */
export interface FailedRow {
  /** The row as the input has it. */
  readonly text: string;
  readonly reason: string;
}

/** The common properties of the failed rows. */
export interface FailedFormat {
  readonly from: 'csv' | 'jsonl' | 'file';
  /** The header of a CSV file, as it is written. */
  readonly header: string;
  readonly separator: string;
}

/** Writes rows unchanged, with a `reason`. The user can correct them and run them again. */
export async function writeFailed(
  session: Session,
  path: string,
  format: FailedFormat,
  rows: readonly FailedRow[],
): Promise<void> {
  const safe = rows.map(({ text, reason }) => ({ text, reason: visible(reason) }));
  await session.system.files.write(path, rows.length === 0 ? '' : writers[format.from](safe, format));
  await session.out.note(
    rows.length === 0
      ? `no row failed: ${path} is empty`
      : `${counted(rows.length, 'failed row')} in ${path}`,
  );
}

type Writer = (rows: readonly FailedRow[], format: FailedFormat) => string;

const writers: Readonly<Record<FailedFormat['from'], Writer>> = {
  csv(rows, { header, separator }) {
    const names = cellTexts(header, separator);
    const earlier = names.findIndex((name) => /^\s*"?reason"?\s*$/.test(name));
    const line = (text: string, reason: string) => {
      const cells = cellTexts(text, separator).filter((_, at) => at !== earlier);
      return `${[...cells, quote(reason, separator)].join(separator)}\n`;
    };
    return line(header, 'reason') + rows.map(({ text, reason }) => line(text, reason)).join('');
  },
  jsonl: (rows) => rows.map(({ text, reason }) => `${withField(text.trim(), 'reason', reason)}\n`).join(''),
  file: (rows) => rows.map(({ text, reason }) => `# ${reason}\n${text}\n`).join(''),
};

function quote(cell: string, separator: string): string {
  return cell.includes('"') || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
