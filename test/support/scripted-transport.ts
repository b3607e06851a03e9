import type { TransportFailure } from '../../src/errors.ts';
import type { Transport, WireAnswer, WireRequest } from '../../src/ports.ts';

/** The reaction of a scripted service to one request. */
export type Step = WireAnswer | TransportFailure | Transport;

export interface ScriptedTransport {
  readonly transport: Transport;
  readonly requests: readonly WireRequest[];
}

/** Makes a transport that plays `steps`, one for each request; a further request fails. */
export function scriptedTransport(steps: readonly Step[]): ScriptedTransport {
  const requests: WireRequest[] = [];
  return {
    requests,
    async transport(request, signal) {
      const step = steps[requests.length];
      requests.push(request);
      if (step === undefined) throw new Error(`request ${requests.length} was not expected: ${request.url}`);
      if (typeof step === 'function') return step(request, signal);
      if (step instanceof Error) throw step;
      return step;
    },
  };
}

/** Makes an answer; a body that is no text is sent as JSON. */
export function answer(status: number, body?: unknown, headers: Record<string, string> = {}): WireAnswer {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: new TextEncoder().encode(text),
  };
}

/** An answer that never comes: only the signal ends it. */
export const silence: Transport = (_, signal) =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
