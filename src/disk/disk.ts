import * as fs from 'node:fs';

/** The calls that read and change files, by their names in `node:fs`. */
type Calls = Pick<
  typeof fs,
  | 'accessSync'
  | 'appendFileSync'
  | 'chmodSync'
  | 'closeSync'
  | 'existsSync'
  | 'fchmodSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'readlinkSync'
  | 'realpathSync'
  | 'renameSync'
  | 'rmSync'
  | 'statSync'
  | 'writeFileSync'
  | 'writeSync'
> & { readonly promises: Pick<typeof fs.promises, 'open' | 'writeFile'> };

/** A disk with its files. Tests give that of another system. */
export interface Disk {
  readonly platform: NodeJS.Platform;
  readonly fs: Calls;
  /** Blocks the process for so many milliseconds: a change of a file under a lock stays one step. */
  readonly pause: (ms: number) => void;
  /** Returns a text that no other writer uses, for the name of a temporary file. */
  readonly unique: () => string;
}

export const systemDisk: Disk = {
  platform: process.platform,
  fs,
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
