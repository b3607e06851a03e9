import { describe, expect, test } from 'vitest';
import { testSandbox } from './test-sandbox.ts';

const base = '/v1/orgs/org_acme/openapi';
const json = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} });
const yaml = 'swagger: 2.0\ninfo:\n  title: A\npaths: {}\n';

describe('a specification given as text', () => {
  test.for([
    ['JSON', json],
    ['YAML', yaml],
  ] as const)('in %s is pending at first, and complete on the next read', async ([, text]) => {
    const { send, get } = testSandbox();
    const created = await send('POST', base, { slug: 'orders', source: { text } });
    expect(created).toMatchObject({ status: 201, json: { slug: 'orders', processingState: 'pending' } });
    expect(created.json).not.toHaveProperty('lastVersion');
    const read = (await get(`${base}/orders`)).json;
    expect(read).toMatchObject({
      id: created.json.id,
      processingState: 'complete',
      lastVersion: expect.stringMatching(/./),
      lastProcessedAt: '2026-01-15T12:00:00.000Z',
    });
    expect(read).not.toHaveProperty('lastProcessErrorCode');
    expect(read).not.toHaveProperty('sourceURL');
  });

  test.for([
    ['text that is neither JSON nor YAML', '{"openapi": "3.1.0", nope', 'PARSE_ERROR'],
    [
      'aliases without end',
      `a: &a [x,x]\nb: &b [${'*a,'.repeat(200)}]\nc: [${'*b,'.repeat(200)}]`,
      'PARSE_ERROR',
    ],
    ['several documents', 'openapi: 3.1.0\n---\nopenapi: 3.1.0\n', 'PARSE_ERROR'],
    ['nesting in brackets', '['.repeat(20_000), 'PARSE_ERROR'],
    ['nesting in dashes', '- '.repeat(20_000), 'PARSE_ERROR'],
    ['nesting in questions', '? '.repeat(20_000), 'PARSE_ERROR'],
    [
      'nesting by indentation',
      Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:\n`).join(''),
      'PARSE_ERROR',
    ],
    ['another object', '{"title":"no specification"}', 'INVALID_SPEC'],
    ['a list', '- openapi', 'INVALID_SPEC'],
    ['nothing', '', 'INVALID_SPEC'],
  ] as const)('%s ends with an error code', async ([, text, code]) => {
    const { send, get } = testSandbox();
    const created = await send('POST', base, { slug: 'orders', source: { text } });
    expect(created).toMatchObject({ status: 201, json: { processingState: 'pending' } });
    const read = (await get(`${base}/orders`)).json;
    expect(read).toMatchObject({ processingState: 'error', lastProcessErrorCode: code });
    expect(read).not.toHaveProperty('lastVersion');
  });

  test('that fails leaves the last version, and one that works makes another', async () => {
    const { send, get, wait } = testSandbox();
    const first = (await get(`${base}/petstore`)).json;
    wait(1000);
    const accepted = await send('PUT', `${base}/petstore`, { source: { text: 'nothing: here' } });
    expect(accepted).toMatchObject({
      status: 200,
      json: { processingState: 'pending', lastVersion: first.lastVersion },
    });
    const failed = (await get(`${base}/petstore`)).json;
    expect(failed).toMatchObject({ processingState: 'error', lastVersion: first.lastVersion });
    expect(failed.createdAt).toBe(first.createdAt);
    expect(failed.updatedAt).toBe('2026-01-15T12:00:01.000Z');
    await send('PUT', `${base}/petstore`, { source: { text: yaml } });
    const repaired = (await get(`${base}/petstore`)).json;
    expect(repaired).toMatchObject({ id: first.id, processingState: 'complete' });
    expect(repaired.lastVersion).not.toBe(first.lastVersion);
    expect(repaired).not.toHaveProperty('lastProcessErrorCode');
  });
});

test('an address is only recorded, and takes the place of an error', async () => {
  const { send, get } = testSandbox();
  const url = 'https://api.example/openapi.json';
  const set = await send('PUT', `${base}/broken`, { source: { url } });
  expect(set).toMatchObject({ status: 200, json: { sourceURL: url, processingState: 'pending' } });
  const read = (await get(`${base}/broken`)).json;
  expect(read).toMatchObject({ sourceURL: url, processingState: 'pending' });
  expect(read).not.toHaveProperty('lastProcessErrorCode');
});

test('POST refuses a slug that is taken, PUT creates or updates', async () => {
  const { send, get } = testSandbox();
  const source = { text: json };
  expect((await send('POST', base, { slug: 'petstore', source })).status).toBe(409);
  expect((await send('PUT', `${base}/fresh`, { source })).status).toBe(201);
  expect((await send('PUT', `${base}/fresh`, { source })).status).toBe(200);
  expect((await get(base)).json.count).toBe(4);
  const other = await send('POST', '/v1/orgs/org_globex/openapi', { slug: 'petstore', source });
  expect(other.status).toBe(201);
});

test('slug and source are checked', async () => {
  const { send } = testSandbox();
  expect((await send('PUT', `${base}/Not--One`, { source: { text: json } })).status).toBe(400);
  expect((await send('POST', base, { slug: 'a', source: {} })).status).toBe(400);
  expect((await send('POST', base, { slug: 'a', source: { url: 'nowhere' } })).status).toBe(400);
  expect(
    (await send('POST', base, { slug: 'a', source: { url: 'https://a.example', text: json } })).status,
  ).toBe(400);
});

test('a deleted specification is gone', async () => {
  const { send, get } = testSandbox();
  expect((await send('DELETE', `${base}/petstore`)).status).toBe(204);
  expect((await get(`${base}/petstore`)).status).toBe(404);
  expect((await send('DELETE', `${base}/petstore`)).status).toBe(404);
  expect((await send('DELETE', '/v1/orgs/org_nowhere/openapi/petstore')).status).toBe(404);
});
