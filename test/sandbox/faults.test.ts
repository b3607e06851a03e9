import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getTeam } from '../../src/api/contract/operations/teams.ts';
import { createService } from '../../src/sandbox/http/app.ts';
import { asFetch } from '../../src/sandbox/http/exchange.ts';
import { type Route, route } from '../../src/sandbox/http/route.ts';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';
import { routesOf } from '../../src/sandbox/routes/index.ts';
import { openStore, type Store } from '../../src/sandbox/store/store.ts';
import { temporaryFolder, token } from './test-sandbox.ts';

const org = '/v1/orgs/org_acme';

/** The demo data in a file, with a way to reach the store behind the service. */
function openParts(own?: readonly Route[]) {
  const path = join(temporaryFolder(), 'sandbox.db');
  openSandbox({ path, token, now: () => 0 }).close();
  const store = openStore(path);
  onTestFinished(() => store.close());
  const defects: unknown[] = [];
  const app = asFetch(
    createService({
      store,
      token,
      now: () => 0,
      routesOf: own ? async () => own : routesOf,
      onDefect: (error) => defects.push(error),
    }),
  );
  const send = async (method: string, address: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await app(new Request(`http://sandbox.localhost${address}`, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text && JSON.parse(text) };
  };
  return { path, store, send, defects };
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

test('an exception that nobody foresaw is a 500 that says nothing of it, and undoes the request', async () => {
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

test('a value that SQL cannot hold is an exception, not the end of the process', () => {
  const { store } = openParts();
  expect(store.get('SELECT ? AS yes, ? AS no, ? AS none', true, false, null)).toEqual({
    yes: 1,
    no: 0,
    none: null,
  });
  expect(() => store.get('SELECT ?', undefined as never)).toThrow(TypeError);
});
