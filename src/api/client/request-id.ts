import type { WireAnswer } from '../../ports.ts';

const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

/** Returns the request's identifier from the service, for its support team. */
export function requestId(answer: WireAnswer): string | undefined {
  return requestIdHeaders.map((name) => answer.headers[name]).find((value) => value);
}
