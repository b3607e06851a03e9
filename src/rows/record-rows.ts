import { cannotUndo } from '../model/effects/restoring.ts';
import type { GuardReads } from '../work/guards/guard-reads.ts';
import type { Recording } from '../work/journal/journaled-client.ts';
import type { BulkFlags } from '../work/run/execute.ts';
import type { Run } from '../work/run/run.ts';
import type { Session } from '../work/run/session.ts';
import { type Recorded, recorder } from '../work/undo/recording.ts';
import { type CheckedRow, isChange } from './rows.ts';

/** How the values before are read. */
export interface RecordFlags extends BulkFlags {
  /** Whether the values before are read. @default true */
  readonly undo?: boolean | undefined;
}

/**
 * Returns how the requests of rows are recorded, by the index of the row. First reads what they are going to change,
 * unless an earlier process or the guards have read it.
 */
export function recordRows(
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
  return recorder(session, sendings, { undo, concurrency, reader: known?.reader });
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
