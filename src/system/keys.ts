import { Transform } from 'node:stream';
import type { Terminal } from './terminal.ts';

const ctrlC = 0x03;
const ctrlZ = 0x1a;

/** What is typed while a list is drawn, without the key that stops the process. */
export interface Keys {
  readonly stream: Transform;
  /** Aborts when the list has to be taken away: the input has ended, or the process is to be stopped or was continued. */
  readonly end: AbortSignal;
  /** Why, or that Ctrl-C was pressed; `undefined` where the person has chosen, or cancelled. */
  readonly reason: 'interrupted' | 'suspended' | 'continued' | 'closed' | undefined;
  close(): void;
}

/**
 * Reads the keys of a terminal for one list. The library of the list would leave a stopped process deaf. Where `several`
 * may be picked, Enter alone picks the line that the cursor is on.
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
  // Node switches the terminal itself, independent of the stream that reads it.
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

/** Adds the key that picks a line before the one that ends the list, as long as nothing has been picked. */
function enterPicks(): (keys: Buffer) => Buffer {
  let picked = false;
  let moving = false;
  return (keys) => {
    const pressed = keys.toString('latin1').match(/\x1b\[[A-Z]|./gs) ?? [];
    const sent = pressed.map((key) => {
      if (key === '\r' && !picked) return '\t\r';
      // A blank picks the line only after the cursor has moved; before, it is part of the search.
      picked ||= key === '\t' || (key === ' ' && moving);
      moving = key.startsWith('\x1b[') || (moving && key === ' ');
      return key;
    });
    return Buffer.from(sent.join(''), 'latin1');
  };
}
