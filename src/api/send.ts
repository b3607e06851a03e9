import { requestId } from './answer.ts';
import { afterAttempts, type Effort } from './effort.ts';
import { OutcomeUnknown, RateLimited, type RequestLabel, Unreachable } from './errors.ts';
import { createRateGate, type Pass, type RateGate } from './rate-gate.ts';
import {
  type Attempt,
  type Clock,
  createRetryBudget,
  type Decision,
  decide,
  mayHaveActed,
  type RetryBudget,
  type RetryLimits,
} from './retry.ts';
import { type Transport, TransportFailure, type WireAnswer, type WireRequest } from './transport.ts';

/**
 * One thing that happened on the wire, for `--debug` and progress; never with headers or bodies. Attempts are counted
 * from 0; a wait carries the number of the attempt that it comes before.
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
  /** No attempt begins once this has aborted, and no wait goes on; attempts under way are left to end. */
  readonly stop?: AbortSignal | undefined;
  /** Shared by all requests of a process. */
  readonly budget?: RetryBudget | undefined;
  /** Shared by all requests to one service. */
  readonly gate?: RateGate | undefined;
  readonly onEvent?: ((event: WireEvent) => void) | undefined;
}

/** What is known of a request beside what goes over the wire. */
export interface About {
  /** What errors and events say of it. */
  readonly label: RequestLabel;
  /** Whether sending it twice has the effect of sending it once. */
  readonly repeatable: boolean;
}

export interface Sent extends Effort {
  readonly answer: WireAnswer;
}

/**
 * Sends `request` until there is a result, waiting between attempts as {@link decide} says.
 * Resolves with the last answer, whatever its status, and what it took.
 * Throws {@link Unreachable}, {@link OutcomeUnknown}, {@link RateLimited}, or the reason of an aborted signal.
 */
export async function send(request: WireRequest, about: About, options: SendOptions): Promise<Sent> {
  const { clock, limits, signal, stop = signal } = options;
  const { budget = createRetryBudget(), gate = createRateGate() } = options;
  const { label, repeatable } = about;
  const start = clock.now();
  let waited = 0;
  let lastCost = 0;
  let unclear: WireAnswer | TransportFailure | undefined;
  for (let attempt = 0; ; attempt++) {
    const arrival = clock.now();
    const pass = await passGate(gate, limits.maxWait - waited, attempt, label, options).catch(givenUp);
    waited += clock.now() - arrival;
    const result = await exchange(request, attempt, label, options).catch((error: unknown) => {
      pass.handBack(false);
      throw error;
    });

    const outcome = outcomeOf(result);
    const decision = decide({ attempt, repeatable, waited, tokens: budget.tokens }, outcome, limits, clock);
    const closedUntil = closingTime(decision, clock.now());
    // Closed before the pass goes back: those who wait behind a throttled probe must not be let through.
    if (closedUntil !== undefined) gate.close(closedUntil);
    pass.handBack(outcome.kind === 'answer' && closedUntil === undefined);

    if (decision.do !== 'retry') {
      const effort = { attempts: attempt + 1, ms: clock.now() - start };
      const answer = conclude(decision, result, label, effort);
      if (answer.status < 500) budget.succeeded(lastCost);
      const isGone = request.method === 'DELETE' && answer.status === 404;
      return { answer: isGone && unclear ? deleted(answer) : answer, ...effort };
    }
    budget.spend(decision.cost);
    lastCost = decision.cost;
    if (mayHaveActed(outcome)) unclear = result;
    // The wait of a throttled request is the gate's, which it must pass again.
    if (decision.throttled) continue;
    const ms = decision.wait;
    options.onEvent?.({ kind: 'wait', attempt: attempt + 1, request: label, ms, rateLimited: false });
    await clock.sleep(ms, stop).catch(givenUp);
  }

  /** Whoever only stops is to know that an earlier attempt may have had its effect. */
  function givenUp(reason: unknown): never {
    throw options.stop?.aborted && unclear ? outcomeUnknown(unclear, label) : reason;
  }
}

/** Waits until a request may leave. Throws {@link RateLimited} where that takes longer than `allowed` milliseconds. */
async function passGate(
  gate: RateGate,
  allowed: number,
  attempt: number,
  label: RequestLabel,
  { clock, signal, stop = signal, onEvent }: SendOptions,
): Promise<Pass> {
  const latest = clock.now() + allowed;
  let announced: number | undefined;
  while (true) {
    stop.throwIfAborted();
    const answer = gate.ask(clock.now());
    if (answer.may === 'send') return answer;
    if (answer.may === 'wait-for-probe') {
      await abortable(answer.probe, stop);
      continue;
    }
    if (answer.until > latest) throw rateLimited(answer.until, label, '');
    const ms = answer.until - clock.now();
    // A timer may end a moment early, and the rest is waited for without another word.
    if (answer.until !== announced)
      onEvent?.({ kind: 'wait', attempt, request: label, ms, rateLimited: true });
    announced = answer.until;
    await clock.sleep(ms, stop);
  }
}

/** One attempt: the answer, or why there is none. */
async function exchange(
  request: WireRequest,
  attempt: number,
  label: RequestLabel,
  { transport, clock, signal, onEvent }: SendOptions,
): Promise<WireAnswer | TransportFailure> {
  const start = clock.now();
  onEvent?.({ kind: 'request', attempt, request: label });
  const result = await transport(request, signal).catch((error: unknown) => {
    if (error instanceof TransportFailure) return error;
    throw error;
  });
  const seen = { attempt, request: label, ms: clock.now() - start };
  if (result instanceof TransportFailure) onEvent?.({ kind: 'failure', message: result.message, ...seen });
  else onEvent?.({ kind: 'answer', status: result.status, requestId: requestId(result), ...seen });
  return result;
}

function outcomeOf(result: WireAnswer | TransportFailure): Attempt {
  if (result instanceof TransportFailure) return { kind: 'failure', fate: result.fate };
  return { kind: 'answer', status: result.status, headers: result.headers };
}

/** Until when a decision keeps all other requests back, too. */
function closingTime(decision: Decision, now: number): number | undefined {
  if (decision.do === 'give-up-waiting') return decision.until;
  return decision.do === 'retry' && decision.throttled ? now + decision.wait : undefined;
}

/** The answer that is the result, or the error that says why there is none. */
function conclude(
  decision: Exclude<Decision, { do: 'retry' }>,
  result: WireAnswer | TransportFailure,
  label: RequestLabel,
  effort: Effort,
): WireAnswer {
  const failed = result instanceof TransportFailure;
  if (decision.do === 'give-up-waiting') {
    throw rateLimited(decision.until, label, afterAttempts(effort), failed ? undefined : requestId(result));
  }
  if (decision.do === 'report-unknown') throw outcomeUnknown(result, label);
  if (!failed) return result;
  const { message, hint } = result;
  const after = afterAttempts(effort);
  throw new Unreachable(after ? `${message},${after}` : message, { request: label, hint, cause: result });
}

function rateLimited(until: number, label: RequestLabel, after: string, id?: string): RateLimited {
  const time = new Date(Math.ceil(until / 1000) * 1000).toISOString().replace('.000Z', 'Z');
  return new RateLimited(`rate limited until ${time}${after}`, {
    request: label,
    requestId: id,
    hint: 'try again then, or allow a longer wait with --max-wait',
  });
}

function outcomeUnknown(result: WireAnswer | TransportFailure, label: RequestLabel): OutcomeUnknown {
  const failed = result instanceof TransportFailure;
  const reason = failed ? result.message : `server error ${result.status}`;
  return new OutcomeUnknown(`request sent, no answer: outcome unknown (${reason})`, {
    request: label,
    requestId: failed ? undefined : requestId(result),
    hint: 'check whether it took effect before you send it again',
    cause: failed ? result : undefined,
  });
}

/** A DELETE that may have been carried out by an earlier attempt, and finds nothing left, has done its work. */
function deleted({ headers }: WireAnswer): WireAnswer {
  return { status: 204, headers, body: new Uint8Array() };
}

/** `promise`, or a rejection with the signal's reason when that comes first. */
function abortable(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
