import { NotSent, type UnsentRequest } from '../api/client/errors.ts';
import { effectOf } from '../api/contract/effect.ts';
import { isFollowed } from '../domain/change.ts';
import { UsageError } from '../errors.ts';
import { conflictGroups, conflictKeysOf } from '../model/effects/conflicts.ts';
import { fieldReader } from '../text/fields.ts';
import { shortened } from '../text/shortened.ts';
import { requestView } from '../views/requests.ts';
import type { Known } from '../work/guards/known.ts';
import { createLastMoment } from '../work/guards/last-moment.ts';
import type { RowInputs, RowSource, RunWork } from '../work/journal/journal.ts';
import { journaledClient, type Recording } from '../work/journal/journaled-client.ts';
import { doneBefore } from '../work/run/execute.ts';
import { inDoubt, type Run, startRun } from '../work/run/run.ts';
import type { Session } from '../work/run/session.ts';
import { Unchanged, type Work } from '../work/run/supervise.ts';
import type { Shard } from '../work/shard.ts';
import type { LineRunner, Preflight, RowMistake, RowOutput } from './lines.ts';
import { warnOfRows } from './row-warnings.ts';

/** A command line that is one piece of bulk work. */
export interface RowCommand {
  /** Its name in messages: `users.csv:7`, or an id. */
  readonly name: string;
  readonly words: readonly string[];
}

/** A run to resume, with what its rows have read. */
export interface EarlierRows {
  readonly run: Run;
  readonly inputs: RowInputs;
}

/** A row that has been checked. */
export interface CheckedRow extends RowCommand {
  readonly preflight: Preflight;
}

/** How many rows are checked or shown before signals are noticed. */
const atOnce = 10;

/** Resolves when signals of the meantime have been noticed. Throws the reason of an interrupt. */
async function noticeSignals({ system: { clock, interrupt } }: Session): Promise<void> {
  await clock.turn();
  interrupt.throwIfAborted();
}

/**
 * Checks every row without sending anything. Adds the result to the rows themselves, because many rows need much memory,
 * and returns them. Throws `UsageError` with all problems, and the reason of an interrupt.
 */
export async function checkRows<Row extends RowCommand>(
  session: Session,
  createRunner: () => LineRunner,
  rows: readonly Row[],
): Promise<(Row & CheckedRow)[]> {
  const runner = createRunner();
  const checked: (Row & CheckedRow)[] = [];
  const problems: string[] = [];
  const hints = new Map<string | undefined, RowMistake['hint']>();
  for (const [index, row] of rows.entries()) {
    if (index % atOnce === 0) await noticeSignals(session);
    const preflight = await runner.preflight(row.words);
    if ('mistake' in preflight) {
      problems.push(`${row.name}: ${preflight.mistake}`);
      hints.set(JSON.stringify(preflight.hint), preflight.hint);
    } else checked.push(Object.assign(row, { preflight }));
  }
  if (problems.length === 0) {
    await warnOfRows(session, checked);
    return checked;
  }
  throw new UsageError(`${problems.length} of ${rows.length} rows cannot be run; nothing was sent`, {
    details: shortened(problems),
    // A hint that does not hold for all rows would need a row of its own.
    hint: hints.size === 1 ? [...hints.values()][0] : undefined,
  });
}

/** Returns the rows of one part: rows that must not run at once are in the same one. */
export function inShard<Row extends CheckedRow>(
  rows: readonly Row[],
  shard: Shard | undefined,
): readonly Row[] {
  if (!shard) return rows;
  const groups = conflictGroups(conflictKeysOf(rows.map(({ preflight }) => preflight)));
  return rows.filter((row, index) => shard.holds(groups[index] ?? row.words.join('\0')));
}

/** Prints the requests of a dry run. Resolves with whether this is one. */
export async function showDryRun(
  session: Session,
  rows: readonly CheckedRow[],
  earlier: Run | undefined,
): Promise<boolean> {
  if (!session.dryRun) return false;
  const client = session.connectForBulk({ signal: session.system.interrupt, onEvent: () => {} });
  async function* requests() {
    let page: UnsentRequest[] = [];
    for (const [index, { preflight }] of rows.entries()) {
      const { op, input, isGone } = preflight;
      if (index % atOnce === 0) {
        await noticeSignals(session);
        yield page;
        page = [];
      }
      if (isGone || effectOf(op) === 'read' || doneBefore(earlier, index)) continue;
      const sent = await client.call(op, input).catch((error: unknown) => error);
      if (!(sent instanceof NotSent)) throw sent;
      page.push(sent.request);
    }
    yield page;
  }
  await session.out.list(requests(), requestView);
  return true;
}

export interface RowsJob {
  readonly rows: readonly CheckedRow[];
  /** Makes a runner for one row at a time. */
  readonly createRunner: () => LineRunner;
  /** `undefined` if nothing is changed. */
  readonly run: Run | undefined;
  /** Returns how the changes of each row are recorded, by its index. */
  readonly recordingOf: (index: number) => Recording;
  /** What the guards have read. */
  readonly known: Known;
  /** Called with what a row has printed. */
  readonly onPrinted?: (index: number, printed: RowOutput) => void;
}

/** Returns what a run's journal records about rows. */
export function rowsWork(
  { redactor, scope }: Session,
  words: readonly string[],
  source: RowSource,
  facts: RowInputs & Pick<RunWork & { kind: 'rows' }, 'total' | 'shard' | 'noUndo'>,
): RunWork {
  const template = words.map(redactor.redactText);
  return {
    kind: 'rows',
    template,
    isRedacted: template.some((word, at) => word !== words[at]),
    surroundings: scope.known(),
    source,
    ...facts,
  };
}

/** Begins a run for rows, if some of them change something. */
export async function runFor(
  session: Session,
  rows: readonly CheckedRow[],
  { command, work, path }: { command: string; work: RunWork; path: string | undefined },
): Promise<Run | undefined> {
  const changes = rows.some(({ preflight }) => effectOf(preflight.op) !== 'read');
  return changes ? startRun(session, { command, work, path }) : undefined;
}

/** Turns the rows into work, with as many runners as run at once. */
export function workOfRows({ rows, run, createRunner, recordingOf, onPrinted, known }: RowsJob): Work[] {
  const lastMoment = createLastMoment(administratorsOf(known), run && inDoubt(run, rows.length));
  const idle: LineRunner[] = [];
  const keys = conflictKeysOf(rows.map(({ preflight }) => preflight));
  return rows.map(
    (row, index): Work => ({
      name: row.name,
      keys: keys[index] ?? [],
      async run(client, pause) {
        const runner = idle.pop() ?? createRunner();
        try {
          const task = { index, pause, lastMoment, isFollowed: () => isFollowed(rows.map(requestOf), index) };
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
function administratorsOf({ administrators }: Known): string[] | undefined {
  return administrators.size === 0 ? undefined : [...administrators.values()].flatMap((some) => [...some]);
}

/** Adds the name of a row to the records of its requests: a process that is killed writes no end of the row. */
function named(name: string, recording: Recording): Recording {
  return { ...recording, intent: async (op, input) => ({ name, ...(await recording.intent?.(op, input)) }) };
}

function requestOf({ preflight: { op, input } }: CheckedRow) {
  return { operation: op.id, input };
}

/** Returns the id of the thing that a row's command made or changed, from the object that it printed. */
function printedId({ items }: RowOutput): string | undefined {
  const [only, second] = items;
  if (!only || second) return undefined;
  const id = fieldReader(only.view.id)(only.value);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
