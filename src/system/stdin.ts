import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { errorReason } from '../disk/errno.ts';
import { UsageError } from '../errors.ts';
import type { System } from '../ports.ts';
import { decodeBytes } from './decode.ts';

/** The parts of `process.stdin` that are used here. */
export interface InputStream extends Readable {
  readonly fd: number;
  readonly isTTY?: boolean;
}

export interface StdinOptions {
  readonly isTerminal: () => boolean;
  /** Ends the reading at once, which throws the signal's reason. */
  readonly interrupt: AbortSignal;
  /** Tells the user what the tool waits for. */
  readonly note: (message: string) => Promise<void>;
}

const usualLimit = 64 * 1024 * 1024;

/** Returns standard input. `open` returns its stream and is called when it is needed. */
export function createStdin(
  open: () => InputStream,
  { isTerminal, interrupt, note }: StdinOptions,
): System['stdin'] {
  let text: Promise<string> | undefined;
  return {
    get isTerminal() {
      return isTerminal();
    },
    read(limit = usualLimit) {
      text ??= readAll(limit);
      return text;
    },
    bytes,
    identity() {
      try {
        const stats = fstatSync(0, { bigint: true });
        return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
      } catch {
        return undefined;
      }
    },
  };

  async function readAll(limit: number): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of bytes()) {
      size += chunk.byteLength;
      if (size > limit) throw new UsageError(`standard input is larger than ${limit / 1024 / 1024} MiB`);
      chunks.push(chunk);
    }
    return decodeBytes(Buffer.concat(chunks), 'standard input');
  }

  async function* bytes(signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    const ending = signal ? AbortSignal.any([interrupt, signal]) : interrupt;
    ending.throwIfAborted();
    const stream = open();
    if (stream.isTTY) await note('reading from the terminal, end with Ctrl-D');
    const end = () => stream.destroy(ending.reason);
    ending.addEventListener('abort', end);
    let isEmpty = true;
    try {
      for await (const chunk of stream) {
        isEmpty = false;
        yield chunk;
      }
    } catch (error) {
      ending.throwIfAborted();
      throw new UsageError(`cannot read standard input: ${errorReason(error)}`);
    } finally {
      ending.removeEventListener('abort', end);
    }
    if (isEmpty) (await import('./no-input.ts')).assertReadable(stream);
  }
}
