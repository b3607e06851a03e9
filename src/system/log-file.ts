import { type Disk, systemDisk } from '../disk/disk.ts';
import { errorReason } from '../disk/errno.ts';
import { OutputError, UsageError } from '../errors.ts';

/** A file to which lines are added. Only its owner can read it. */
export interface LogFile {
  add(line: string): void;
  /** Rejects with an `OutputError` when a line cannot be written. */
  readonly failed: Promise<never>;
  close(): void;
}

/** Opens a file for adding. Throws `UsageError` if it cannot be opened. */
export function openLogFile(path: string, { fs }: Disk = systemDisk): LogFile {
  const file = openToAppend(path, fs);
  const { promise: failed, reject } = withReject();
  return {
    add(line) {
      try {
        fs.writeSync(file, `${line}\n`);
      } catch (error) {
        reject(new OutputError(`cannot write ${path}: ${errorReason(error)}`, { cause: error }));
      }
    },
    failed,
    close: () => fs.closeSync(file),
  };
}

function openToAppend(path: string, fs: Disk['fs']): number {
  try {
    return fs.openSync(path, 'a', 0o600);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${errorReason(error)}`);
  }
}

function withReject(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  // A caller that waits for the promise gets the error; without a caller it must not end the process.
  promise.catch(() => {});
  return { promise, reject };
}
