import { closeSync, openSync, writeSync } from 'node:fs';
import { LocalStateError, UsageError } from '../errors.ts';
import { errorReason } from './errno.ts';

/** A file to which lines are added, for its owner only. */
export interface LogFile {
  add(line: string): void;
  /** Rejects with a `LocalStateError` when a line could not be written. */
  readonly failed: Promise<never>;
  close(): void;
}

/** Throws `UsageError` where the file cannot be opened. */
export function openLogFile(path: string): LogFile {
  const file = openToAppend(path);
  const { promise: failed, reject } = withReject();
  return {
    add(line) {
      try {
        writeSync(file, `${line}\n`);
      } catch (error) {
        reject(new LocalStateError(`cannot write ${path}: ${errorReason(error)}`, { cause: error }));
      }
    },
    failed,
    close: () => closeSync(file),
  };
}

function openToAppend(path: string): number {
  try {
    return openSync(path, 'a', 0o600);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${errorReason(error)}`);
  }
}

function withReject(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  // Whoever waits for it hears of it; until then it must not end the process.
  promise.catch(() => {});
  return { promise, reject };
}
