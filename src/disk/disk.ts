import {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  promises,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';

/** The calls that read and change files. Named one by one: the whole module would be copied at every start. */
const calls = {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
  /** Loads modules of Node. */
  get promises(): Pick<typeof promises, 'open' | 'writeFile'> {
    return promises;
  },
};

/** A disk with its files. Tests give that of another system. */
export interface Disk {
  readonly platform: NodeJS.Platform;
  readonly fs: typeof calls;
  /** Blocks the process for so many milliseconds: a change of a file under a lock stays one step. */
  readonly pause: (ms: number) => void;
  /** Returns a text that no other writer uses, for the name of a temporary file. */
  readonly unique: () => string;
}

export const systemDisk: Disk = {
  platform: process.platform,
  fs: calls,
  pause,
  unique: () => process.pid + Math.random().toString(36).slice(2),
};

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Returns whether files have owners and modes. On Windows they have lists of rights, which Node cannot read. */
export function hasModes({ platform }: Pick<Disk, 'platform'>): boolean {
  return platform !== 'win32';
}
