import { isEqual } from '../domain/change.ts';
import type { Attempt, JournalContent } from './journal.ts';
import type { Session } from './session.ts';

/**
 * The longest time, in milliseconds, for which the service may work on a request after it was sent. If the process that
 * sent it has ended, the request may still be carried out in this time.
 */
const longest = 30_000;

/**
 * Returns for how many milliseconds a request may still be carried out; `now` is the time of the clock. If the clock was set
 * back, it is the whole time; 0 for a request of a version that did not record the time.
 */
export function stillUnderWay({ at }: Pick<Attempt, 'at'>, now: number): number {
  const sent = at === undefined ? Number.NaN : Date.parse(at);
  if (Number.isNaN(sent)) return 0;
  return sent > now ? longest : Math.max(0, sent + longest - now);
}

/** Says why work waits. `ms` is the time in milliseconds. */
export function waitingFor(ms: number): string {
  return `waiting ${Math.ceil(ms / 1000)} s: a request without an outcome may still be carried out`;
}

/** Waits until no request of a run can be carried out any more. The process that sent them must have ended. */
export async function untilSettled(
  { system: { clock, interrupt }, out }: Pick<Session, 'system' | 'out'>,
  { tasks }: JournalContent,
): Promise<void> {
  const now = clock.now();
  const times = [...tasks.values()].flatMap(({ attempts, end }) =>
    end?.state === 'failed'
      ? []
      : attempts
          .filter(({ state }) => state === 'open' || state === 'unknown')
          .map((attempt) => stillUnderWay(attempt, now)),
  );
  const ms = Math.max(0, ...times);
  if (ms === 0) return;
  await out.note(waitingFor(ms));
  await clock.sleep(ms, interrupt);
}

/** Tells whether one of the requests after `place` has the same operation and the same address as that one. */
export function isFollowed(
  requests: readonly { readonly operation: string; readonly input: { readonly params?: unknown } }[],
  place: number,
): boolean {
  const [own, ...later] = requests.slice(place);
  return later.some(
    ({ operation, input }) => operation === own?.operation && isEqual(input.params, own.input.params),
  );
}
