import type { Problem } from '../contract/check.ts';
import type { Operation } from '../contract/operation.ts';

/** A request, as far as an error may show it: never with headers or body. */
export interface RequestLabel {
  readonly method: string;
  readonly url: string;
}

/** A problem of the input, with the part of the request that it belongs to. */
export interface InputProblem extends Problem {
  readonly part: 'params' | 'query' | 'body';
}

/** The caller's input does not fit the operation; nothing was sent. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly operation: Operation;
  readonly problems: readonly InputProblem[];
  constructor(operation: Operation, problems: readonly InputProblem[]) {
    super(problems.map(({ part, path, message }) => `${path.join('.') || part} ${message}`).join('; '));
    this.operation = operation;
    this.problems = problems;
  }
}

/** The service answered with an error status. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** The service's own error code, where the body has one other than the status. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly request: RequestLabel;
  /** Further messages of the error body: one for each field, typically. */
  readonly details: readonly string[];
  readonly attempts: number;
  constructor(
    message: string,
    facts: {
      status: number;
      code?: string | undefined;
      requestId?: string | undefined;
      request: RequestLabel;
      details?: readonly string[];
      attempts?: number;
    },
  ) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.request = facts.request;
    this.details = facts.details ?? [];
    this.attempts = facts.attempts ?? 1;
  }
}

interface FailureFacts {
  request: RequestLabel;
  requestId?: string | undefined;
  hint?: string | undefined;
  cause?: unknown;
}

/** An error about one request, with what a user can do about it. */
class RequestFailure extends Error {
  readonly request: RequestLabel;
  readonly requestId: string | undefined;
  readonly hint: string | undefined;
  constructor(message: string, { request, requestId, hint, cause }: FailureFacts) {
    super(message, { cause });
    this.request = request;
    this.requestId = requestId;
    this.hint = hint;
  }
}

/** No answer: network, TLS, proxy or time limit, after all retries. */
export class Unreachable extends RequestFailure {
  override readonly name = 'Unreachable';
}

/** An answer came, but it is not the JSON that the contract promises. */
export class UnusableAnswer extends RequestFailure {
  override readonly name = 'UnusableAnswer';
}

/** A redirect; they are never followed, since the token would go along. */
export class UnexpectedRedirect extends RequestFailure {
  override readonly name = 'UnexpectedRedirect';
}

/** The address of a file, to which no token goes, gave none. */
export class DownloadRefused extends RequestFailure {
  override readonly name = 'DownloadRefused';
}

/** The service wants a longer pause than the caller allows. */
export class RateLimited extends RequestFailure {
  override readonly name = 'RateLimited';
}

/**
 * A request that must not be repeated blindly got no answer, or one that cannot be used: it may or may not have had its
 * effect.
 */
export class OutcomeUnknown extends RequestFailure {
  override readonly name = 'OutcomeUnknown';
}

/** What a dry run shows of a request, without secrets. */
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
