import { UsageError } from '../../errors.ts';
import { decodeText } from '../../formats/decode.ts';
import { linesOf } from '../../formats/lines.ts';
import { makeCells, type ReadOptions } from '../../formats/row.ts';
import { type OpenInput, openInput, rowsOf } from '../../runs/input-file.ts';
import type { InputFile } from '../../runs/journal.ts';
import type { Session } from '../../runs/session.ts';
import type { FailedFormat } from './failed-rows.ts';
import type { Lines } from './lines.ts';
import { assertColumnsExist, type RowMaker, rowMaker } from './row-lines.ts';
import type { RowCommand } from './rows.ts';
import { splitWords, type Template } from './template.ts';

/** The source of a batch's rows. */
export interface BatchSource {
  readonly from: 'csv' | 'jsonl' | 'file';
  readonly path: string;
  /** The hash that the file must have if a run is resumed with it. */
  readonly sha256?: string;
}

/** A row of the input, with its command. */
export interface BatchRow extends RowCommand {
  /** From 1. */
  readonly number: number;
  /** The command as the user has written it. */
  readonly line: readonly string[];
  /** The row as the input has it, if it must be kept. */
  readonly text: string;
}

export interface BatchInput {
  readonly rows: readonly BatchRow[];
  readonly input: InputFile;
  readonly format: FailedFormat;
}

/** Reads all rows of the input as commands. Throws `UsageError` for unreadable input and unknown columns. */
export async function readBatch(
  session: Session,
  lines: Lines,
  template: Template,
  { from, path }: BatchSource,
  keepsText: boolean,
): Promise<BatchInput> {
  const opened = openInput(session, path);
  const format = { from, header: '', separator: ',' };
  const onHeader = (header: string, separator: string) => void Object.assign(format, { header, separator });
  const rows: BatchRow[] = [];
  const options = keepsText ? { onHeader } : {};
  const read =
    from === 'file'
      ? readLines(opened)
      : readCells(await rowMaker(lines, template), template, opened, from, options);
  for await (const row of read) rows.push({ number: rows.length + 1, ...row });
  return { rows, input: opened.input(), format };
}

type ReadRow = Omit<BatchRow, 'number'>;

async function* readLines({ name, bytes }: OpenInput): AsyncGenerator<ReadRow> {
  for await (const { line, text } of linesOf(decodeText(bytes))) {
    if (!isCommand(text)) continue;
    const words = splitWords(text);
    if (!words) throw new UsageError(`${name}:${line}: a quote is opened and never closed`);
    yield { name: `${name}:${line}`, line: words, words, text };
  }
}

function isCommand(text: string): boolean {
  return text.trim() !== '' && !text.trimStart().startsWith('#');
}

async function* readCells(
  make: RowMaker,
  template: Template,
  opened: OpenInput,
  format: 'csv' | 'jsonl',
  options: ReadOptions,
): AsyncGenerator<ReadRow> {
  const columns = makeCells([]);
  let isEmpty = true;
  for await (const row of rowsOf(opened, format, options)) {
    const name = `${opened.name}:${row.line}`;
    isEmpty = false;
    Object.assign(columns, row.cells);
    yield { name, ...make(row, name), text: row.text ?? '' };
  }
  if (!isEmpty) assertColumnsExist(template, columns, opened.name);
}
