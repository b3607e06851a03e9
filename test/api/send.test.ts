import { describe, expect, test } from 'vitest';
import { OutcomeUnknown, RateLimited, Unreachable } from '../../src/api/client/errors.ts';
import { createRateGate } from '../../src/api/client/rate-gate.ts';
import { createRetryBudget } from '../../src/api/client/retry.ts';
import { type SendOptions, send, type WireEvent } from '../../src/api/client/send.ts';
import { type Hint, TransportFailure } from '../../src/errors.ts';
import type { Transport, WireRequest } from '../../src/ports.ts';
import { final, notSent, unclear } from '../support/failures.ts';
import { answer, type Step, scriptedTransport, silence } from '../support/scripted-transport.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const refused = new TransportFailure('connection refused by https://api.example.com', notSent);
const reset = new TransportFailure('connection reset', unclear);
const badTls = new TransportFailure('certificate has expired', final, {
  hint: { code: 'check-tls', data: { host: 'api.example.com' } },
});
const ok = answer(200, { id: 'x' });
const down = answer(500, {}, { 'x-request-id': 'req_9' });
const throttled = (seconds: number) => answer(429, {}, { 'retry-after': String(seconds) });

/** Sends one request to a scripted service. Returns the result with its attempts and its time. */
async function sendTo(
  steps: readonly Step[],
  {
    method = 'GET',
    repeatable = method !== 'POST',
    ...options
  }: Partial<SendOptions> & { method?: string; repeatable?: boolean } = {},
) {
  const { transport, requests } = scriptedTransport(steps);
  const clock = virtualClock();
  const events: WireEvent[] = [];
  const request: WireRequest = { method, url: 'https://api.example.com/v1/x', headers: {} };
  const label = { method, url: request.url };
  const outcome = await send(
    request,
    { label, repeatable, changes: method !== 'GET' },
    {
      transport,
      clock,
      limits: { maxRetries: 3, maxWait: 120_000 },
      signal: new AbortController().signal,
      onEvent: (event) => events.push(event),
      ...options,
    },
  ).then(
    (sent) => ({ sent, error: undefined }),
    (error: unknown) => ({ sent: undefined, error: error as Error & { hint?: Hint; requestId?: string } }),
  );
  return { ...outcome, sends: requests.length, waits: clock.sleeps, events, requests };
}

describe('what is sent how often, after which waits', () => {
  // With random numbers of one half: 250, 500 and 1000 ms; 500, 1000 and 2000 ms if throttled without a hint.
  const rows: [what: string, method: string, steps: Step[], status: number, waits: number[]][] = [
    ['an answer at once', 'GET', [ok], 200, []],
    ['a refusal', 'GET', [answer(422)], 422, []],
    ['a redirect', 'GET', [answer(307)], 307, []],
    ['refused twice', 'POST', [refused, refused, ok], 200, [250, 500]],
    ['reset, GET', 'GET', [reset, ok], 200, [250]],
    ['reset, PUT', 'PUT', [reset, ok], 200, [250]],
    ['500 twice', 'GET', [down, down, ok], 200, [250, 500]],
    ['500 forever', 'GET', [down, down, down, down], 500, [250, 500, 1000]],
    ['throttled with a hint', 'POST', [throttled(2), ok], 200, [2100]],
    ['throttled without', 'POST', [answer(429), answer(429), ok], 200, [500, 1000]],
    ['503 with Retry-After', 'POST', [answer(503, {}, { 'retry-after': '2' }), ok], 200, [2100]],
    ['408 twice, POST', 'POST', [answer(408), answer(408)], 408, [250]],
    ['408 twice, GET', 'GET', [answer(408), answer(408), ok], 200, [250, 500]],
    ['refused, then throttled, then 500', 'GET', [refused, throttled(1), down, ok], 200, [250, 1050, 500]],
  ];
  test.each(rows)('%s', async (_, method, steps, status, waits) => {
    const run = await sendTo(steps, { method });
    expect(run.sent?.answer.status).toBe(status);
    expect(run.sends).toBe(steps.length);
    expect(run.waits).toEqual(waits);
    expect(run.sent).toMatchObject({
      attempts: steps.length,
      ms: waits.reduce((sum, wait) => sum + wait, 0),
    });
  });

  test('every attempt sends the same request', async () => {
    const { requests } = await sendTo([reset, down, ok], { method: 'PUT' });
    expect(new Set(requests).size).toBe(1);
  });
});

describe('failures', () => {
  test('unreachable after all attempts, with what it took', async () => {
    const run = await sendTo([refused, refused, refused, refused], { method: 'POST' });
    expect(run.error).toBeInstanceOf(Unreachable);
    expect(run.error?.message).toBe(
      'connection refused by https://api.example.com, after 4 attempts (1.8 s)',
    );
    expect(run.error?.cause).toBe(refused);
    expect(run.sends).toBe(4);
  });

  test('what cannot get better is not tried again, and keeps its hint', async () => {
    const run = await sendTo([badTls]);
    expect(run.error).toBeInstanceOf(Unreachable);
    expect(run.error).toMatchObject({ message: 'certificate has expired', hint: { code: 'check-tls' } });
  });

  test('no retries where none are allowed', async () => {
    const run = await sendTo([refused], { limits: { maxRetries: 0, maxWait: 0 } });
    expect(run.error?.message).toBe('connection refused by https://api.example.com');
  });

  test.each([
    ['a reset', reset, 'connection reset', undefined],
    ['a server error', down, 'server error 500', 'req_9'],
  ])('%s leaves the outcome of a POST unknown', async (_, step, reason, requestId) => {
    const run = await sendTo([step], { method: 'POST' });
    expect(run.error).toBeInstanceOf(OutcomeUnknown);
    expect(run.error).toMatchObject({
      message: `request sent, no answer: outcome unknown (${reason})`,
      hint: { code: 'check-effect', data: { checkAddress: false } },
      requestId,
    });
    expect(run.sends).toBe(1);
  });

  test('a longer pause than allowed ends it at once, naming the time', async () => {
    const run = await sendTo([throttled(7200)]);
    expect(run.error).toBeInstanceOf(RateLimited);
    expect(run.error?.message).toBe('rate limited until 2026-06-01T14:00:00Z');
    expect(run.waits).toEqual([]);
  });

  test('the waits of one request are counted together', async () => {
    const run = await sendTo([throttled(50), throttled(60), throttled(20)]);
    expect(run.error?.message).toBe('rate limited until 2026-06-01T12:02:12Z after 3 attempts (112 s)');
    expect(run.waits).toEqual([51_000, 61_000]);
  });

  test('throttled until the longest wait is over is a rate limit, whatever the retries', async () => {
    const run = await sendTo(Array(200).fill(throttled(1)), { limits: { maxRetries: 0, maxWait: 60_000 } });
    expect(run.error).toBeInstanceOf(RateLimited);
    expect(run.waits).toEqual(Array(57).fill(1050));
    expect(run.sends).toBe(58);
  });

  test('a pause beyond all dates still ends in a date', async () => {
    const run = await sendTo([answer(429, {}, { 'retry-after': '9'.repeat(400) })]);
    expect(run.error?.message).toBe('rate limited until +275760-09-13T00:00:00Z');
  });

  test.each([
    ['GET', 'RangeError', 'a bug'],
    ['PATCH', 'OutcomeUnknown', 'request sent, no answer: outcome unknown (the answer cannot be read)'],
    ['POST', 'OutcomeUnknown', 'request sent, no answer: outcome unknown (the answer cannot be read)'],
  ])(
    'an error of our own after a %s has left says what is known of a change',
    async (method, name, message) => {
      const broken = new RangeError('a bug');
      const run = await sendTo([() => Promise.reject(broken)], { method, repeatable: method !== 'POST' });
      expect(run.error).toMatchObject({ name, message });
    },
  );
});

describe('a DELETE that finds nothing', () => {
  const missing = answer(404, { message: 'no such site' });

  test.each([
    ['after a reset', [reset, missing]],
    ['after a 502', [answer(502), missing]],
    ['after a reset and a throttled attempt', [reset, throttled(1), missing]],
  ])('has succeeded %s', async (_, steps) => {
    const run = await sendTo(steps, { method: 'DELETE' });
    expect(run.sent?.answer).toMatchObject({ status: 204, body: new Uint8Array() });
  });

  test.each([
    ['at the first attempt', [missing]],
    ['after an attempt that was surely not sent', [refused, missing]],
    ['after a throttled attempt', [throttled(1), missing]],
  ])('has failed %s', async (_, steps) => {
    expect((await sendTo(steps, { method: 'DELETE' })).sent?.answer.status).toBe(404);
  });

  test('other methods do not succeed by finding nothing: the first attempt may have been carried out', async () => {
    const run = await sendTo([reset, missing], { method: 'PUT' });
    expect(run.error).toMatchObject({
      name: 'OutcomeUnknown',
      message: expect.stringMatching(
        /^request sent, no answer: outcome unknown \(.+, then refused with 404\)$/,
      ),
    });
  });

  test('a GET that is refused in the end is refused', async () => {
    expect((await sendTo([reset, missing], { method: 'GET' })).sent?.answer.status).toBe(404);
  });
});

describe('aborting', () => {
  const reason = new Error('interrupted');

  test('ends a wait at once', async () => {
    const interrupt = new AbortController();
    const clock = { ...virtualClock(), sleep: (_: number, signal: AbortSignal) => never(signal) };
    const running = sendTo([down], { signal: interrupt.signal, clock });
    setImmediate(() => interrupt.abort(reason));
    expect((await running).error).toBe(reason);
  });

  test('ends a request, and sends none afterwards', async () => {
    const interrupt = new AbortController();
    const running = sendTo([silence], { signal: interrupt.signal });
    setImmediate(() => interrupt.abort(reason));
    expect(await running).toMatchObject({ error: reason, sends: 1 });
    expect(await sendTo([], { signal: interrupt.signal })).toMatchObject({ error: reason, sends: 0 });
  });

  test('ends waiting for the answer to another request, and for a turn', async () => {
    const gate = createRateGate();
    const interrupt = new AbortController();
    const { signal } = interrupt;
    const running = [
      sendTo([throttled(1), silence], { gate, signal }),
      sendTo([throttled(1)], { gate, signal }),
    ];
    running.push(sendTo([throttled(1)], { gate, signal }));
    setTimeout(() => interrupt.abort(reason), 20);
    expect((await Promise.all(running)).map(({ error }) => error)).toEqual([reason, reason, reason]);
  });

  function never(signal: AbortSignal): Promise<void> {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }
});

describe('the retry budget', () => {
  test('is shared: a service that is down gets few requests', async () => {
    const budget = createRetryBudget();
    let sends = 0;
    for (let request = 0; request < 50; request++) {
      sends += (await sendTo([down, down, down, down], { budget })).sends;
    }
    expect(sends).toBe(50 + Math.floor(500 / 14));
  });

  test('gets back what a retry cost that helped', async () => {
    const budget = createRetryBudget();
    budget.spend(100);
    await sendTo([down, throttled(1), ok], { budget });
    expect(budget.tokens).toBe(400);
    await sendTo([ok], { budget });
    expect(budget.tokens).toBe(401);
  });
});

describe('events', () => {
  test('tell what happened, in order, without headers or bodies', async () => {
    const { events } = await sendTo([reset, throttled(2), answer(200, {}, { 'x-request-id': 'req_1' })]);
    const request = { method: 'GET', url: 'https://api.example.com/v1/x' };
    expect(events).toEqual([
      { kind: 'request', attempt: 0, request },
      { kind: 'failure', attempt: 0, request, message: 'connection reset', ms: 0 },
      { kind: 'wait', attempt: 1, request, ms: 250, rateLimited: false },
      { kind: 'request', attempt: 1, request },
      { kind: 'answer', attempt: 1, request, status: 429, requestId: undefined, ms: 0 },
      { kind: 'wait', attempt: 2, request, ms: 2100, rateLimited: true },
      { kind: 'request', attempt: 2, request },
      { kind: 'answer', attempt: 2, request, status: 200, requestId: 'req_1', ms: 0 },
    ]);
  });
});

test('a timer that ends early does not make a request early', async () => {
  const exact = virtualClock();
  const clock = {
    ...exact,
    sleep: (ms: number, signal: AbortSignal) => exact.sleep(Math.max(1, ms - 1), signal),
  };
  const run = await sendTo([throttled(2), ok], { clock });
  expect(exact.sleeps).toEqual([2099, 1]);
  expect(run.events.filter((event) => event.kind === 'wait')).toMatchObject([{ ms: 2100 }]);
});

test('a clock of the day that is set back prolongs no wait', async () => {
  const exact = virtualClock();
  const clock = { ...exact, now: () => exact.now() - (exact.monotonic() > 0 ? 3_600_000 : 0) };
  const run = await sendTo([throttled(2), down, throttled(3), ok], { clock });
  expect(exact.sleeps).toEqual([2100, 250, 3150]);
  expect(run.sent).toMatchObject({ ms: 5500 });
});

describe('one gate for many requests', () => {
  const start = Date.parse('2026-06-01T12:00:00Z');

  /** Sends `count` requests at once through one gate to a service that answers by the time. */
  async function sendMany(count: number, serve: (ms: number, nth: number) => Step) {
    const clock = virtualClock({ start });
    const sent: number[] = [];
    const transport: Transport = async (request, signal) => {
      const ms = clock.now() - start;
      const step = serve(ms, sent.push(ms));
      // An answer takes its time, so that requests overlap.
      await clock.sleep(10, signal);
      if (step instanceof Error) throw step;
      return typeof step === 'function' ? step(request, signal) : step;
    };
    const signal = new AbortController().signal;
    const label = { method: 'GET', url: 'https://api.example.com/v1/x' };
    const options = {
      transport,
      clock,
      signal,
      gate: createRateGate(),
      limits: { maxRetries: 3, maxWait: 120_000 },
    };
    const results = await Promise.allSettled(
      Array.from({ length: count }, () =>
        send({ ...label, headers: {} }, { label, repeatable: true, changes: false }, options),
      ),
    );
    return { sent, results };
  }

  test('all wait for the time that one was told, then one goes ahead, then twice as many each time', async () => {
    const { sent, results } = await sendMany(8, (ms) => (ms < 5000 ? throttled(5) : ok));
    expect(results.every((result) => result.status === 'fulfilled')).toBe(true);
    expect(sent.slice(0, 8)).toEqual(Array(8).fill(0));
    const [probe, ...others] = sent.slice(8);
    expect(probe).toBe(5260);
    expect(others).toEqual([5270, 5270, 5280, 5280, 5280, 5280, 5290]);
  });

  test('where the probe is throttled again, no one else has asked', async () => {
    const { sent } = await sendMany(4, (ms) => (ms < 6000 ? throttled(5) : ok));
    expect(sent).toEqual([0, 0, 0, 0, 5260, 10_520, 10_530, 10_530, 10_540]);
  });

  test('where the probe gets no answer, the next one goes ahead', async () => {
    const { sent, results } = await sendMany(3, (_, nth) => {
      if (nth <= 3) return throttled(5);
      return nth === 4 ? badTls : ok;
    });
    expect(sent).toEqual([0, 0, 0, 5260, 5270, 5280]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  test('a pause that is too long ends all of them without another request', async () => {
    const gate = createRateGate();
    await sendTo([throttled(7200)], { gate });
    const run = await sendTo([], { gate });
    expect(run.error).toBeInstanceOf(RateLimited);
    expect(run.error?.message).toBe('rate limited until 2026-06-01T14:00:00Z');
  });
});
