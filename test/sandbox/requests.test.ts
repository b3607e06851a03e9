import { describe, expect, test } from 'vitest';
import { operations } from '../../src/api/contract/operations/index.ts';
import { testSandbox } from './test-sandbox.ts';

const members = '/v1/orgs/org_acme/members';
const sites = '/v1/orgs/org_acme/sites';

describe('the token', () => {
  test.each<[string, Record<string, string>]>([
    ['no header', { authorization: '' }],
    ['another token', { authorization: 'Bearer wrong' }],
    ['a token that begins right', { authorization: 'Bearer token-of-the-tes' }],
    ['another scheme', { authorization: 'Basic dG9rZW4=' }],
  ])('%s is refused with 401', async (_, headers) => {
    const answer = await testSandbox().send('GET', members, undefined, headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('in the query does not count', async () => {
    const docs = testSandbox();
    const headers = { authorization: '' };
    expect(await docs.send('GET', `${members}?token=token-of-the-test`, undefined, headers)).toMatchObject({
      status: 401,
    });
  });

  test('is asked for before anything is said about paths', async () => {
    const answer = await testSandbox().send('GET', '/v1/nowhere', undefined, { authorization: '' });
    expect(answer.status).toBe(401);
  });
});

describe('the path', () => {
  test.each([
    ['/v1/nowhere', 404],
    ['/', 404],
    ['/v1/orgs/org_acme/members/', 404],
    ['/v1/orgs//members', 404],
    ['//v1/orgs/org_acme/members', 404],
    ['/v1/orgs/org_acme/members/user_ada/teams/more', 404],
    ['/v1/orgs/no one/members', 404],
    ['/v1/orgs/org_acme/members/no one', 404],
    ['/v1/orgs/org_acme/members/user_olga', 404],
    ['/v1/orgs/org_acme/members/a%2Fb', 400],
    ['/v1/orgs/org_acme/members/a%252Fb', 400],
    ['/v1/orgs/org_acme/members/a%5Cb', 400],
    ['/v1/orgs/org_acme/members/a%00', 400],
    ['/v1/orgs/org_acme/members/%0A', 400],
    ['/v1/orgs/org_acme/members/%FF', 400],
    ['/v1/orgs/org_acme/members/%C0%AF', 400],
    ['/v1/orgs/org_acme/members/%E0%A4', 400],
    [`/v1/orgs/org_acme/members/${'a'.repeat(257)}`, 400],
    [`/v1/orgs/org_acme/members/${"x' OR 1=1 --"}`, 404],
    ['/v1/orgs/org_acme/members/user_ada;x=1', 404],
    ['/V1/orgs/org_acme/members', 404],
  ])('%s answers %i', async (path, status) => {
    expect((await testSandbox().get(path)).status).toBe(status);
  });

  test('percent-encoding is undone once', async () => {
    const { json } = await testSandbox().get('/v1/orgs/%6Frg_acme/members/user%5Fada');
    expect(json.id).toBe('user_ada');
  });

  test('a known path with another method answers 405 and says what is allowed', async () => {
    const docs = testSandbox();
    const answer = await docs.send('POST', '/v1/orgs/org_acme/teams/team_docs', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'PATCH']);
    expect((await docs.send('HEAD', members)).status).toBe(405);
    expect((await docs.send('OPTIONS', members)).status).toBe(405);
  });
});

describe('the query', () => {
  test.each([
    ['unknown=1', 'unknown is not a documented field'],
    ['limit=0', 'limit must be at least 1'],
    ['limit=1001', 'limit must be at most 1000'],
    ['limit=ten', 'limit must be a number'],
    ['limit=1.5', 'limit must be a'],
    ['limit=99999999999999999999', 'limit must be a number'],
    ['order=sideways', 'order'],
    ['sort=email', 'sort'],
    ['role=owner', 'role'],
    ['search=a&search=b', 'search is given more than once'],
    ['__proto__=1', '__proto__ is not a documented field'],
    ['constructor=1', 'constructor is not a documented field'],
    ['search=%FF', 'not valid percent-encoded UTF-8'],
    ['search=a%00b', 'NUL'],
  ])('%s is refused', async (query, message) => {
    const { status, json } = await testSandbox().get(`${members}?${query}`);
    expect(status).toBe(400);
    expect(json.error.message).toContain(message);
  });

  test('names every problem at once', async () => {
    const { json } = await testSandbox().get(`${members}?limit=0&order=up&foo=1&search=a&search=b`);
    const named = json.error.details.map((detail: { path: string[] }) => detail.path[0]);
    expect(named.sort()).toEqual(['foo', 'limit', 'order', 'search']);
  });

  test('text is taken as it is, never as SQL or a pattern', async () => {
    const docs = testSandbox();
    for (const search of ["' OR '1'='1", '%', '_', '*', '"; DROP TABLE users; --', '\\']) {
      const { json } = await docs.get(`${members}?search=${encodeURIComponent(search)}`);
      expect({ search, count: json.count }).toEqual({ search, count: 0 });
    }
    expect((await docs.get(`${members}?search=ada+love`)).json.count).toBe(1);
  });
});

describe('the body', () => {
  const json = { 'content-type': 'application/json' };

  test.each<[string, string, Record<string, string>, number]>([
    ['plain text', 'title=x', { 'content-type': 'text/plain' }, 415],
    ['a form', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['no type', '{}', { 'content-type': '' }, 415],
    ['another charset', '{}', { 'content-type': 'application/json; charset=latin1' }, 415],
    ['a gzip body', '{}', { ...json, 'content-encoding': 'gzip' }, 415],
    ['half an object', '{"title":', json, 400],
    ['nothing but a comma', ',', json, 400],
    ['a list', '[]', json, 400],
    ['a text', '"x"', json, 400],
    ['null', 'null', json, 400],
    ['a field twice', '{"title":"Aa","title":"Bb"}', json, 400],
    ['a field twice in disguise', '{"title":"Aa","tit\\u006ce":"Bb"}', json, 400],
    ['__proto__', '{"__proto__":{"x":1}}', json, 400],
    ['constructor', '{"constructor":{"prototype":{"x":1}}}', json, 400],
    ['a NUL', '{"title":"a\\u0000b"}', json, 400],
    ['half a surrogate pair', '{"title":"a\\ud83d"}', json, 400],
    ['a deep list', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, json, 400],
    ['a deep object', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, json, 400],
    ['too much', JSON.stringify({ title: 'x'.repeat(11 * 1024 * 1024) }), json, 413],
  ])('%s is refused', async (_, body, headers, status) => {
    const docs = testSandbox();
    const answer = await docs.send('POST', sites, body, headers);
    expect(answer.status).toBe(status);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect((await docs.get(sites)).json.count).toBe(3);
  });

  test('invalid UTF-8 is refused', async () => {
    const docs = testSandbox();
    const bytes = new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
    const answer = await docs.send('POST', sites, bytes, json);
    expect(answer.json.error).toEqual({ code: 400, message: 'the body is not valid UTF-8' });
  });

  test('a stream without a length is measured too', async () => {
    const docs = testSandbox();
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    expect((await docs.send('POST', sites, endless, json)).status).toBe(413);
    expect(sent).toBeLessThan(15);
  });

  test('all problems are named, with their fields', async () => {
    const { json: answer } = await testSandbox().send('POST', sites, {
      title: 'x',
      visibility: 'secret',
      spaces: [1],
      colour: 'red',
    });
    const fields = answer.error.details.map((detail: { path: unknown[] }) => detail.path.join('.'));
    expect(fields.sort()).toEqual(['colour', 'spaces', 'title', 'visibility']);
    for (const field of fields) expect(answer.error.message).toContain(field);
  });

  test('an operation without a body takes none, or an empty object', async () => {
    const docs = testSandbox();
    const ping = '/v1/orgs/org_acme/ping';
    expect((await docs.send('POST', ping)).status).toBe(200);
    expect((await docs.send('POST', ping, {})).status).toBe(200);
    expect((await docs.send('POST', ping, { when: 'now' })).status).toBe(400);
  });

  test('a refused request changes nothing', async () => {
    const docs = testSandbox();
    const body = { title: 'New site', spaces: ['space_drafts', 'space_gone'] };
    expect((await docs.send('POST', sites, body)).status).toBe(400);
    expect((await docs.get(sites)).json.count).toBe(3);
  });
});

test('no operation answers a request without sense with a 500', async () => {
  const docs = testSandbox();
  for (const op of operations) {
    const path = op.path.replace(/\{\w+\}/g, 'x');
    const body = op.method === 'GET' || op.method === 'DELETE' ? undefined : {};
    const { status } = await docs.send(op.method, path, body);
    expect({ id: op.id, failed: status >= 500 }).toEqual({ id: op.id, failed: false });
  }
});
