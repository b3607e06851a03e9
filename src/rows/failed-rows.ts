import { cellTexts } from '../formats/cell-texts.ts';
import { withField } from '../formats/json-text.ts';
import type { RowFormat } from '../formats/row.ts';
import { csvCell } from '../text/cells.ts';
import { visible } from '../text/printable.ts';
import { counted } from '../text/words.ts';
import type { Session } from '../work/run/session.ts';

export interface FailedRow {
  /** The row as the input has it. */
  readonly text: string;
  readonly reason: string;
}

export interface FailedFormat {
  /** `lines` are command lines. */
  readonly rows: Exclude<RowFormat, 'yaml'> | 'lines';
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
  await session.system.files.write(path, rows.length === 0 ? '' : writers[format.rows](safe, format));
  await session.out.note(
    rows.length === 0
      ? `no row failed: ${path} is empty`
      : `${counted(rows.length, 'failed row')} in ${path}`,
  );
}

type Writer = (rows: readonly FailedRow[], format: FailedFormat) => string;

const writers: Readonly<Record<FailedFormat['rows'], Writer>> = {
  csv(rows, { header, separator }) {
    const names = cellTexts(header, separator);
    const earlier = names.findIndex((name) => /^\s*"?reason"?\s*$/.test(name));
    const line = (text: string, reason: string) => {
      const cells = cellTexts(text, separator).filter((_, at) => at !== earlier);
      return `${[...cells, csvCell(reason, separator)].join(separator)}\n`;
    };
    return line(header, 'reason') + rows.map(({ text, reason }) => line(text, reason)).join('');
  },
  jsonl: (rows) => rows.map(({ text, reason }) => `${withField(text.trim(), 'reason', reason)}\n`).join(''),
  json: (rows) => `[\n${rows.map(({ text, reason }) => withField(text, 'reason', reason)).join(',\n')}\n]\n`,
  lines: (rows) => rows.map(({ text, reason }) => `# ${reason}\n${text}\n`).join(''),
};
