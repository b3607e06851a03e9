import { Transform } from 'node:stream';
import type { Terminal } from './terminal.ts';

const ctrlC = 0x03;
const ctrlZ = 0x1a;

/** The keys typed while a list is drawn, without the key that stops the process. */
export interface Keys {
  readonly stream: Transform;
  /** Aborts when the list must be removed: the input has ended, or the process is about to stop or was continued. */
  readonly end: AbortSignal;
  /** The reason of `end`, or `interrupted` after Ctrl-C; `undefined` if the person has chosen or cancelled. */
  readonly reason: 'interrupted' | 'suspended' | 'continued' | 'closed' | undefined;
  close(): void;
}

/**
 * Reads the keys of a terminal for one list, because the library of the list would read no keys after the process was
 * stopped and continued. With `several`, Enter alone picks the line with the cursor.
 */
export function readKeys(input: Terminal['input'], { several = false } = {}): Keys {
  const ended = new AbortController();
  let reason: Keys['reason'];
  const end = (why: Keys['reason']) => {
    reason ??= why;
    ended.abort();
  };
  const press = several ? enterPicks() : (keys: Buffer) => keys;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (chunk.includes(ctrlC)) reason ??= 'interrupted';
      if (chunk.includes(ctrlZ)) end('suspended');
      else this.push(press(chunk));
      done();
    },
  });
  // Node switches the mode of the terminal itself, not of the stream that reads it.
  Object.assign(stream, { isTTY: true, setRawMode: (raw: boolean) => setRawMode(input, raw) });
  const onEnd = () => end('closed');
  const onContinue = () => end('continued');
  input.once('end', onEnd);
  process.once('SIGCONT', onContinue);
  input.pipe(stream, { end: false });
  return {
    stream,
    end: ended.signal,
    get reason() {
      return reason;
    },
    close() {
      input.off('end', onEnd);
      process.off('SIGCONT', onContinue);
      input.unpipe(stream);
      input.pause();
    },
  };
}

function setRawMode(input: Terminal['input'], raw: boolean): void {
  (input as Partial<NodeJS.ReadStream>).setRawMode?.(raw);
}

/** Adds the key that picks a line before the key that ends the list, if nothing has been picked. */
function enterPicks(): (keys: Buffer) => Buffer {
  let picked = false;
  let moving = false;
  return (keys) => {
    const pressed = keys.toString('latin1').match(/\x1b\[[A-Z]|./gs) ?? [];
    const sent = pressed.map((key) => {
      if (key === '\r' && !picked) return '\t\r';
      // A blank picks a line only after the cursor has moved; before, it is part of the search.
      picked ||= key === '\t' || (key === ' ' && moving);
      moving = key.startsWith('\x1b[') || (moving && key === ' ');
      return key;
    });
    return Buffer.from(sent.join(''), 'latin1');
  };
}
