import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Faults } from '../../src/ports.ts';
import { type LoggedRequest, withFaults } from '../../src/sandbox/http/fault-injection.ts';
import { serve } from '../../src/sandbox/http/server.ts';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';
import { startTime, token } from './test-sandbox.ts';

const teams = '/v1/orgs/org_acme/teams';

/** The demo data behind a service that has `faults`, on a clock that only latency and `wait` move. */
function badService(faults: Faults, pause = async (_ms: number): Promise<unknown> => undefined) {
  let time = startTime;
  const lines: LoggedRequest[] = [];
  const sandbox = openSandbox({ path: ':memory:', token, now: () => time });
  onTestFinished(() => sandbox.close());
  const wait = async (ms: number) => {
    time += ms;
    await pause(ms);
  };
  const fetch = withFaults(sandbox.fetch, faults, {
    now: () => time,
    sleep: wait,
    token,
    log: (line) => lines.push(line),
  });
  const send = (path: string, init: RequestInit = {}) =>
    fetch(
      new Request(`http://sandbox.localhost${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      }),
    );
  return { fetch, send, lines, wait };
}

async function statuses(send: (path: string) => Promise<Response>, times: number): Promise<number[]> {
  const all: number[] = [];
  for (let turn = 0; turn < times; turn++) all.push((await send(teams)).status);
  return all;
}

test('without faults nothing changes', async () => {
  const { send } = badService({});
  expect(await statuses(send, 20)).toEqual(Array(20).fill(200));
});

test('every answer is late, by the time that was asked for', async () => {
  const { send, lines } = badService({ latency: 250 });
  await send(teams);
  await send('/nowhere');
  expect(lines.map(({ status, ms }) => [status, ms])).toEqual([
    [200, 250],
    [404, 250],
  ]);
});

describe('rate limit', () => {
  test('the requests of a second are taken at once, the next one has to wait', async () => {
    const { send, wait } = badService({ rateLimit: 3 });
    expect(await statuses(send, 4)).toEqual([200, 200, 200, 429]);
    await wait(1000);
    expect(await statuses(send, 4)).toEqual([200, 200, 200, 429]);
    await wait(334);
    expect(await statuses(send, 2)).toEqual([200, 429]);
  });

  test('whoever waits as told is served', async () => {
    const { send, wait } = badService({ rateLimit: 1 });
    await send(teams);
    const refused = await send(teams);
    expect(await refused.json()).toMatchObject({ error: { code: 429, message: expect.any(String) } });
    await wait(Number(refused.headers.get('retry-after')) * 1000);
    expect((await send(teams)).status).toBe(200);
  });

  test('a clock that goes back gives nothing away and takes nothing', async () => {
    const { send, wait } = badService({ rateLimit: 2 });
    await send(teams);
    await wait(-5000);
    expect(await statuses(send, 2)).toEqual([200, 429]);
  });
});

describe('failures', () => {
  test('are as many as asked for, of three kinds, in the documented shape', async () => {
    const { send } = badService({ fail: 0.5 });
    const all = await statuses(send, 200);
    const failed = all.filter((status) => status !== 200);
    expect(failed.length).toBeGreaterThan(70);
    expect(failed.length).toBeLessThan(130);
    expect([...new Set(failed)].sort()).toEqual([502, 503, 504]);
    const answer = await badService({ fail: 1 }).send(teams);
    expect(await answer.json()).toEqual({ error: { code: answer.status, message: expect.any(String) } });
  });

  test('come in the same order for the same seed, in another for another one', async () => {
    const run = (seed?: number) => statuses(badService({ fail: 0.5, seed }).send, 30);
    expect(await run(7)).toEqual(await run(7));
    expect(await run(7)).not.toEqual(await run(8));
    expect(await run()).toEqual(await run(1));
  });

  test('strike the same requests whatever else is asked for', async () => {
    const alone = await statuses(badService({ fail: 0.3 }).send, 30);
    expect(await statuses(badService({ fail: 0.3, latency: 5 }).send, 30)).toEqual(alone);
  });

  test('are not carried out', async () => {
    const { send } = badService({ fail: 0.5, seed: 3 });
    let made = 0;
    for (let turn = 0; turn < 20; turn++) {
      const { status } = await send(teams, { method: 'PUT', body: `{"title":"Team ${turn}"}` });
      made += status === 201 ? 1 : 0;
    }
    let answer = await send(teams);
    while (answer.status !== 200) answer = await send(teams);
    expect(made).toBeGreaterThan(0);
    expect(((await answer.json()) as { count: number }).count).toBe(6 + made);
  });
});

describe('drops', () => {
  test('the answer ends in the middle, and what was asked for is done', async () => {
    const { send } = badService({ drop: 1 });
    const made = await send(teams, { method: 'PUT', body: '{"title":"Dropped"}' });
    expect(made.status).toBe(201);
    await expect(made.text()).rejects.toThrow('dropped');
    // An answer without a body has no middle.
    await expect(send(`${teams}/team_docs`, { method: 'DELETE' })).rejects.toThrow('dropped');
  });

  test('a client sees the connection close before all is there', async () => {
    const { fetch } = badService({ drop: 1 }, sleep);
    const { baseUrl, close } = await serve(fetch, { port: 0 });
    onTestFinished(close);
    expect(await brokenAnswer(`${baseUrl}${teams}`, 'GET')).toMatchObject({ status: 200, complete: false });
    expect(await brokenAnswer(`${baseUrl}${teams}/team_docs`, 'DELETE')).toEqual({ error: 'ECONNRESET' });
  });
});

/** What arrives of an answer that breaks off. */
function brokenAnswer(url: string, method: string): Promise<object> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const outgoing = httpRequest(url, { method, headers }, (incoming) => {
      let size = 0;
      incoming.on('data', (chunk: Buffer) => (size += chunk.byteLength));
      incoming.on('error', () => {});
      incoming.on('close', () => resolve({ status: incoming.statusCode, complete: incoming.complete, size }));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code }));
    outgoing.end();
  });
}

describe('the log', () => {
  test('has a line for each request, with what happened to it', async () => {
    const { send, lines } = badService({ latency: 20, drop: 1 });
    await send(`${teams}?title=docs`);
    expect(lines).toEqual([
      { time: '2026-01-15T12:00:00.000Z', method: 'GET', path: teams, status: 200, ms: 20, dropped: true },
    ]);
  });

  test('has no token, wherever the request has it, no query and no body', async () => {
    const { send, lines } = badService({});
    await send(`${teams}/${token}`);
    await send(`${teams}?access_token=query-secret`);
    await send(teams, { method: 'PUT', body: '{"title":"body-secret"}' });
    expect(lines.map(({ status }) => status)).toEqual([404, 400, 201]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${token}|query-secret|body-secret`));
  });
});
