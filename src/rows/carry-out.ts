import { effectOf } from '../api/contract/effect.ts';
import { isFollowed } from '../domain/change.ts';
import { conflictKeysOf } from '../model/effects/conflicts.ts';
import { fieldReader } from '../text/fields.ts';
import type { GuardReads } from '../work/guards/guard-reads.ts';
import { createLastMoment } from '../work/guards/last-moment.ts';
import { requestOf } from '../work/guards/requests.ts';
import type { RowSource, RunWork } from '../work/journal/journal-schema.ts';
import { journaledClient, type Recording } from '../work/journal/journaled-client.ts';
import { addressChangesOf } from '../work/plan-effects.ts';
import { executeRun, type Job, type RunFlags } from '../work/run/execute.ts';
import { inDoubt, type Run, startRun } from '../work/run/run.ts';
import type { Session } from '../work/run/session.ts';
import { Unchanged, type Work } from '../work/run/supervise.ts';
import type { LineRunner, Lines, RowOutput, RowRules } from './lines.ts';
import { type RecordFlags, recordRows } from './record-rows.ts';
import { type CheckedRow, type EarlierRows, type GuardedRows, showDryRun } from './rows.ts';

type RowsWork = RunWork & { readonly kind: 'rows' };

/** Checked rows that are carried out. */
export interface RowsJob extends Omit<Job, 'run' | 'work'> {
  readonly rows: readonly CheckedRow[];
  readonly lines: Lines;
  readonly rules: RowRules;
  readonly guarded: GuardedRows;
  /** The run to resume. */
  readonly earlier: EarlierRows | undefined;
  /** The words that all rows share. */
  readonly words: readonly string[];
  readonly source: RowSource;
  /** What else the journal records. */
  readonly facts?: Partial<Pick<RowsWork, 'shard' | 'noUndo'>>;
  /** The command, in words, for the journal. */
  readonly command: string;
  readonly onPrinted?: (index: number, printed: RowOutput) => void;
}

/**
 * Carries rows out, in a new run or in the earlier one; rows that only read need none. A dry run prints their requests. Throws
 * as {@link executeRun} does.
 */
export async function runRows(session: Session, job: RowsJob, flags: RecordFlags & RunFlags): Promise<void> {
  const { rows, earlier, guarded, command } = job;
  if (session.dryRun) return showDryRun(session, rows, guarded, earlier?.run);
  const { known } = guarded;
  const work = workFor(session, job);
  const recordingOf = await recordRows(session, rows, { earlier: earlier?.run, known }, flags);
  const isChanging = rows.some(({ preflight }) => effectOf(preflight.op) !== 'read');
  const addresses = earlier ? [] : await addressChangesOf(requestsOf(rows), known.reader);
  const newRun = () => startRun(session, { command, work, path: flags.journal });
  const run = earlier?.run ?? (isChanging ? await newRun() : undefined);
  if (addresses.length > 0) run?.note({ type: 'addresses', addresses });
  await executeRun(session, { ...job, run, work: workOfRows(job, run, recordingOf) }, flags);
}

/** Returns what a run's journal records about rows. */
function workFor(
  { redactor: { redactText }, scope }: Session,
  { rows, words, source, facts, rules }: RowsJob,
): RunWork {
  const lines = source.from === 'lines' ? source.lines : [];
  const shown = (line: readonly string[]) => line.map((word) => redactText(word));
  return {
    kind: 'rows',
    template: shown(words),
    isRedacted: [words, ...lines].flat().some((word) => redactText(word) !== word),
    surroundings: scope.known(),
    source: source.from === 'lines' ? { from: 'lines', lines: lines.map(shown) } : source,
    total: rows.length,
    ...facts,
    ...rules.inputCheck.inputs(rows.map(({ preflight }) => preflight.input)),
  };
}

/** Turns the rows into work, with as many runners as run at once. */
function workOfRows(
  { rows, lines, rules, onPrinted, guarded }: RowsJob,
  run: Run | undefined,
  recordingOf: (index: number) => Recording,
): Work[] {
  const lastMoment = createLastMoment(administratorsOf(guarded.known), run && inDoubt(run, rows.length));
  const idle: LineRunner[] = [];
  const keys = conflictKeysOf(rows.map(({ preflight }) => preflight));
  return rows.map(
    (row, index): Work => ({
      name: row.name,
      keys: keys[index] ?? [],
      async run(client, pause) {
        const runner = idle.pop() ?? lines.createRunner(rules);
        try {
          const task = { index, pause, lastMoment, isFollowed: () => isFollowed(requestsOf(rows), index) };
          const own = run ? journaledClient(client, run, task, named(row.name, recordingOf(index))) : client;
          const printed = await runner.run(row.words, own);
          if (!printed) throw new Unchanged();
          onPrinted?.(index, printed);
          return printedId(printed) ?? row.preflight.id;
        } finally {
          idle.push(runner);
        }
      },
    }),
  );
}

/** Returns the administrators of all organizations whose members the guards have read; `undefined` without one. */
function administratorsOf({ administrators }: GuardReads): string[] | undefined {
  return administrators.size === 0 ? undefined : [...administrators.values()].flatMap((some) => [...some]);
}

/** Adds the name of a row to the records of its requests: a process that is killed writes no end of the row. */
function named(name: string, recording: Recording): Recording {
  return { ...recording, intent: async (op, input) => ({ name, ...(await recording.intent?.(op, input)) }) };
}

function requestsOf(rows: readonly CheckedRow[]) {
  return rows.map(({ preflight }) => requestOf(preflight));
}

/** Returns the id of the thing that a row's command made or changed, from the object that it printed. */
function printedId({ items }: RowOutput): string | undefined {
  const [only, second] = items;
  if (!only || second) return undefined;
  const id = fieldReader(only.view.id)(only.value);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
