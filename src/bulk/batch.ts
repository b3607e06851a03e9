import type { App } from '../cli/app.ts';
import { UsageError } from '../cli/errors.ts';
import { decodeText } from '../domain/rows/decode.ts';
import { linesOf } from '../domain/rows/lines.ts';
import { splitWords, type Template } from '../domain/rows/template.ts';
import { shellQuote } from '../domain/shell.ts';
import { rowResultView } from '../views/bulk.ts';
import { type BulkFlags, conclude } from './carry-out.ts';
import { type FailedRow, writeFailed } from './failed-rows.ts';
import { changedInput, openInput, rowsOf } from './input-file.ts';
import type { InputFile } from './journal.ts';
import { createResults, inOrder, printWhile, unfinished } from './results.ts';
import { assertColumnsExist, rowMaker } from './row-lines.ts';
import {
  type CheckedRow,
  checkRows,
  confirmRows,
  inShard,
  type RowCommand,
  rowsWork,
  runFor,
  runRows,
  showDryRun,
} from './rows.ts';
import type { Run } from './run.ts';
import { parseShard } from './shard.ts';
import type { WorkResult } from './supervise.ts';

export interface BatchFlags extends BulkFlags {
  readonly failed?: string | undefined;
  readonly shard?: string | undefined;
  readonly journal?: string | undefined;
}

/** Where the rows of a batch come from. */
export interface BatchSource {
  readonly from: 'csv' | 'jsonl' | 'file';
  readonly path: string;
  /** What the file must hold, where a run goes on with it. */
  readonly sha256?: string;
}

/** A row of the input, and the command that it makes. */
interface BatchRow extends RowCommand, FailedRow {
  /** From 1. */
  readonly number: number;
  /** The command as the user wrote it. */
  readonly line: readonly string[];
}

/** Runs a command for each row of a file. `earlier` is the run to go on with, and what it has read. */
export async function runBatch(
  app: App,
  template: Template,
  source: BatchSource,
  flags: BatchFlags,
  earlier?: Run,
): Promise<void> {
  const { rows, input } = await readBatch(app, template, source);
  if (source.sha256 !== undefined && source.sha256 !== input.sha256) throw changedInput(source.path);
  const rules = { stdin: 'refused', wholeValues: source.from !== 'file' } as const;
  const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
  const checked = inShard(await checkRows(app, rows, rules), shard) as readonly (CheckedRow & BatchRow)[];
  if (await showDryRun(app, checked, earlier)) return;
  if (!earlier) await confirmRows(app, checked);
  if (flags.failed !== undefined) await prepareFailed(app, flags.failed, source);
  const work = rowsWork(app, template, { from: source.from, input }, checked.length, flags.shard);
  const command = ['batch', ...commandsOf(checked)].join(' ');
  const run = earlier ?? (await runFor(app, checked, { command, work, path: flags.journal }));
  const results = createResults(checked.length);
  const carried = runRows(app, { rows: checked, results, run, rules }, flags);
  const pages = inOrder(
    checked.keys(),
    (index) => index,
    results,
    (index, result) => resultRow(app, checked[index] as BatchRow, result as WorkResult),
  );
  try {
    await printWhile(app, pages, rowResultView, carried);
  } finally {
    const stop = await carried;
    try {
      if (flags.failed !== undefined)
        await writeFailed(app, flags.failed, source.from, failedRows(checked, results.get));
    } finally {
      await conclude(app, run, unfinished(results, stop, run, ' rows'));
    }
  }
}

/** The command that all rows have; none where they differ. */
function commandsOf(rows: readonly CheckedRow[]): string[] {
  const commands = new Set(rows.map(({ rehearsed }) => rehearsed.command));
  return commands.size === 1 ? [...commands] : [];
}

/** Finds out before the work, not after it, whether the failed rows can be written. */
async function prepareFailed(app: App, path: string, source: BatchSource): Promise<void> {
  const { absolute } = app.system.journals;
  if (absolute(path) === absolute(source.path)) {
    throw new UsageError('--failed names the input itself', { hint: 'name another file' });
  }
  await app.system.files.write(path, '');
}

/** All rows of the input as commands. Throws `UsageError` for columns that are not there. */
async function readBatch(
  app: App,
  template: Template,
  { from, path }: BatchSource,
): Promise<{ rows: BatchRow[]; input: InputFile }> {
  const opened = openInput(app, path);
  const place = (line: number) => `${opened.name}:${line}`;
  if (from === 'file') {
    const rows: BatchRow[] = [];
    for await (const { line, text } of linesOf(decodeText(opened.bytes))) {
      if (!isCommand(text)) continue;
      const words = splitWords(text);
      if (!words) throw new UsageError(`${place(line)}: a quote is opened and never closed`);
      rows.push({ number: rows.length + 1, name: place(line), line: words, words, text });
    }
    return { rows, input: opened.input() };
  }
  const make = await rowMaker(app, template);
  const rows: BatchRow[] = [];
  for await (const row of rowsOf(opened, from)) {
    rows.push({
      number: rows.length + 1,
      name: place(row.line),
      ...make(row, place(row.line)),
      cells: row.cells,
    });
  }
  assertColumnsExist(template, rows, opened.name);
  return { rows, input: opened.input() };
}

function isCommand(text: string): boolean {
  return text.trim() !== '' && !text.trimStart().startsWith('#');
}

function resultRow(app: App, { number, line, operand }: BatchRow, result: WorkResult) {
  return {
    row: number,
    command: app.redactor.redactText(line.map(shellQuote).join(' ')),
    status: result.state,
    exitCode: result.state === 'not-attempted' ? null : result.exitCode,
    id: result.id ?? operand ?? null,
    error: result.error ?? null,
  };
}

function failedRows(
  rows: readonly BatchRow[],
  resultOf: (index: number) => WorkResult | undefined,
): FailedRow[] {
  return rows.flatMap((row, index) => {
    const result = resultOf(index);
    if (result?.state !== 'failed' && result?.state !== 'not-attempted') return [];
    return [{ ...row, reason: result.error ?? 'not attempted' }];
  });
}
