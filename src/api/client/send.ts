import { DocsAdminError, type FailureFacts, TransportFailure } from '../../errors.ts';
import type { Clock, Transport, WireAnswer, WireRequest } from '../../ports.ts';
import {
  afterAttempts,
  type Effort,
  OutcomeUnknown,
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
  /** After this aborts, no attempt starts and waits end; running attempts continue to their end. */
  readonly stop?: AbortSignal | undefined;
  /** Shared by all requests of a process. */
  readonly budget?: RetryBudget | undefined;
  /** Shared by all requests to one service. */
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
 * answer, whatever its status, and its effort. Throws {@link Unreachable}, {@link OutcomeUnknown}, {@link RateLimited},
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
      throw error;
    });

    const outcome = outcomeOf(result);
    const standing = { attempt, refusals, repeatable, waited, tokens: budget.tokens };
    const decision = decide(standing, outcome, limits, clock);
    tellGate(departure, outcome, decision, clock.monotonic());

    if (decision.do !== 'retry' && decision.do !== 'pause') {
      const effort = { attempts: sends + 1, ms: clock.monotonic() - start };
      const answer = resultOf(decision, result, about, effort, clock.now());
      if (answer.status < 500) budget.succeeded(lastCost);
      if (!unclear || !about.changes || answer.status < 400 || answer.status >= 500)
        return { answer, ...effort };
      if (request.method === 'DELETE' && answer.status === 404) return { answer: deleted(answer), ...effort };
      throw outcomeUnknown(unclear, label, `then refused with ${answer.status}`);
    }
    budget.spend(decision.cost);
    if (decision.cost > 0) lastCost = decision.cost;
    if (attemptMayHaveActed(outcome)) unclear = result;
    if (outcome.kind === 'answer' && outcome.status === 429) refusals++;
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

  /** Throws for work that stops. If an earlier attempt may have taken effect, the error says so. */
  function givenUp(reason: unknown): never {
    throw options.stop?.aborted && unclear ? outcomeUnknown(unclear, label) : reason;
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

function tellGate(departure: Departure, outcome: SendAttempt, decision: Decision, now: number): void {
  if (decision.do === 'pause') departure.refused(now, decision.told, decision.spread);
  else if (decision.do === 'give-up-waiting') departure.refused(now, decision.told, 0);
  else if (outcome.kind === 'answer') departure.accepted();
  else departure.ended();
}

/** An error of which nothing is known: a request that changes something may have left before it. */
const unread: FailureFacts = { mayHaveActed: true, mayBeRepeated: false };

/** Makes one attempt. Returns the answer, or the failure. */
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

function outcomeOf(result: WireAnswer | TransportFailure): SendAttempt {
  if (result instanceof TransportFailure) {
    const { mayHaveActed, mayBeRepeated } = result;
    return { kind: 'failure', mayHaveActed, mayBeRepeated };
  }
  return { kind: 'answer', status: result.status, headers: result.headers };
}

/** Returns the answer that is the result, or throws the error that says why there is none. */
function resultOf(
  decision: Exclude<Decision, { do: 'retry' | 'pause' }>,
  result: WireAnswer | TransportFailure,
  { label, changes }: About,
  effort: Effort,
  now: number,
): WireAnswer {
  const failed = result instanceof TransportFailure;
  if (decision.do === 'give-up-waiting') {
    const id = failed ? undefined : requestId(result);
    throw rateLimited(now + decision.told, label, afterAttempts(effort), id);
  }
  if (decision.do === 'report-unknown') throw outcomeUnknown(result, label);
  if (!failed) return result;
  if (changes && result.mayHaveActed && !result.mayBeRepeated) throw outcomeUnknown(result, label);
  const { message, hint } = result;
  const after = afterAttempts(effort);
  throw new Unreachable(after ? `${message},${after}` : message, { request: label, hint, cause: result });
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

/** `later` says what another attempt got. */
function outcomeUnknown(
  result: WireAnswer | TransportFailure,
  label: RequestLabel,
  later?: string,
): OutcomeUnknown {
  const failed = result instanceof TransportFailure;
  const reason = failed ? result.message : `server error ${result.status}`;
  const told = [reason, later].filter(Boolean).join(', ');
  return new OutcomeUnknown(`request sent, no answer: outcome unknown (${told})`, {
    request: label,
    requestId: failed ? undefined : requestId(result),
    hint: { code: 'check-effect', data: { checkAddress: false } },
    cause: failed ? result : undefined,
  });
}

/** A DELETE that finds nothing, after an attempt that may have been carried out, has done its work. */
function deleted({ headers }: WireAnswer): WireAnswer {
  return { status: 204, headers, body: new Uint8Array() };
}
