import type { Disk } from './disk.ts';
import { errorCode } from './errno.ts';

const passing: readonly unknown[] = ['EPERM', 'EBUSY', 'EACCES', 'ENOTEMPTY'];

/** Returns whether an error may pass: on Windows, a virus scanner or an indexer can have a file open for a moment. */
export function mayPass(error: unknown): boolean {
  return passing.includes(errorCode(error));
}

/** The waits between the attempts, in milliseconds: about a second in all. */
const waits = [5, 10, 20, 40, 80, 160, 320, 400];

/** Runs `change`, and again while it fails with an error that may pass. Throws the last error. */
export function patiently(disk: Disk, change: () => void): void {
  for (const wait of [...waits, undefined]) {
    try {
      change();
      return;
    } catch (error) {
      if (wait === undefined || !mayPass(error)) throw error;
      disk.pause(wait);
    }
  }
}
