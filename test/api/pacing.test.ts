import { setMaxListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createRateGate } from '../../src/api/client/rate-gate.ts';
import { send } from '../../src/api/client/send.ts';
import type { Transport } from '../../src/ports.ts';
import { withFaults } from '../../src/sandbox/http/fault-injection.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** Numbers from 0 up to 1, the same at every run. */
function chance(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Sends `rows` requests by so many workers to a sandbox that takes `rate` a second. */
async function work({ rows, rate, workers }: { rows: number; rate: number; workers: number }) {
  const random = chance();
  const clock = virtualClock({ random });
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  const sleep = (ms: number) => clock.sleep(ms, never);
  const service = withFaults(
    async () => Response.json({}),
    { rateLimit: rate },
    { ...clock, sleep, token: '' },
  );
  let requests = 0;
  const transport: Transport = async ({ url }) => {
    requests++;
    await sleep(2 + 6 * random());
    const { status, headers } = await service(new Request(url));
    await sleep(2 + 6 * random());
    return { status, headers: Object.fromEntries(headers), body: new Uint8Array() };
  };
  const label = { method: 'POST', url: 'http://localhost/v1/x' };
  const limits = { maxRetries: 3, maxWait: 120_000 };
  const options = { transport, clock, signal: never, gate: createRateGate(), limits };
  let left = rows;
  const worker = async () => {
    while (left-- > 0)
      await send({ ...label, headers: {} }, { label, repeatable: false, changes: true }, options);
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return { used: rows / rate / (clock.monotonic() / 1000), requests };
}

describe.each([
  [30, 1],
  [150, 5],
  [2000, 50],
])('%i rows at %i/s', (rows, rate) => {
  test.each([1, 4, 16])('by %i workers', async (workers) => {
    const { used, requests } = await work({ rows, rate, workers });
    expect(used).toBeGreaterThan(0.9);
    expect(requests - rows).toBeLessThanOrEqual(8 + 4 * workers);
  });
});
