import { setMaxListeners } from 'node:events';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { Interrupted } from '../errors.ts';

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long an interrupted process has for its last steps when its work has ended, in milliseconds. */
const grace = 100;

/**
 * Aborts, with an `Interrupted`, at the first signal that asks this process to end: what runs can come to a good end.
 * The second such signal ends it at once, as it would have without this.
 */
export function createInterrupt(): AbortSignal {
  const controller = new AbortController();
  // As many requests as run at once listen to it.
  setMaxListeners(0, controller.signal);
  for (const name of endings) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(128 + constants.signals[name]);
      controller.abort(new Interrupted(name));
    });
  }
  return controller.signal;
}

const standardStreams = [0, 1, 2];
const terminals = standardStreams.filter(isatty);

/**
 * Lets this process end with `code`. A thread that waits for a name server cannot be stopped, and even `process.exit`
 * waits for it. After an interrupt, the unhandled signal itself ends the process without this wait.
 * Where the terminal has been closed, only a signal can end it: Node aborts when it sets such a terminal back.
 */
export function endProcess(code: number): void {
  if (!terminals.every(isatty)) endBy('SIGHUP');
  process.exitCode = code;
  const signal = endings.find((name) => code === 128 + constants.signals[name]);
  if (!signal) return;
  setTimeout(endBy, grace, signal).unref();
}

function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
