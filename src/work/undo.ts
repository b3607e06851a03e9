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
  const { run, content } = await openAny(session, name);
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

/** Opens a run of several or a single command. */
async function openAny(session: Session, name: string): ReturnType<typeof reopenRun> {
  const { findSingle, settleSingle } = await import('./history/single.ts');
  const entry = await findSingle(session, name);
  if (!entry) return reopenRun(session, name);
  assertSamePlace(session, `run ${name}`, entry.content.header);
  if (!session.dryRun) await untilSettled(session, entry.content);
  return settleSingle(session, entry);
}

function alreadyUndone(id: string, by: string): UsageError {
  return new UsageError(`run ${id} has been undone by run ${by}`, {
    hint: { code: 'continue-undo', data: { run: by } },
  });
}
