import { DocsAdminError, type FailureFacts, Interrupted, TransportFailure } from '../../errors.ts';
import type { Clock, Transport, WireAnswer, WireRequest } from '../../ports.ts';
import {
  afterAttempts,
  type Effort,
  RateLimited,
  type RequestLabel,
  requestId,
  Unreachable,
} from './errors.ts';
import type { Departure } from './pace.ts';
import { createRateGate, type RateGate } from './rate-gate.ts';
import {
  attemptMayHaveActed,
  createRetryBudget,
  type Decision,
  decide,
  type RetryBudget,
  type RetryLimits,
  type SendAttempt,
} from './retry.ts';

/**
 * One event of a request, for debugging and progress; without headers and bodies. Attempts are counted from 0; a wait
 * has the number of the attempt after it.
 */
export type WireEvent = { readonly attempt: number; readonly request: RequestLabel } & (
  | { readonly kind: 'request' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly ms: number;
      readonly requestId?: string | undefined;
    }
  | { readonly kind: 'failure'; readonly message: string; readonly ms: number }
  | { readonly kind: 'wait'; readonly ms: number; readonly rateLimited: boolean }
);

export interface SendOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limits: RetryLimits;
  readonly signal: AbortSignal;
  /**
   * After this aborts, no attempt starts and waits end; running attempts continue to their end. `signal` aborts it as
   * well.
   */
  readonly stop?: AbortSignal | undefined;
  /** Shared by all requests of a process. */
  readonly budget?: RetryBudget | undefined;
  /** Shared by all requests to one service. @default each client has its own */
  readonly gate?: RateGate | undefined;
  readonly onEvent?: ((event: WireEvent) => void) | undefined;
}

/** The facts about a request that are not sent. */
export interface About {
  /** The description of the request in errors and events. */
  readonly label: RequestLabel;
  /** Whether sending it twice has the same effect as sending it once. */
  readonly repeatable: boolean;
  /** Whether it may change something, so that an answer which cannot be used leaves its outcome unknown. */
  readonly changes: boolean;
}

export interface Sent extends Effort {
  readonly answer: WireAnswer;
}

/**
 * Sends `request` until there is a result, and waits between attempts as {@link decide} says. Resolves with the last
 * answer, whatever its status, and its effort. Throws {@link Unreachable}, `OutcomeUnknown`, {@link RateLimited},
 * or the reason of an aborted signal.
 */
export async function send(request: WireRequest, about: About, options: SendOptions): Promise<Sent> {
  const { clock, limits, signal, stop = signal } = options;
  const { budget = createRetryBudget(), gate = createRateGate() } = options;
  const { label, repeatable } = about;
  const start = clock.monotonic();
  let attempt = 0;
  let refusals = 0;
  let waited = 0;
  let allowed = limits.maxWait;
  let lastCost = 0;
  let unclear: WireAnswer | TransportFailure | undefined;
  for (let sends = 0; ; sends++) {
    const departure = await passGate(gate, { sends, allowed }, label, options).catch(givenUp);
    const result = await attemptOnce(request, sends, label, options).catch((error: unknown) => {
      departure.ended();
      return cutOff(error);
    });

    const standing = { attempt, refusals, repeatable, waited, tokens: budget.tokens };
    const decision = decide(standing, result, limits, clock);
    tellGate(departure, result, decision, clock.monotonic());

    if (decision.do !== 'retry' && decision.do !== 'pause') {
      const effort = { attempts: sends + 1, ms: clock.monotonic() - start };
      if (decision.do === 'give-up-waiting')
        return givenUp(rateLimited(clock.now() + decision.told, label, afterAttempts(effort), idOf(result)));
      if (decision.do === 'report-unknown') return unknown(result);
      if (result instanceof TransportFailure) return failed(result, effort);
      const { status } = result;
      if (status < 500) budget.succeeded(lastCost);
      if (!unclear || !about.changes || status < 400 || status >= 500) return { answer: result, ...effort };
      if (request.method === 'DELETE' && status === 404) return { answer: deleted(result), ...effort };
      return unknown(unclear, `then refused with ${status}`);
    }
    budget.spend(decision.cost);
    if (decision.cost > 0) lastCost = decision.cost;
    if (attemptMayHaveActed(result)) unclear = result;
    if ('status' in result && result.status === 429) refusals++;
    else attempt++;
    // The pause that this request got was within the limit.
    allowed = limits.maxWait - waited;
    // The gate waits for the pause, which the request must pass again.
    if (decision.do === 'pause') waited += decision.told + decision.spread;
    else await backOff(decision.wait, sends + 1).catch(givenUp);
  }

  async function backOff(ms: number, sends: number): Promise<void> {
    options.onEvent?.({ kind: 'wait', attempt: sends, request: label, ms, rateLimited: false });
    await clock.sleep(ms, stop);
  }

  /** Throws for work that stops. If an attempt may have taken effect, the error says so. */
  async function givenUp(reason: unknown): Promise<never> {
    if (!unclear || !about.changes) throw reason;
    if (reason instanceof Interrupted) return cutOff(reason);
    return unknown(unclear, reason instanceof RateLimited ? `then ${reason.message}` : undefined);
  }

  function failed(failure: TransportFailure, effort: Effort): Promise<never> {
    const { message, hint, mayHaveActed, mayBeRepeated } = failure;
    if (about.changes && mayHaveActed && !mayBeRepeated) return unknown(failure);
    const after = afterAttempts(effort);
    throw new Unreachable(after ? `${message},${after}` : message, { request: label, hint, cause: failure });
  }

  /** `later` says what another attempt got. */
  async function unknown(result: WireAnswer | TransportFailure, later?: string): Promise<never> {
    throw (await import('./error-answer.ts')).outcomeUnknown(result, label, later);
  }

  async function cutOff(reason: unknown): Promise<never> {
    if (!(reason instanceof Interrupted) || !about.changes) throw reason;
    throw (await import('./error-answer.ts')).changeInterrupted(reason, label);
  }
}

/** Waits until a request may leave. Throws {@link RateLimited} where the service asks for a longer pause than allowed. */
function passGate(
  gate: RateGate,
  { sends, allowed }: { sends: number; allowed: number },
  label: RequestLabel,
  { clock, signal, stop = signal, onEvent }: SendOptions,
): Promise<Departure> {
  return gate.pass({
    clock,
    stop,
    again: sends > 0,
    onPause(ms) {
      if (ms > allowed) throw rateLimited(clock.now() + ms, label, '');
      onEvent?.({ kind: 'wait', attempt: sends, request: label, ms, rateLimited: true });
    },
  });
}

function tellGate(departure: Departure, result: SendAttempt, decision: Decision, now: number): void {
  if (decision.do === 'pause') departure.refused(now, decision.told, decision.spread);
  else if (decision.do === 'give-up-waiting') departure.refused(now, decision.told, 0);
  else if ('status' in result) departure.accepted();
  else departure.ended();
}

/** An error of which nothing is known: a request that changes something may have left before it. */
const unread: FailureFacts = { mayHaveActed: true, mayBeRepeated: false };

async function attemptOnce(
  request: WireRequest,
  attempt: number,
  label: RequestLabel,
  { transport, clock, signal, onEvent }: SendOptions,
): Promise<WireAnswer | TransportFailure> {
  const start = clock.monotonic();
  onEvent?.({ kind: 'request', attempt, request: label });
  const result = await transport(request, signal).catch((error: unknown) => {
    if (error instanceof TransportFailure) return error;
    if (error instanceof DocsAdminError || signal.aborted || request.method === 'GET') throw error;
    return new TransportFailure('the answer cannot be read', unread, { cause: error });
  });
  const seen = { attempt, request: label, ms: Math.round(clock.monotonic() - start) };
  if (result instanceof TransportFailure) onEvent?.({ kind: 'failure', message: result.message, ...seen });
  else onEvent?.({ kind: 'answer', status: result.status, requestId: requestId(result), ...seen });
  return result;
}

const latestDate = 8.64e15;

function rateLimited(until: number, label: RequestLabel, after: string, id?: string): RateLimited {
  const time = new Date(Math.min(Math.ceil(until / 1000) * 1000, latestDate))
    .toISOString()
    .replace('.000Z', 'Z');
  return new RateLimited(`rate limited until ${time}${after}`, {
    request: label,
    requestId: id,
    hint: { code: 'wait-longer', data: { until: time } },
  });
}

function idOf(result: WireAnswer | TransportFailure): string | undefined {
  return result instanceof TransportFailure ? undefined : requestId(result);
}

/** A DELETE that finds nothing, after an attempt that may have been carried out, has done its work. */
function deleted({ headers }: WireAnswer): WireAnswer {
  return { status: 204, headers, body: new Uint8Array() };
}
