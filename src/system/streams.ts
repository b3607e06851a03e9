import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { errorCode } from '../disk/errno.ts';
import { OutputClosed, OutputError } from '../errors.ts';
import type { Sink } from '../ports.ts';

/** The parts of `process.stdout` and `process.stderr` that are used here. */
export interface OutputStream extends Writable {
  readonly fd: number;
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  readonly rows?: number;
}

/** Milliseconds in which the reader of an interrupted process must take some text. */
const patience = 1000;

/**
 * Returns a sink for one of the process's streams. `open` returns the stream and is called by the first text, because
 * it takes time. `write` resolves when the system has taken every byte, so that nothing is lost however the process
 * ends. It throws `OutputClosed` if the reader has gone, `OutputError` for other problems, and the reason of
 * `interrupt` if the process is interrupted and the reader takes nothing for a second.
 */
export function createSink(
  open: () => OutputStream,
  isTerminal: () => boolean,
  interrupt?: AbortSignal,
): Sink {
  let write: Sink['write'] | undefined;
  return {
    write(text) {
      write ??= isFile(open()) ? fileWriter(open().fd) : streamWriter(open(), interrupt);
      return write(text);
    },
    get isTerminal() {
      return isTerminal();
    },
    get columns() {
      const { columns } = open();
      // A terminal that does not know its width reports 0.
      return columns === 0 ? 80 : columns;
    },
    get rows() {
      return open().rows;
    },
  };
}

function isFile(stream: OutputStream): boolean {
  return stream.isTTY !== true && fstatSync(stream.fd).isFile();
}

/** Writes to a file. Node's own stream silently loses the rest if a nearly full disk takes only a part of a write. */
function fileWriter(fd: number): Sink['write'] {
  return async (text) => {
    const bytes = Buffer.from(text);
    try {
      for (let written = 0; written < bytes.byteLength; ) written += writeSync(fd, bytes, written);
    } catch (error) {
      throw outputFailure(error);
    }
  };
}

function streamWriter(stream: Writable, interrupt?: AbortSignal): Sink['write'] {
  let failure: Error | undefined;
  let taken = 0;
  const waiting = new Set<(error: Error) => void>();

  function fail(error: Error): void {
    failure ??= error;
    for (const reject of waiting) reject(failure);
  }

  function endIfStuck(): void {
    let before = taken;
    setInterval(() => {
      if (waiting.size > 0 && taken === before) fail(interrupt?.reason);
      before = taken;
    }, patience).unref();
  }

  // Without a listener an error would end the process with a stack trace. The caller of `write` gets it.
  stream.on('error', (error) => fail(outputFailure(error)));
  if (interrupt?.aborted) endIfStuck();
  else interrupt?.addEventListener('abort', endIfStuck, { once: true });
  function writeBytes(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      waiting.add(reject);
      stream.write(bytes, (error) => {
        waiting.delete(reject);
        taken++;
        if (error) fail(outputFailure(error));
        if (failure) reject(failure);
        else resolve();
      });
    });
  }
  // Nothing may hold the text while the bytes wait for their reader: V8 would move it to its old objects.
  return (text) => writeBytes(Buffer.from(text));
}

function outputFailure(error: unknown): Error {
  const code = errorCode(error) ?? 'unknown error';
  // On Windows, a pipe without a reader answers EOF.
  if (code === 'EPIPE' || code === 'EOF')
    return new OutputClosed('the reader of the output has gone', { cause: error });
  return new OutputError(`cannot write output: ${code}`, { cause: error });
}
