import { createHash } from 'node:crypto';
import { type Hint, UsageError } from '../../errors.ts';
import { decodeText, linesOf } from '../../formats/decode.ts';
import { readRows } from '../../formats/read.ts';
import { type Row, type RowOptions, RowsFault } from '../../formats/row.ts';
import { inputName, isReadOnce, isStdin } from '../../inputs.ts';
import type { InputFile } from '../journal/journal-schema.ts';
import type { Session } from './session.ts';

/** An open input: the bytes of a file that the user names, or of standard input for `-`. */
export interface OpenInput {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Returns the path and the hash of the input. Only after all bytes have been read. */
  input(): InputFile;
}

/** Opens an input. Its bytes throw `Interrupted` when the program is asked to end. */
export function openInput(session: Session, path: string): OpenInput {
  const hash = createHash('sha256');
  const source = isStdin(path) ? session.system.stdin.bytes() : session.system.files.bytes(path);
  async function* bytes() {
    for await (const chunk of source) {
      session.system.interrupt.throwIfAborted();
      hash.update(chunk);
      yield chunk;
    }
  }
  return {
    name: inputName(path),
    bytes: bytes(),
    input: () => ({
      path: isReadOnce(session.system, path) ? '-' : session.system.journals.absolute(path),
      sha256: hash.digest('hex'),
    }),
  };
}

/** Yields the rows of a file. Throws `UsageError` with file, line and column if it cannot be read on. */
export function inputRows(
  { name, bytes }: OpenInput,
  format?: Parameters<typeof readRows>[2],
  options?: RowOptions,
): AsyncGenerator<Row> {
  return located(name, readRows(bytes, name, format, options));
}

/** Yields the lines of a file. Throws `UsageError` with file and line if it cannot be read on. */
export function inputLines({ name, bytes }: OpenInput): ReturnType<typeof linesOf> {
  return located(name, linesOf(decodeText(bytes)));
}

async function* located<Part>(name: string, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof RowsFault)) throw error;
    const place = [name, error.line, error.column].filter((part) => part !== undefined).join(':');
    const hint: Hint = { code: error.wayOut ?? 'correct-file', data: {} };
    throw new UsageError(`${place}: ${error.message}; nothing was sent`, { hint });
  }
}

/** Reads all of an input again. Throws `UsageError` if it has changed since the run read it. */
export async function assertSameInput(session: Session, { path, sha256 }: InputFile): Promise<void> {
  const opened = openInput(session, path);
  for await (const _ of opened.bytes);
  if (opened.input().sha256 !== sha256) throw changedInput(opened.name);
}

export function changedInput(name: string): UsageError {
  return new UsageError(`${name} has changed since the run read it`, {
    hint: { code: 'give-same-input', data: {} },
  });
}
