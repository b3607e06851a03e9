import * as fs from 'node:fs';
import { errorCode } from './errno.ts';

/** The calls that change files. Tests give those of another system. */
export interface Disk {
  readonly platform: NodeJS.Platform;
  readonly fs: Pick<
    typeof fs,
    | 'chmodSync'
    | 'closeSync'
    | 'existsSync'
    | 'fchmodSync'
    | 'fsyncSync'
    | 'mkdirSync'
    | 'openSync'
    | 'readFileSync'
    | 'renameSync'
    | 'rmSync'
    | 'statSync'
    | 'writeFileSync'
  >;
  /** Blocks the process for so many milliseconds: a change of a file under a lock stays one step. */
  readonly pause: (ms: number) => void;
}

export const systemDisk: Disk = { platform: process.platform, fs, pause };

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Returns whether files have owners and modes. On Windows they have lists of rights, which Node cannot read. */
export function hasModes({ platform }: Pick<Disk, 'platform'>): boolean {
  return platform !== 'win32';
}

const passing: readonly unknown[] = ['EPERM', 'EBUSY', 'EACCES'];

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
