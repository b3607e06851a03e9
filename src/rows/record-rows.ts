import type { Touch } from '../model/effects/facts.ts';
import { references } from '../model/effects/nouns.ts';
import { cannotUndo } from '../model/effects/restoring.ts';
import { touches } from '../model/effects/things.ts';
import { kept } from '../text/kept.ts';
import type { GuardReads } from '../work/guards/guard-reads.ts';
import type { Recording } from '../work/journal/journaled-client.ts';
import type { BulkFlags } from '../work/run/execute.ts';
import type { Run } from '../work/run/run.ts';
import type { Session } from '../work/run/session.ts';
import { type Recorded, recorder } from '../work/undo/recording.ts';
import { type CheckedRow, isChange } from './rows.ts';

export interface RecordFlags extends BulkFlags {
  /** Whether the values before are read. @default true */
  readonly undo?: boolean | undefined;
}

/**
 * Returns how the requests of rows are recorded, by the index of the row. First reads what they are going to change,
 * unless an earlier process or the guards have read it.
 */
export async function recordRows(
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
