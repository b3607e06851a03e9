import { type Hint, type Interrupted, TransportFailure } from '../../errors.ts';
import type { WireAnswer } from '../../ports.ts';
import { readErrorBody } from './error-body.ts';
import {
  afterAttempts,
  type Effort,
  OutcomeUnknown,
  RequestFailure,
  type RequestLabel,
  requestId,
  ServiceError,
  UnexpectedRedirect,
  type UnusableAnswer,
} from './errors.ts';

/** Returns the error for an answer whose status is not 2xx. */
export function errorOf(
  answer: WireAnswer,
  request: RequestLabel,
  effort: Effort,
): ServiceError | UnexpectedRedirect {
  if (answer.status >= 300 && answer.status < 400) return redirect(answer, request);
  return serviceError(answer, request, effort);
}

function redirect(answer: WireAnswer, request: RequestLabel): UnexpectedRedirect {
  const facts = { request, requestId: requestId(answer) };
  const location = answer.headers.location ?? '';
  const target = location && URL.canParse(location, request.url) ? new URL(location, request.url) : undefined;
  if (!target || !/^https?:$/.test(target.protocol)) {
    return new UnexpectedRedirect(`unexpected redirect (${answer.status}) without a usable address`, facts);
  }
  const { origin, pathname } = target;
  if (origin === new URL(request.url).origin) {
    const message = `the server redirects to ${origin}${pathname}; redirects are not followed`;
    return new UnexpectedRedirect(message, { ...facts, hint: { code: 'check-address-path', data: {} } });
  }
  return new UnexpectedRedirect(`the server redirects to ${origin}; redirects are not followed`, {
    ...facts,
    hint: { code: 'change-address', data: { address: origin } },
  });
}

function serviceError(answer: WireAnswer, request: RequestLabel, effort: Effort): ServiceError {
  const { status } = answer;
  const error = readErrorBody(answer);
  const said = error.message ?? `the service answered ${status}`;
  const failed = `server error ${status}${afterAttempts(effort)}`;
  return new ServiceError(status < 500 ? said : [failed, error.message].filter(Boolean).join(': '), {
    ...error,
    status,
    requestId: requestId(answer) ?? error.requestId,
    request,
    attempts: effort.attempts,
  });
}

/**
 * Returns the error for a change that may have taken effect, because an attempt of it has got no usable result. `later`
 * says what another attempt got.
 */
export function outcomeUnknown(
  result: WireAnswer | TransportFailure,
  request: RequestLabel,
  later?: string,
): OutcomeUnknown {
  const failed = result instanceof TransportFailure;
  const reason = failed ? result.message : `server error ${result.status}`;
  return new OutcomeUnknown(`${noAnswer} (${[reason, later].filter(Boolean).join(', ')})`, {
    request,
    requestId: failed ? undefined : requestId(result),
    hint: checkEffect(),
    cause: failed ? result : undefined,
  });
}

/** The same for a change that was answered with something else than its result. */
export function unusableOutcome(cause: UnusableAnswer): OutcomeUnknown {
  const { message, request, requestId, hint } = cause;
  return new OutcomeUnknown(`request sent, no usable answer: outcome unknown (${message})`, {
    request,
    requestId,
    hint: checkEffect(hint?.code === 'check-address'),
    cause,
  });
}

/** The same for a change that was sent when the program was asked to end. */
export function changeInterrupted({ message, exitCode }: Interrupted, request: RequestLabel): RequestFailure {
  const facts = { request, hint: checkEffect() };
  return Object.assign(new RequestFailure('interrupted', `${message}: ${noAnswer}`, facts), { exitCode });
}

const noAnswer = 'request sent, no answer: outcome unknown';

function checkEffect(checkAddress = false): Hint {
  return { code: 'check-effect', data: { checkAddress } };
}
