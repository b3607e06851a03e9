import { setMaxListeners } from 'node:events';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { Interrupted } from '../errors.ts';

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds that an interrupted process gets for its last steps after its work has ended. */
const grace = 100;

/**
 * Returns a signal that aborts, with an `Interrupted`, at the first signal that asks this process to end, so that
 * running work can end well. The second such signal ends the process at once, as Node does by default.
 */
export function createInterrupt(): AbortSignal {
  const controller = new AbortController();
  // Every request that is under way listens to it.
  setMaxListeners(0, controller.signal);
  for (const name of endings) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(128 + constants.signals[name]);
      controller.abort(new Interrupted(name));
    });
  }
  return controller.signal;
}

/** Rejects with the reason of `signal` when it aborts. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Returns a signal that aborts with `signal`, without Node's warning of a leak when many requests listen to it. */
export function heardByMany(signal: AbortSignal | undefined): AbortSignal {
  const until = AbortSignal.any(signal ? [signal] : []);
  setMaxListeners(0, until);
  return until;
}

/**
 * Runs work during which nothing else of this process runs, not even what hears signals. Without it, a signal ends the
 * process, as it does by default.
 */
export function endable<Value>(work: () => Value): Value {
  const heard = endings.map((name) => [name, process.listeners(name)] as const);
  for (const name of endings) process.removeAllListeners(name);
  try {
    return work();
  } finally {
    for (const [name, listeners] of heard) for (const listener of listeners) process.on(name, listener);
  }
}

const standardStreams = [0, 1, 2];
const terminals = standardStreams.filter(isatty);

/**
 * Ends this process with `code`. A thread that waits for a name server cannot be stopped, and even `process.exit` waits
 * for it; therefore, after an interrupt, the unhandled signal itself ends the process. It is also the only way after
 * the terminal was closed: Node aborts when it resets such a terminal.
 */
export function endProcess(code: number, platform: NodeJS.Platform = process.platform): void {
  const isWindows = platform === 'win32';
  if (!isWindows && !terminals.every(isatty)) endBy('SIGHUP');
  process.exitCode = code;
  const signal = endings.find((name) => code === 128 + constants.signals[name]);
  // All output is written: Node need not free its memory first, which takes more than 1 ms.
  if (!signal) process.exit();
  // Windows has no signals: there, `kill` ends a process with exit code 1.
  setTimeout(() => (isWindows ? process.exit(code) : endBy(signal)), grace).unref();
}

function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
