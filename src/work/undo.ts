import { UsageError } from '../errors.ts';
import { assertKnown } from './known-changes.ts';
import { assertSamePlace } from './run/place.ts';
import { reopenRun, untilSettled } from './run/run.ts';
import type { Session } from './run/session.ts';
import { type UndoFlags, undoChanges } from './undo/undo-changes.ts';

/**
 * Undoes the changes of a run in a new run, which the journal of the first one then names. Throws `UsageError` for a run that has
 * been undone, and if a guard refuses it; `LocalStateError` if another process works on the run.
 */
export async function undoRun(session: Session, name: string, flags: UndoFlags): Promise<void> {
  const { run, content } = await reopenRun(session, name);
  try {
    const { header, undone } = content;
    assertSamePlace(session, `run ${run.id}`, header);
    if (undone) throw alreadyUndone(run.id, undone.by);
    assertKnown(run, content);
    if (!session.dryRun) await untilSettled(session, content);
    await undoChanges(session, run, content, flags);
  } finally {
    await run.close();
  }
}

function alreadyUndone(id: string, by: string): UsageError {
  return new UsageError(`run ${id} has been undone by run ${by}`, {
    hint: { code: 'continue-undo', data: { run: by } },
  });
}
