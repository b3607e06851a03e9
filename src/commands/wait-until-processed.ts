import type { LineParts } from '../cli/session/line-parts.ts';
import type { ProcessingState } from '../domain/outcome.ts';
import { DocsAdminError } from '../errors.ts';

/** Processing that the service continues after its answer. */
interface Processing {
  /** The name of the thing: `OpenAPI specification invoices`. */
  readonly what: string;
  readonly outcome: ProcessingState;
  /** Reads the state again, until the time is over. */
  readonly read: (until: AbortSignal) => Promise<ProcessingState>;
  /** Prints the newest state; if processing has ended, also what was done. */
  readonly show: (isOver: boolean) => Promise<void>;
}

export interface WaitFlags {
  readonly wait?: boolean | undefined;
  readonly waitTimeout?: number | undefined;
}

const defaultTimeout = 300;
const firstPause = 1000;
const longestPause = 10_000;

/**
 * Prints the result of `work`: at once, or with `--wait` when it has ended. Throws an error of kind `processing-failed` if
 * it failed, and of kind `wait-timeout` if it has not ended in time, after printing the state.
 */
export async function showWhenProcessed(
  { system: { clock, interrupt, every }, progress, out }: Pick<LineParts, 'system' | 'out' | 'progress'>,
  { wait = false, waitTimeout = defaultTimeout }: WaitFlags,
  { what, outcome: answered, read, show }: Processing,
): Promise<void> {
  if (!wait) return await show(true);
  const deadline = clock.monotonic() + waitTimeout * 1000;
  const over = new AbortController();
  const stop = every(waitTimeout * 1000, () => over.abort());
  const told = new Set<string>();
  let outcome = answered;
  progress.start(`processing ${what}`);
  try {
    for (let pause = firstPause; outcome.is === 'pending' && clock.monotonic() < deadline; pause *= 1.5) {
      const { unknown } = outcome;
      if (unknown !== undefined && !told.has(unknown))
        await out.warn(`the state ${JSON.stringify(unknown)} of ${what} is not known; still waiting`);
      told.add(unknown ?? '');
      await clock.sleep(Math.min(pause, longestPause, deadline - clock.monotonic()), interrupt);
      outcome = await read(over.signal).catch((error: unknown) => {
        if (over.signal.aborted) return outcome;
        throw error;
      });
    }
  } finally {
    stop();
    progress.stop();
    await show(outcome.is === 'complete');
    if (interrupt.aborted) await out.note(`the service is still processing ${what}`);
  }
  if (outcome.is === 'failed')
    throw new DocsAdminError('processing-failed', `${what} failed: ${outcome.why}`);
  if (outcome.is === 'pending')
    throw new DocsAdminError('wait-timeout', `${what} is still processed after ${waitTimeout} s`, {
      hint: 'the service is still processing it: check again later, or allow more time with --wait-timeout',
    });
}
