import { setMaxListeners } from 'node:events';
import { type ErrorKind, errorKinds, type Interrupted } from '../../errors.ts';
import { CutOff } from '../journal/outcomes.ts';
import type { ErrorFacts, RunPorts } from './session.ts';

/** Why work ended before everything was tried. */
export type Stop = ErrorFacts;

/** Makes a reason of this kind, with the kind's exit code. */
export function stopOf(kind: ErrorKind, message: string): Stop {
  return { kind, exitCode: errorKinds[kind].exitCode, message };
}

/** Ends work early: at the interrupt, at the deadline, or for a reason in the work itself. */
export interface Stopping {
  /** The first reason; `undefined` if there is none yet. */
  readonly reason: Stop | undefined;
  /** Aborts when nothing may begin any more; its reason is the {@link Stop}. */
  readonly signal: AbortSignal;
  /** Aborts when running requests are cut off: some seconds after an interrupt. */
  readonly cut: AbortSignal;
  /** Aborts with the first of both. */
  readonly either: AbortSignal;
  stop(reason: Stop): void;
  /** Ends the timers, and everything that still runs. */
  close(): void;
}

/** After an interrupt, running work has this many milliseconds to end, because CI kills after 10 seconds. */
const grace = { SIGINT: 10_000, SIGTERM: 6_000, SIGHUP: 6_000 };

/** Listens to the interrupt, and starts the deadline, which is in seconds. Calls `onInterrupt` at an interrupt. */
export function createStopping(
  { system: { clock, interrupt }, describe }: Pick<RunPorts, 'system' | 'describe'>,
  deadline: number | undefined,
  onInterrupt: () => void,
): Stopping {
  const stopping = new AbortController();
  const cutting = new AbortController();
  const either = AbortSignal.any([stopping.signal, cutting.signal]);
  // Every running request listens to them.
  setMaxListeners(0, stopping.signal, cutting.signal, either);
  let first: Stop | undefined;

  function stop(reason: Stop): void {
    first ??= reason;
    stopping.abort(reason);
  }

  function after(milliseconds: number, act: () => void): void {
    clock.sleep(milliseconds, cutting.signal).then(act, () => {});
  }

  function interrupted(): void {
    const reason = interrupt.reason as Interrupted;
    stop(describe(reason));
    onInterrupt();
    after(grace[reason.signal], () => cutting.abort(new CutOff()));
  }

  if (interrupt.aborted) interrupted();
  interrupt.addEventListener('abort', interrupted);
  if (deadline !== undefined)
    after(deadline * 1000, () => stop(stopOf('deadline', `the deadline of ${deadline} s has passed`)));

  return {
    get reason() {
      return first;
    },
    signal: stopping.signal,
    cut: cutting.signal,
    either,
    stop,
    close() {
      interrupt.removeEventListener('abort', interrupted);
      cutting.abort();
    },
  };
}
