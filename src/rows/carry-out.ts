import { effectOf } from '../api/contract/effect.ts';
import { isFollowed } from '../domain/change.ts';
import { conflictKeysOf } from '../model/effects/conflicts.ts';
import type { Touch } from '../model/effects/facts.ts';
import { references } from '../model/effects/nouns.ts';
import { cannotUndo } from '../model/effects/restoring.ts';
import { touches } from '../model/effects/things.ts';
import { fieldReader } from '../text/fields.ts';
import { kept } from '../text/kept.ts';
import type { GuardReads } from '../work/guards/guard-reads.ts';
import { createLastMoment } from '../work/guards/last-moment.ts';
import { requestOf } from '../work/guards/requests.ts';
import type { RowSource, RunWork } from '../work/journal/journal-schema.ts';
import { journaledClient, type Recording } from '../work/journal/journaled-client.ts';
import { addressChangesOf } from '../work/plan-effects.ts';
import { type BulkFlags, executeRun, type Job, type RunFlags } from '../work/run/execute.ts';
import { inDoubt, type Run, startRun } from '../work/run/run.ts';
import type { Session } from '../work/run/session.ts';
import { Unchanged, type Work } from '../work/run/supervise.ts';
import { type Recorded, recorder } from '../work/undo/recording.ts';
import type { LineRunner, Lines, RowOutput, RowRules } from './lines.ts';
import { type CheckedRow, type EarlierRows, type GuardedRows, isChange, showDryRun } from './rows.ts';

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

export interface RecordFlags extends BulkFlags {
  /** Whether the values before are read. @default true */
  readonly undo?: boolean | undefined;
}

/**
 * Returns how the requests of rows are recorded, by the index of the row. First reads what they are going to change,
 * unless an earlier process or the guards have read it.
 */
async function recordRows(
  session: Session,
  rows: readonly CheckedRow[],
  { earlier, known }: { readonly earlier?: Run | undefined; readonly known?: GuardReads | undefined },
  { undo = true, concurrency }: RecordFlags,
): Promise<(index: number) => Recording> {
  const sendings = rows.map(({ preflight }, index): Recorded | undefined => {
    if (!isChange(preflight)) return undefined;
    const { op, input } = preflight;
    const attempts = earlier?.history(index)?.attempts ?? [];
    return { op, input, isRead: attempts.some(({ before }) => before !== undefined) };
  });
  const recordingOf = await recorder(session, sendings, { undo, concurrency, reader: known?.reader });
  const waiting = takenOut(sendings);
  if (waiting.size === 0) return recordingOf;
  const readLate = await recorder(session, [undefined], { undo });
  return (index) => {
    const recording = recordingOf(index);
    const ended = touchesIn(sendings[index]).filter(({ change }) => change === 'end');
    // What an earlier row was to take out of it ends with it, if that row has failed.
    const endsMore = () =>
      ended.some(({ kind }) => [...(waiting.get(kind) ?? [])].some((one) => one < index));
    return {
      ...recording,
      intent: (op, input) => (endsMore() ? readLate(0) : recording).intent?.(op, input) ?? {},
      async left(op, input, answer) {
        for (const rows of waiting.values()) rows.delete(index);
        return recording.left?.(op, input, answer);
      },
    };
  };
}

/** Returns the rows that put a thing into another place, by the kind of what it may leave, and would else end with. */
function takenOut(rows: readonly (Recorded | undefined)[]): ReadonlyMap<string, Set<number>> {
  const waiting = new Map<string, Set<number>>();
  for (const [index, row] of rows.entries())
    for (const { kind, change, sets = {} } of touchesIn(row))
      for (const { by, to, policy, kind: of } of references)
        if (of === kind && by in sets && change !== 'make' && policy === 'ends')
          kept(waiting, to, () => new Set()).add(index);
  return waiting;
}

function touchesIn(row: Recorded | undefined): readonly Touch[] {
  return row ? touches(row.op, row.input) : [];
}

/** Reports, before anything is sent, which requests undo cannot take back. */
export async function noteWhatStays({ out }: Session, rows: readonly CheckedRow[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { preflight } of rows) {
    const { op, command } = preflight;
    if (!isChange(preflight) || !(await cannotUndo(op.id))) continue;
    counts.set(command, (counts.get(command) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  const commands = [...counts].map(([command, count]) => `${count} x ${command}`);
  await out.note(`undo cannot take these back: ${commands.join(', ')}`);
}
