import { setMaxListeners } from 'node:events';
import { Interrupted } from '../errors.ts';

/** The end of a call. */
export interface EndOfCall {
  /** Aborts when the client takes the call back or the server ends, with an `Interrupted`. */
  readonly signal: AbortSignal;
  /** Has to be called when the call is answered: what a server keeps of each call fills its memory. */
  release(): void;
}

export function endOfCall(server: AbortSignal, call: AbortSignal): EndOfCall {
  const controller = new AbortController();
  // Every request that is under way listens to it.
  setMaxListeners(0, controller.signal);
  const abort = () => controller.abort(new Interrupted('SIGINT'));
  for (const one of [server, call]) {
    if (one.aborted) abort();
    one.addEventListener('abort', abort);
  }
  return {
    signal: controller.signal,
    release() {
      for (const one of [server, call]) one.removeEventListener('abort', abort);
    },
  };
}
