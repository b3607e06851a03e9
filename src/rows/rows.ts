import type { UnsentRequest } from '../api/client/errors.ts';
import { isRepeatable } from '../api/client/retry.ts';
import { effectOf } from '../api/contract/effect.ts';
import { UsageError } from '../errors.ts';
import { conflictGroups, conflictKeysOf } from '../model/effects/conflicts.ts';
import { kept } from '../text/kept.ts';
import { shortened } from '../text/shortened.ts';
import { requestView } from '../views/requests.ts';
import { assertNothingHeld } from '../work/guards/held-back.ts';
import type { Guarded } from '../work/guards/judge-work.ts';
import type { RowInputs } from '../work/journal/journal-schema.ts';
import type { PlanEffects } from '../work/plan-document.ts';
import { viewWithEffects } from '../work/plan-effects.ts';
import { doneBefore } from '../work/run/execute.ts';
import type { Run } from '../work/run/run.ts';
import { bulkClient, type Session } from '../work/run/session.ts';
import type { Shard } from '../work/shard.ts';
import { unsentRequest } from '../work/unsent.ts';
import type { LineRunner, Preflight, RowMistake } from './lines.ts';

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

export interface CheckedRow extends RowCommand {
  readonly preflight: Preflight;
}

export interface GuardedRows extends Omit<Guarded, 'effects'> {
  /** What they open and lose, where it was shown. */
  readonly effects?: PlanEffects;
}

/** Returns whether a row sends a request that changes something. */
export function isChange({ op, isGone }: Preflight): boolean {
  return effectOf(op) !== 'read' && !isGone;
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
  runner: LineRunner,
  rows: readonly Row[],
): Promise<(Row & CheckedRow)[]> {
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
    for (const warning of shortened([...warningsOf(checked), ...repetitions(checked)]))
      await session.out.warn(warning);
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

/** Prints the requests of a dry run, and throws the objections to it. */
export async function showDryRun(
  session: Session,
  rows: readonly CheckedRow[],
  { effects, held }: GuardedRows,
  earlier: Run | undefined,
): Promise<void> {
  const client = bulkClient(session);
  async function* requests() {
    let page: UnsentRequest[] = [];
    for (const [index, { preflight }] of rows.entries()) {
      if (index % atOnce === 0) {
        await noticeSignals(session);
        yield page;
        page = [];
      }
      if (!isChange(preflight) || doneBefore(earlier, index)) continue;
      page.push(await unsentRequest(client, preflight));
    }
    yield page;
  }
  await session.out.list(requests(), effects ? viewWithEffects(requestView, effects) : requestView);
  assertNothingHeld(held);
}

/** Returns the warnings of the rows' commands; rows with the same warning share it. */
function warningsOf(rows: readonly CheckedRow[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, preflight } of rows)
    for (const warning of preflight.warnings) kept(names, warning, () => []).push(name);
  return [...names].map(([warning, [first, ...others]]) => {
    return `${first}${others.length > 0 ? ` and ${others.length} more` : ''}: ${warning}`;
  });
}

/** Returns warnings about rows that change one thing in the same way: one of them may be a mistake. */
function repetitions(rows: readonly CheckedRow[]): string[] {
  const first = new Map<string, string>();
  return rows.flatMap(({ name, preflight }) => {
    const { op, input, command } = preflight;
    const changesOne = isChange(preflight) && isRepeatable(op) && op.path.endsWith('}');
    if (!changesOne) return [];
    const key = JSON.stringify([op.id, input.params]);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, name);
    const thing = Object.values(input.params ?? {}).at(-1);
    return earlier === undefined ? [] : [`${name} changes what ${earlier} changes: ${command} ${thing}`];
  });
}
