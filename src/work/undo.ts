import { DocsAdminError, UsageError } from '../errors.ts';
import { withPresentIds } from './history/present-ids.ts';
import { assertKnown } from './known-changes.ts';
import { assertOwnRun } from './run/place.ts';
import { type ReopenedRun, reopenRun, untilSettled } from './run/run.ts';
import type { Session } from './run/session.ts';
import { passOver, type UndoFlags, undoChanges } from './undo/undo-changes.ts';

/**
 * Undoes the changes of a run in a new run, which the journal of the first one then names. Of a run that has been undone, only
 * what others have filled is left to do, with `withContents`. Throws `UsageError` if the run that undoes it has not finished, and if a
 * guard refuses it; `LocalStateError` if another process works on the run.
 */
export async function undoRun(session: Session, name: string, flags: UndoFlags): Promise<void> {
  const { run, content } = await openAny(session, name);
  try {
    const { header, undone } = content;
    await assertOwnRun(session, `run ${run.id}`, header);
    if (undone && !flags.withContents) return await sayUndone(session, run.id, undone.by);
    assertKnown(run, content);
    if (!session.dryRun) await untilSettled(session, content);
    await undoChanges(session, run, await withPresentIds(session, content), flags);
  } finally {
    await run.close();
  }
}

/** Leaves a run as it is, so that the next undo goes on with the run before. */
export async function skipRun(session: Session, name: string): Promise<void> {
  const { run } = await openAny(session, name);
  try {
    await passOver(session, run);
  } finally {
    await run.close();
  }
}

/** Opens a run of several or a single command. */
async function openAny(session: Session, name: string): Promise<Pick<ReopenedRun, 'run' | 'content'>> {
  const { findSingle, settleSingle } = await import('./history/single.ts');
  const entry = await findSingle(session, name);
  return entry ? settleSingle(session, entry) : reopenRun(session, name);
}

/** Says that nothing is left to undo. Throws `UsageError` if the run that undoes this one has not finished, or has been undone itself. */
async function sayUndone(session: Session, id: string, by: string): Promise<void> {
  const { run, state, isBack } = await lastUndo(session, by);
  const undone = `run ${id} has been undone by run ${isBack ? `${by}, and that by run ${run}` : run}`;
  if (state === 'unfinished')
    throw new UsageError(undone, { hint: { code: 'continue-undo', data: { run } } });
  if (isBack)
    throw new UsageError(undone, {
      hint: { code: state === 'gone' ? 'list-runs' : 'undo-again', data: { run } },
    });
  const back = await session.inWords({ code: 'undo-again', data: { run } });
  await session.out.done(`${undone}: nothing to do${state === 'gone' ? '' : `; ${back}`}`);
}

/** Follows the runs that undo each other from `by` on. Returns the last one, and whether it has taken the undo of the first one back. */
async function lastUndo(session: Session, by: string) {
  const { readRun } = await import('./journal/read-journal.ts');
  for (let run = by, isBack = false; ; isBack = !isBack)
    try {
      const { end, undone } = readRun(session, run);
      if (!undone) return { run, isBack, state: end?.exitCode === 0 ? 'finished' : 'unfinished' } as const;
      run = undone.by;
    } catch (error) {
      if (error instanceof DocsAdminError) return { run, isBack, state: 'gone' } as const;
      throw error;
    }
}
