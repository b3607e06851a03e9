import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { fileFailure } from '../disk/errno.ts';
import { UsageError } from '../errors.ts';

/** The most bytes of a pipe that are kept. */
const longest = 500 * 1024 * 1024;

/**
 * Reads a pipe to its end: `<(...)`, or one in a folder, whose writer may come later. Throws `UsageError` naming the path,
 * and the reason of `interrupt` when it aborts.
 */
export async function readPipe(path: string, interrupt: AbortSignal): Promise<Uint8Array> {
  interrupt.throwIfAborted();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let socket: Socket | undefined;
  const end = () => void socket?.destroy(interrupt.reason as Error);
  try {
    // A thread that waits for a writer, or for its next bytes, could not be stopped.
    const pipe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    socket = socketOf(pipe);
    interrupt.addEventListener('abort', end);
    for await (const chunk of socket) {
      size += chunk.byteLength;
      if (size > longest)
        throw new UsageError(`cannot read ${path}: larger than ${longest / 1024 / 1024} MiB`, {
          path,
        });
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    interrupt.throwIfAborted();
    throw fileFailure('read', path, error, UsageError);
  } finally {
    interrupt.removeEventListener('abort', end);
  }
}

function socketOf(pipe: number): Socket {
  try {
    return new Socket({ fd: pipe, readable: true, writable: false });
  } catch (error) {
    closeSync(pipe);
    throw error;
  }
}
