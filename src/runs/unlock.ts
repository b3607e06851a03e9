import type { App } from '../cli/session/app.ts';
import { LocalStateError } from '../errors.ts';
import { counted } from '../text/plural.ts';
import { journalPath, readRun } from './journal-path.ts';

/**
 * Takes a run away from a process on another machine, of which it cannot be seen here whether it still works. Throws
 * `LocalStateError` where the process runs on this one.
 */
export async function unlockRun(app: App, name: string): Promise<void> {
  readRun(app, name);
  const keeper = await app.system.journals.keeper(journalPath(app, name));
  if (!keeper) return app.out.done(`run ${name} is not locked`);
  const { words, isHere, silence } = keeper;
  if (isHere) {
    throw new LocalStateError(`run ${name} is in use by ${words}`, {
      hint: 'end that process to free the run',
    });
  }
  await app.out.warn(
    `run ${name} is in use by ${words}, lock last renewed ${minutes(silence)} ago; if that process still runs, the same changes are made twice`,
  );
  await app.confirm(`break the lock of run ${name}?`, 'machine');
  keeper.release();
  await app.out.done(`run ${name} is free`);
}

function minutes(ms: number): string {
  return counted(Math.max(0, Math.round(ms / 60_000)), 'minute');
}
