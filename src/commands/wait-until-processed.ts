import type { Verb } from '../cli/session/verb.ts';
import type { ProcessingState } from '../domain/outcome.ts';
import { ProcessingFailed, WaitTimedOut } from '../errors.ts';

/** Processing that the service continues after its answer. */
interface Processing {
  /** What is worked on: `OpenAPI specification invoices`. */
  readonly what: string;
  /** What the answer says of it. */
  readonly outcome: ProcessingState;
  /** Looks again. */
  readonly read: () => Promise<ProcessingState>;
  /** Shows the newest that is known; says what was done where that has come to its end. */
  readonly show: (isOver: boolean) => Promise<void>;
}

/** What `--wait` and `--wait-timeout` say. */
export interface WaitFlags {
  readonly wait?: boolean | undefined;
  readonly waitTimeout?: number | undefined;
}

const defaultTimeout = 300;
const firstPause = 1000;
const longestPause = 10_000;

/**
 * Shows the result of `work`: at once, or with `--wait` when it has ended. Throws {@link ProcessingFailed} where it
 * failed, {@link WaitTimedOut} where it is not over in time, after showing how far it is.
 */
export async function showWhenProcessed(
  { system: { clock, interrupt }, progress, out }: Pick<Verb, 'system' | 'out' | 'progress'>,
  { wait = false, waitTimeout = defaultTimeout }: WaitFlags,
  { what, outcome: answered, read, show }: Processing,
): Promise<void> {
  if (!wait) return await show(true);
  const deadline = clock.monotonic() + waitTimeout * 1000;
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
      outcome = await read();
    }
  } finally {
    progress.stop();
    await show(outcome.is === 'complete');
    if (interrupt.aborted) await out.note(`the service continues ${what}`);
  }
  if (outcome.is === 'failed') throw new ProcessingFailed(`${what} failed: ${outcome.why}`);
  if (outcome.is === 'pending')
    throw new WaitTimedOut(`${what} is still processed after ${waitTimeout} s`, {
      hint: 'the service continues: check again later, or allow more time with --wait-timeout',
    });
}
