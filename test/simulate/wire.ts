import { TransportFailure } from '../../src/errors.ts';
import type { Transport, WireAnswer, WireRequest } from '../../src/ports.ts';
import type { Clockwork } from './clockwork.ts';
import type { WireFault } from './history.ts';

/** What the network of one process is connected with. */
export interface WireEnds {
  readonly clockwork: Clockwork;
  readonly isDead: () => boolean;
  /** Returns what goes wrong with the next request. */
  readonly faultOf: (isWrite: boolean) => WireFault | undefined;
  /** Called with each request that leaves. Returns what lets the service carry it out. */
  readonly leaving: (request: WireRequest) => () => Promise<WireAnswer>;
  /** Called at the moments of a write at which the process may die. Returns whether it lives. */
  readonly pass: (moment: 'before' | 'sent' | 'answered') => boolean;
}

/** Milliseconds in which a late request is still carried out: a service has half a minute for it. */
const latest = 25_000;
const timeout = 30_000;

/** Makes the network between a process and the service. */
export function createWire({ clockwork, isDead, faultOf, leaving, pass }: WireEnds): Transport {
  const moment = () => 5 + clockwork.random() * 95;
  return (request, signal) =>
    new Promise((resolve, reject) => {
      const isWrite = request.method !== 'GET';
      const fault = faultOf(isWrite);
      const carryOut = leaving(request);
      const abort = () => settle(() => reject(signal.reason));
      signal.addEventListener('abort', abort, { once: true });

      function settle(end: () => void): void {
        signal.removeEventListener('abort', abort);
        if (!isDead()) end();
      }

      function fail(message: string, mayHaveActed: boolean): void {
        settle(() => reject(new TransportFailure(message, { mayHaveActed, mayBeRepeated: true })));
      }

      function deliver(answer: WireAnswer): void {
        clockwork.after(moment(), () => {
          settle(() => resolve(answer));
          if (isWrite && !isDead()) pass('answered');
        });
      }

      async function arrive(): Promise<void> {
        const answer = await carryOut();
        // Nothing repeats a request of which a second one makes a second thing.
        if (fault === 'doubled' && request.method !== 'POST' && answer.status !== 201) await carryOut();
        if (fault === '502 after acting') deliver(refusal(502));
        else if (fault === 'answer lost' || fault === 'answer cut') fail('the connection was closed', true);
        else if (fault !== 'late') deliver(answer);
      }

      function leave(): void {
        if (isDead() || (isWrite && !pass('before'))) return;
        const refused = fault && refusals[fault];
        if (fault === 'refused') fail('connection refused', false);
        else if (refused) deliver(refused);
        else {
          const callOff = clockwork.after(
            fault === 'late' ? clockwork.random() * latest : moment(),
            () => void arrive(),
          );
          if (fault === 'late') clockwork.after(timeout, () => fail('no response in 30 s', true));
          if (!isWrite || pass('sent') || clockwork.pick(2) === 0) return;
          // A service may carry out what it has got when its client is long gone.
          callOff();
          clockwork.after(clockwork.random() * latest, () => void arrive());
        }
      }

      clockwork.after(1 + clockwork.random() * 20, leave);
    });
}

/** The answers of a service, or of something before it, that has not carried out a request. */
const refusals: Readonly<Partial<Record<WireFault, WireAnswer>>> = {
  '429': refusal(429, { 'retry-after': '2' }),
  '500': refusal(500),
  '502': refusal(502),
  '503': refusal(503, { 'retry-after': '1' }),
  '403': refusal(403),
  '422': refusal(422),
};

function refusal(code: number, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  const body = Buffer.from(JSON.stringify({ error: { code, message: 'refused on purpose' } }));
  return { status: code, headers: { 'content-type': 'application/json', ...headers }, body };
}
