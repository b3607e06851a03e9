import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';

const fs = {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
};

/** The calls that change files. Tests give those of another system. */
export interface Disk {
  readonly platform: NodeJS.Platform;
  readonly fs: typeof fs;
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
