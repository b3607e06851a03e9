import { DocsAdminError, type ErrorKind, type Hint } from '../../errors.ts';
import type { WireAnswer } from '../../ports.ts';
import type { Problem } from '../contract/check.ts';
import type { Operation } from '../contract/operation.ts';
import type { FieldMessage } from './error-body.ts';

/** The parts of a request that an error may show: no headers and no body. */
export interface RequestLabel {
  readonly method: string;
  readonly url: string;
}

/** A problem of the input, with the part of the request that it is in. */
export interface InputProblem extends Problem {
  readonly part: 'params' | 'query' | 'body';
}

/** The caller's input does not fit the operation; nothing was sent. */
export class InvalidInput extends DocsAdminError {
  readonly operation: Operation;
  readonly problems: readonly InputProblem[];
  constructor(operation: Operation, problems: readonly InputProblem[]) {
    super(
      'usage',
      problems.map(({ part, path, message }) => `${path.join('.') || part} ${message}`).join('; '),
    );
    this.operation = operation;
    this.problems = problems;
  }
}

export class ServiceError extends DocsAdminError {
  readonly status: number;
  /** The service's own error code, if the body has one other than the status. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly request: RequestLabel;
  /** Further messages of the error body, usually one for each field. The details are the same messages. */
  readonly fields: readonly FieldMessage[];
  readonly attempts: number;
  constructor(
    message: string,
    facts: {
      status: number;
      code?: string | undefined;
      requestId?: string | undefined;
      request: RequestLabel;
      fields?: readonly FieldMessage[] | undefined;
      attempts?: number;
      /** Default: the hint for the status. */
      hint?: Hint | string | undefined;
    },
  ) {
    const { status, fields = [], hint = hintsOfStatus[status] } = facts;
    const details = fields.map(({ field, message }) =>
      field === undefined ? message : `${field}: ${message}`,
    );
    super(kindsOfStatus[status] ?? (status >= 500 ? 'unreachable' : 'refused'), message, { hint, details });
    this.status = status;
    this.fields = fields;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.request = facts.request;
    this.attempts = facts.attempts ?? 1;
  }
}

const kindsOfStatus: Readonly<Record<number, ErrorKind>> = {
  400: 'validation',
  401: 'token-refused',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  412: 'conflict',
  413: 'validation',
  414: 'validation',
  415: 'validation',
  422: 'validation',
  429: 'rate-limited',
};

const hintsOfStatus: Readonly<Record<number, Hint>> = {
  401: { code: 'sign-in-again', data: {} },
  403: { code: 'ask-for-role', data: {} },
  404: { code: 'check-id', data: {} },
  409: { code: 'look-at-state', data: {} },
  412: { code: 'read-again', data: {} },
};

interface RequestFacts {
  request: RequestLabel;
  requestId?: string | undefined;
  hint?: Hint | string | undefined;
  cause?: unknown;
}

export class RequestFailure extends DocsAdminError {
  readonly request: RequestLabel;
  readonly requestId: string | undefined;
  constructor(kind: ErrorKind, message: string, { request, requestId, hint, cause }: RequestFacts) {
    super(kind, message, { hint, cause });
    this.request = request;
    this.requestId = requestId;
  }
}

/** No answer: network, TLS, proxy or time limit, after all retries. */
export class Unreachable extends RequestFailure {
  constructor(message: string, facts: RequestFacts) {
    super('unreachable', message, facts);
  }
}

/** An answer came, but not the JSON that the contract promises. */
export class UnusableAnswer extends RequestFailure {
  constructor(message: string, facts: RequestFacts) {
    super('unusable-answer', message, facts);
  }
}

/** The service redirects. Redirects are never followed, because the token would be sent along. */
export class UnexpectedRedirect extends RequestFailure {
  constructor(message: string, facts: RequestFacts) {
    super('redirect', message, facts);
  }
}

/** The address of a file answered without the file. No token is sent to such addresses. */
export class DownloadRefused extends RequestFailure {
  constructor(message: string, facts: RequestFacts) {
    super('refused', message, facts);
  }
}

/** The service asks for a longer pause than the caller allows. */
export class RateLimited extends RequestFailure {
  constructor(message: string, facts: RequestFacts) {
    super('rate-limited', message, facts);
  }
}

/** A request that must not be repeated blindly got no answer, or an unusable one: it may have taken effect. */
export class OutcomeUnknown extends RequestFailure {
  /** Whether nothing that can be read shows the outcome, so that a resumed run does not send the request again. */
  isLasting = false;
  constructor(message: string, facts: RequestFacts) {
    super('outcome-unknown', message, facts);
  }
}

/** The present state does not show whether an earlier request took effect. The request is not sent again. */
export class StillUnknown extends OutcomeUnknown {
  override isLasting = true;
}

/** The parts of a request that a dry run shows, without secrets. */
export interface UnsentRequest extends RequestLabel {
  /** Further headers that the user gave. */
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** Thrown instead of sending a request that would change something, when the client is in dry-run mode. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly operation: Operation;
  readonly request: UnsentRequest;
  constructor(operation: Operation, request: UnsentRequest) {
    super(`not sent: ${request.method} ${request.url}`);
    this.operation = operation;
    this.request = request;
  }
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

/** Returns the request's identifier from the service, for its support team. */
export function requestId(answer: WireAnswer): string | undefined {
  return requestIdHeaders.map((name) => answer.headers[name]).find((value) => value);
}

/** The attempts and the time that a result took. */
export interface Effort {
  readonly attempts: number;
  /** Milliseconds from the first attempt to the result, with all waits. */
  readonly ms: number;
}

/** Returns ` after 4 attempts (12 s)`, for the end of a message; an empty text for a single attempt. */
export function afterAttempts({ attempts, ms }: Effort): string {
  if (attempts === 1) return '';
  const seconds = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000);
  return ` after ${attempts} attempts (${seconds} s)`;
}
