import { inputName, isStdin } from '../inputs.ts';
import { rowResultView, withSamples } from '../views/bulk.ts';
import { assertDifferentFiles } from '../work/named-files.ts';
import type { RunFlags } from '../work/run/execute.ts';
import { changedInput } from '../work/run/input-file.ts';
import type { Results } from '../work/run/results.ts';
import type { Session } from '../work/run/session.ts';
import type { WorkResult } from '../work/run/supervise.ts';
import { parseShard } from '../work/shard.ts';
import { shownBlocks } from '../work/show-effects.ts';
import { type BatchRow, type BatchSource, readBatch } from './batch-input.ts';
import { type CheckedBatchRow, resultPages, resultRow, samplesOf, withIds } from './batch-results.ts';
import { noteWhatStays, runRows } from './carry-out.ts';
import { type FailedRow, writeFailed } from './failed-rows.ts';
import { guardRows } from './guard-rows.ts';
import type { Lines } from './lines.ts';
import { createInputCheck } from './row-inputs.ts';
import { type CheckedRow, checkRows, type EarlierRows, inShard } from './rows.ts';
import type { Template } from './template.ts';

export interface BatchFlags extends RunFlags {
  readonly failed?: string | undefined;
  readonly shard?: string | undefined;
  /** Whether values before are read, so that the run can be undone. @default true */
  readonly undo?: boolean | undefined;
}

/** Runs a command for each row of a file, or each command line in it. `earlier` is the run to resume, with what it has read. */
export async function runBatch(
  session: Session,
  lines: Lines,
  template: Template,
  source: BatchSource,
  flags: BatchFlags,
  earlier?: EarlierRows,
): Promise<void> {
  const { failed, journal } = flags;
  assertDifferentFiles(session, [
    { use: 'file', path: source.path },
    { use: 'failed', path: failed },
    { use: 'journal', path: journal },
  ]);
  // In a dry run no row fails.
  if (failed !== undefined && session.dryRun) session.system.files.assertWritable(failed);
  else if (failed !== undefined) await session.askToReplace(failed);
  const { rows, input, format } = await readBatch(session, lines, template, source, failed !== undefined);
  if (source.sha256 !== undefined && source.sha256 !== input.sha256)
    throw changedInput(inputName(source.path));
  const inputCheck = createInputCheck(session, earlier?.inputs);
  const rules = { stdin: 'refused', wholeValues: template.length > 0, inputCheck } as const;
  const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
  const all = await checkRows(session, lines.createRunner(rules), rows);
  const { files = [] } = inputCheck.inputs([]);
  assertDifferentFiles(session, [
    ...files.filter(({ path }) => !isStdin(path)).map(({ path }) => ({ use: 'row' as const, path })),
    { use: 'failed', path: failed },
    { use: 'journal', path: journal },
  ]);
  const checked = inShard(all, shard);
  const guarded = await guardRows(session, all, checked, flags, earlier?.run);
  const blocks = shownBlocks(guarded.effects);
  if (session.dryRun)
    session.summary.addResults(() => checked.map((row) => plannedRow(session, row)), { blocks });
  const { shard: part, undo = true } = flags;
  if (!earlier && !session.dryRun) await noteWhatStays(session, checked);
  await runRows(
    session,
    {
      ...{ rows: checked, lines, rules, guarded, earlier },
      words: template,
      source: { from: 'file', input },
      facts: { shard: part, ...(!undo && { noUndo: true }) },
      command: ['batch', ...commandsOf(checked)].join(' '),
      what: ' rows',
      print: (results) => printRows(session, checked, results),
      async atEnd({ get }) {
        session.summary.addResults(
          () => checked.map((row, index) => resultRow(session, row, get(index) as WorkResult)),
          { blocks },
        );
        if (failed !== undefined) await writeFailed(session, failed, format, failedRows(checked, get));
      },
    },
    flags,
  );
}

async function printRows(
  session: Session,
  rows: readonly CheckedBatchRow[],
  results: Results,
): Promise<void> {
  const pages = resultPages(session, rows, results);
  const shown = session.printsIds ? withIds(session, pages) : pages;
  await session.out.list(shown, withSamples(rowResultView, samplesOf(session, rows)));
}

function plannedRow(session: Session, row: CheckedBatchRow) {
  const planned = resultRow(session, row, { state: 'not-attempted', exitCode: 0 });
  return { ...planned, status: row.preflight.isGone ? 'unchanged' : 'planned' };
}

/** Returns the command of all rows; none if the rows have different ones. */
function commandsOf(rows: readonly CheckedRow[]): string[] {
  const commands = new Set(rows.map(({ preflight }) => preflight.command));
  return commands.size === 1 ? [...commands] : [];
}

function failedRows(
  rows: readonly BatchRow[],
  resultOf: (index: number) => WorkResult | undefined,
): FailedRow[] {
  return rows.flatMap((row, index) => {
    const result = resultOf(index);
    if (result?.state !== 'failed' && result?.state !== 'not-attempted') return [];
    return [{ text: row.text, reason: result.error ?? 'not attempted' }];
  });
}
