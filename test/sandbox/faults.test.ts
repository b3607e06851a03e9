import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getTeam } from '../../src/api/contract/operations/teams.ts';
import { createService } from '../../src/sandbox/http/app.ts';
import { asFetch, askedOnWire } from '../../src/sandbox/http/exchange.ts';
import { type OperationRoute, route } from '../../src/sandbox/http/route.ts';
import { routesOf } from '../../src/sandbox/open.ts';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';
import { openStore, type Store } from '../../src/sandbox/store/store.ts';
import { temporaryFolder, token } from './test-sandbox.ts';

const org = '/v1/orgs/org_acme';

/** The demo data in a file, with a way to reach the store behind the service. */
function openParts(own?: readonly OperationRoute[]) {
  const path = join(temporaryFolder(), 'sandbox.db');
  openSandbox({ path, token, now: () => 0 }).close();
  const store = openStore(path);
  onTestFinished(() => store.close());
  const defects: unknown[] = [];
  const service = createService({
    store,
    token,
    now: () => 0,
    routesOf: own ? async () => own : routesOf,
    onDefect: (error) => defects.push(error),
  });
  const app = asFetch(service);
  const exchange = (method: string, address: string) =>
    service(
      askedOnWire({
        method,
        url: `http://sandbox.localhost${address}`,
        headers: { authorization: `Bearer ${token}` },
      }),
    );
  const send = async (method: string, address: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await app(new Request(`http://sandbox.localhost${address}`, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text && JSON.parse(text) };
  };
  return { path, store, send, exchange, defects };
}

function limitPages(store: Store): void {
  const [row] = store.all<{ page_count: number }>('PRAGMA page_count');
  store.all(`PRAGMA max_page_count = ${row?.page_count}`);
}

test('a full disk is told to the client; nothing is half done, and reading goes on', async () => {
  const { store, send, defects } = openParts();
  limitPages(store);
  let status = 201;
  let made = 0;
  while (status === 201) {
    status = (await send('PUT', `${org}/teams`, { title: 'x'.repeat(64), members: ['user_ada'] })).status;
    made += status === 201 ? 1 : 0;
  }
  expect([status, defects]).toEqual([507, []]);
  expect((await send('GET', `${org}/teams`)).json.count).toBe(6 + made);
  expect((await send('DELETE', `${org}/teams/team_docs`)).status).toBe(204);
  expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});

test('a transaction of another process that does not end is a 503, to be tried again', async () => {
  const { path, store, send, defects } = openParts();
  const other = openStore(path);
  onTestFinished(() => other.close());
  store.all('PRAGMA busy_timeout = 0');
  other.run('BEGIN IMMEDIATE');
  const held = await send('PUT', `${org}/teams`, { title: 'Late' });
  const reading = await send('GET', `${org}/teams`);
  other.run('ROLLBACK');
  expect([held.status, held.headers.get('retry-after'), reading.status, defects]).toEqual([
    503,
    '1',
    200,
    [],
  ]);
  expect((await send('PUT', `${org}/teams`, { title: 'Late' })).status).toBe(201);
});

test('an exception that no one foresaw is a 500 that says nothing of it, and undoes the request', async () => {
  const failing = route(getTeam, ({ store }) => {
    store.insert('counters', { prefix: 'leftover', value: 1 });
    throw new Error('secret inside');
  });
  const { store, send, defects } = openParts([failing]);
  const { status, text } = await send('GET', `${org}/teams/team_docs`);
  expect([status, text.includes('secret')]).toEqual([500, false]);
  expect(defects).toMatchObject([{ message: 'secret inside' }]);
  expect(store.get(`SELECT * FROM counters WHERE prefix = 'leftover'`)).toBeUndefined();
});

describe('a damaged file', () => {
  const damages: Record<string, [sql: string, reason: string]> = {
    'a text that is not UTF-8': [
      `UPDATE teams SET title = CAST(x'61ff62' AS TEXT)`,
      'a text in it is not UTF-8',
    ],
    'a JSON text that is broken': [`UPDATE sites SET doc = '{'`, 'a JSON text in it is broken'],
    'a column of another name': [
      'ALTER TABLE collections RENAME COLUMN description TO descriptioo',
      'its tables are not those that were made',
    ],
  };

  test.each(Object.entries(damages))(
    'with %s is named to this process, and not to clients',
    async (_, [sql, reason]) => {
      const { path, store, send, exchange, defects } = openParts();
      store.run(sql);
      const address = `${org}/${/(?:UPDATE|TABLE) (\w+)/.exec(sql)?.[1]}`;
      await expect(exchange('GET', address)).rejects.toMatchObject({
        name: 'LocalStateError',
        message: `cannot use the sandbox's file ${path}: ${reason}`,
      });
      const { status, text } = await send('GET', address);
      expect([status, text.includes(path), defects]).toEqual([500, false, []]);
    },
  );

  /** Requests that read most of the tables. */
  const addresses = ['teams', 'members', 'sites', 'collections', 'spaces', 'custom-fields', 'openapi'].map(
    (noun) => `${org}/${noun}`,
  );

  test('is never taken for a defect, whatever bits are flipped and whatever pages are lost', async () => {
    const path = join(temporaryFolder(), 'sandbox.db');
    openSandbox({ path, token, now: () => 0 }).close();
    const whole = readFileSync(path);
    const page = 4096;
    const place = fc.nat(whole.length - 1);
    const damage = fc.oneof(
      fc.record({ zeroed: fc.nat(whole.length / page - 1) }),
      fc.record({ flips: fc.array(fc.tuple(place, fc.nat(7)), { minLength: 1, maxLength: 50 }) }),
    );
    const judge = async (made: { zeroed: number } | { flips: [number, number][] }) => {
      const bytes = Buffer.from(whole);
      if ('zeroed' in made) bytes.fill(0, made.zeroed * page, (made.zeroed + 1) * page);
      else for (const [at, bit] of made.flips) bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      const damaged = join(temporaryFolder(), 'damaged.db');
      writeFileSync(damaged, bytes);
      const defects: unknown[] = [];
      try {
        const sandbox = openSandbox({
          path: damaged,
          token,
          now: () => 0,
          onDefect: (one) => defects.push(one),
        });
        const headers = { authorization: `Bearer ${token}` };
        for (const address of addresses)
          await sandbox
            .exchange({ method: 'GET', url: `http://sandbox.localhost${address}`, headers })
            .catch(assertNamed);
        sandbox.close();
      } catch (error) {
        assertNamed(error);
      }
      expect(defects).toEqual([]);
    };
    const assertNamed = (error: unknown) =>
      expect(error).toMatchObject({
        name: 'LocalStateError',
        message: expect.stringContaining('damaged.db'),
      });
    await fc.assert(fc.asyncProperty(damage, judge), { numRuns: 60 });
  });
});

test('a value that SQL cannot hold is an exception, not the end of the process', () => {
  const { store } = openParts();
  expect(store.get('SELECT ? AS yes, ? AS no, ? AS none', true, false, null)).toEqual({
    yes: 1,
    no: 0,
    none: null,
  });
  expect(() => store.get('SELECT ?', undefined as never)).toThrow(TypeError);
});
