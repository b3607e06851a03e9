import { LocalStateError } from '../../errors.ts';
import { counted } from '../../text/plural.ts';
import { journalPath } from '../journal/journal-path.ts';
import { readRun } from '../journal/read-journal.ts';
import type { Session } from './session.ts';

/**
 * Removes the lock of a process on another machine, whose state cannot be checked here, from a run. Throws
 * `LocalStateError` if the process runs on this machine.
 */
export async function unlockRun(
  session: Pick<Session, 'system' | 'out' | 'confirm'>,
  name: string,
): Promise<void> {
  readRun(session, name);
  const keeper = await session.system.journals.keeper(journalPath(session, name));
  if (!keeper) return session.out.done(`run ${name} is not locked`);
  const { words, isHere, silence } = keeper;
  if (isHere) {
    throw new LocalStateError(`run ${name} is in use by ${words}`, {
      hint: { code: 'end-process', data: {} },
    });
  }
  await session.out.warn(
    `run ${name} is in use by ${words}, lock last renewed ${minutes(silence)} ago; if that process still runs, the same changes are made twice`,
  );
  await session.confirm(`break the lock of run ${name}?`, 'machine');
  keeper.release();
  await session.out.done(`run ${name} is free`);
}

function minutes(ms: number): string {
  return counted(Math.max(0, Math.round(ms / 60_000)), 'minute');
}
