import { setMaxListeners } from 'node:events';
import { constants } from 'node:os';
import { Interrupted } from '../cli/errors.ts';

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
