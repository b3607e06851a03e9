import { aloneInPlace } from './alone.ts';
import { type ChangesWork, runChanges } from './change-run.ts';
import { judgeRemainingChanges } from './guards/judge-work.ts';
import { assertNotMadeSince } from './made.ts';
import type { BulkFlags } from './run/execute.ts';
import type { ReopenedRun } from './run/run.ts';
import type { Session } from './run/session.ts';

interface ReopenedChanges extends Pick<ReopenedRun, 'run' | 'leftBy'> {
  readonly work: ChangesWork;
}

/**
 * Makes the changes that a run has left. Throws `OutOfDate` if another user has made what the run was to make, and as
 * `runChanges` and guards do.
 */
export async function resumeChanges(
  session: Session,
  { run, work, leftBy }: ReopenedChanges,
  flags: BulkFlags,
): Promise<void> {
  const goOn = async () => {
    await assertNotMadeSince(session, run, work.changes);
    const { effects, held } = await judgeRemainingChanges(session, run, work);
    await runChanges(session, run, work, flags, { effects, held });
  };
  await (work.changes.some(({ isUnique }) => isUnique) ? aloneInPlace(session, goOn, leftBy) : goOn());
}
