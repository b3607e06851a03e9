import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const sites = '/v1/orgs/org_acme/sites';

describe('api', () => {
  test('sends what is asked for, with the token, and prints the answer as it came', async () => {
    const answer = { id: 's', unknown: { deep: [1, null] } };
    const seen: Record<string, string>[] = [];
    const docs = await scriptedCli((_, headers) => {
      seen.push({ ...headers });
      return { json: answer };
    });
    const run = await docs(['api', 'get', `${sites}/s`, '-H', 'X-Trace: abc', '--json']);
    expect(run.requests).toEqual([{ method: 'GET', path: `${sites}/s` }]);
    expect(JSON.parse(run.stdout)).toEqual(answer);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(seen).toMatchObject([{ authorization: 'Bearer token-of-the-test', 'x-trace': 'abc' }]);
  });

  test.each<[how: string, flags: string, stdout: string]>([
    ['piped, as JSON', '', '{\n  "id": "s",\n  "deep": [\n    1\n  ]\n}\n'],
    ['as TSV where that is asked for', '-o tsv --fields id', 'id\ns\n'],
  ])('prints an answer %s', async (_, flags, stdout) => {
    const docs = await scriptedCli(() => ({ json: { id: 's', deep: [1] } }));
    expect(await docs(`api GET ${sites}/s ${flags}`)).toMatchObject({ code: 0, stdout, stderr: '' });
  });

  const two = [{ id: 'a', size: 1 }, { id: 'b' }];
  test.each<[what: string, answer: unknown, line: string, stdout: string]>([
    ['an object', { id: 's', deep: [1] }, '-o csv', 'id,deep\ns,1\n'],
    ['an array', two, '-o tsv', 'id\tsize\na\t1\nb\t\n'],
    ['numbers', [1, 2], '-o csv --no-headers', '1\n2\n'],
    ['a text', 'Docs', '-o csv', 'value\nDocs\n'],
    ['the items of pages', { items: two }, '--paginate -o csv', 'id,size\na,1\nb,\n'],
    ['the items of pages', { items: two }, '--paginate -o table', 'ID  SIZE\na   1\nb\n'],
  ])('prints %s with the columns that it has: %j %s', async (_, json, flags, stdout) => {
    const docs = await scriptedCli(() => ({ json }));
    expect(await docs(`api GET ${sites} ${flags}`)).toMatchObject({ code: 0, stdout });
  });

  test.each([
    ['title', '', 'Docs\n'],
    ['title', '--json', '"Docs"\n'],
    ['title', '-o yaml', 'Docs\n'],
    ['missing', '', 'null\n'],
    ['size', '', '2\n'],
    ['[title]', '', '[\n  "Docs"\n]\n'],
  ])('prints what --query %s makes of it into a pipe with "%s"', async (query, flags, stdout) => {
    const docs = await scriptedCli(() => ({ json: { title: 'Docs', size: 2 } }));
    expect(await docs(`api GET ${sites}/s --query ${query} ${flags}`.trim())).toMatchObject({
      code: 0,
      stdout,
    });
  });

  test('prints an answer for people on a terminal', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 's' } }));
    const run = await docs(`api GET ${sites}/s`, { terminal: true, env: { NO_COLOR: '1' } });
    expect(run).toMatchObject({ code: 0, stdout: 'id  s\n' });
  });

  test('puts fields of a GET into the query, beside that of the path', async () => {
    const docs = await scriptedCli(() => ({ json: {} }));
    const run = await docs(`api GET ${sites}?a=1&a=2 -f title=x=y -F published=true --json`);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.requests[0]?.path).toBe(`${sites}?a=1&a=2&title=x%3Dy&published=true`);
  });

  test('makes a body of fields: -f is text, -F is JSON, brackets nest and append', async () => {
    const docs = await scriptedCli(() => ({ status: 204 }));
    const run = await docs(
      `api POST ${sites} -f n=007 -F m=7 -f at=@file -F no=null -f add[]=a -f add[]=b -f a[b][c]=d -F a[e]=[1]`,
    );
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(run.requests).toEqual([
      {
        method: 'POST',
        path: sites,
        body: { n: '007', m: 7, at: '@file', no: null, add: ['a', 'b'], a: { b: { c: 'd' }, e: [1] } },
      },
    ]);
  });

  test('lays fields over the document of --input, and sends no body where there is none', async () => {
    const docs = await scriptedCli(() => ({ status: 204 }));
    const put = await docs(`api PUT ${sites}/s --input - -f title=mine`, { stdin: 'title: x\nkind: y\n' });
    expect(put.requests[0]?.body).toEqual({ title: 'mine', kind: 'y' });
    const bare = await docs('api DELETE /v1/orgs/org_acme/things/s');
    expect(bare.requests).toEqual([{ method: 'DELETE', path: '/v1/orgs/org_acme/things/s' }]);
  });

  test('--paginate merges all pages into one array, from the cursor and with the size that the query names', async () => {
    const docs = await sandboxCli();
    const all = await docs('api GET /v1/orgs/org_acme/members -f limit=20 --paginate --json');
    expect(all).toMatchObject({ code: 0, stderr: '' });
    const ids = (await docs('members list -o id')).stdout.trim().split('\n');
    expect(JSON.parse(all.stdout).map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(all.requests.map(({ path }) => path.replace(/page=[\w-]+/, 'page=CURSOR'))).toEqual([
      '/v1/orgs/org_acme/members?limit=20',
      '/v1/orgs/org_acme/members?limit=20&page=CURSOR',
    ]);
    const page = all.requests[1]?.path.split('page=')[1];
    const rest = await docs(`api GET /v1/orgs/org_acme/members?page=${page} --paginate -o id`);
    expect(rest.stdout.trim().split('\n')).toEqual(ids.slice(20));
  });

  test('--dry-run shows the headers, without secrets', async () => {
    const docs = await sandboxCli();
    const line = `api POST ${sites} -f title=Mine -H "x-trace: 7" -H "x-api-key: hush" --dry-run`;
    const { stdout } = await docs(`${line} --json`);
    expect(JSON.parse(stdout)).toMatchObject({ headers: { 'x-trace': '7', 'x-api-key': '***' } });
    expect((await docs(`${line} -o tsv`)).stdout).toMatch(/^method\turl\theaders\tbody\n/);
  });

  test('--dry-run prints what would be sent, and a GET is sent', async () => {
    const docs = await sandboxCli();
    const post = await docs(`api POST ${sites} -f title=Mine --dry-run --json`);
    expect(post).toMatchObject({ code: 0, requests: [] });
    expect(JSON.parse(post.stdout)).toEqual({
      method: 'POST',
      url: `http://sandbox.localhost${sites}`,
      body: { title: 'Mine' },
    });
    expect((await docs(`api GET ${sites} --dry-run`)).requests).toHaveLength(1);
  });

  test('has the exit codes of every command', async () => {
    const docs = await sandboxCli();
    expect(await docs('api GET /v1/orgs/nowhere/sites')).toMatchObject({ code: 5 });
    expect(await docs(`api POST ${sites} -f title=x`)).toMatchObject({ code: 1 });
    expect(await docs('api GET /v1/nothing')).toMatchObject({ code: 5 });
  });

  test('hides secrets in what it says', async () => {
    const docs = await scriptedCli(() => ({ status: 400, json: { message: 'no: token-of-the-test' } }));
    const run = await docs(`api POST ${sites}?token=hidden-value -f password=secret-value --debug`);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('debug: POST');
    for (const secret of ['token-of-the-test', 'hidden-value', 'secret-value'])
      expect(run.stderr).not.toContain(secret);
  });
});

test.each([
  ['GET https://evil.example/v1/orgs', 'invalid <path>'],
  ['GET //evil.example/v1/orgs', 'invalid <path>'],
  ['GET /\\\\evil.example/v1', 'invalid <path>'],
  ['GET v1/orgs', 'invalid <path>'],
  ['GET /v1/../orgs', 'invalid <path>'],
  ['GET /v1/%2E%2e/orgs', 'invalid <path>'],
  ['GET /v1/orgs#x', 'invalid <path>'],
  ['FETCH /v1/orgs', 'unknown <method>'],
  ['GET', 'missing <path>'],
  ['POST /v1/orgs -f title', 'invalid --field: a field is written key=value'],
  ['POST /v1/orgs -F title', 'invalid --json-field: a field is written key=value'],
  ['POST /v1/orgs -F n=nope', 'invalid --json-field: the value of "n" is not JSON'],
  ['POST /v1/orgs -f __proto__[x]=1', 'invalid --field: invalid field name'],
  ['POST /v1/orgs -f a[__proto__]=1', 'invalid --field: invalid field name'],
  ['POST /v1/orgs -f __proto__.x=1', 'invalid --field: invalid field name'],
  ['POST /v1/orgs -f constructor.prototype.x=1', 'invalid --field: invalid field name'],
  ['POST /v1/orgs -f a=1 -f a[b]=2', 'invalid --field: "a" is an object and something else'],
  ['POST /v1/orgs -f a[b]=1 -f a[]=2', 'invalid --field: "a" is a list and something else'],
  ['POST /v1/orgs -f a[][b]=1', 'invalid --field: only the last part of a key can be []'],
  [`POST /v1/orgs -f a${'[b]'.repeat(20_000)}=1`, 'invalid --field: a key has at most 100 parts'],
  ['POST /v1/orgs --paginate', '--paginate goes with GET only'],
  ['GET /v1/orgs --input x.json', '--input does not go with GET'],
  ['GET /v1/orgs -f limit=many --paginate', 'invalid field "limit"'],
  ['GET /v1/orgs -H authorization:x', '--header cannot set authorization, which the tool sets itself'],
  ['GET /v1/orgs -H Host:evil.example', '--header cannot set Host, which the tool sets itself'],
  ['GET /v1/orgs -H expect:100-continue', '--header cannot set expect, which the tool sets itself'],
  ['GET /v1/orgs -H Upgrade:h2c', '--header cannot set Upgrade, which the tool sets itself'],
  ['GET /v1/orgs -H keep-alive:1', '--header cannot set keep-alive, which the tool sets itself'],
  ['GET /v1/orgs -H Proxy-Authorization:x', '--header cannot set Proxy-Authorization, which'],
  [
    'GET /v1/orgs -H X-HTTP-Method-Override:DELETE',
    '--header cannot set X-HTTP-Method-Override: it would change',
  ],
  ['GET /v1/orgs -H x-http-method:DELETE', '--header cannot set x-http-method: it would change the method'],
  ['POST /v1/orgs -H x-method-override:DELETE', '--header cannot set x-method-override: it would change'],
  ['GET /v1/orgs -f a[b]=c', 'invalid --field "a": the query of a GET holds no objects'],
  ['GET /v1/orgs -F a={}', 'invalid --field "a": the query of a GET holds no objects'],
  ['GET /v1/orgs -F a=[[1]]', 'invalid --field "a": the query of a GET holds no objects'],
  ['GET /v1/orgs --paginate -f page=', 'invalid --field "page": must not be empty'],
  [
    'POST /v1/orgs -F n=9007199254740993',
    'invalid --json-field: the value of "n" holds a number that would be',
  ],
  ['POST /v1/orgs -F n=1e400', 'invalid --json-field: the value of "n" holds a number that would be rounded'],
  ['GET /v1/orgs -H nonsense', 'invalid --header: write it as name:value'],
])('api %.60s is a usage error, and nothing is sent', async (line, message) => {
  const docs = await scriptedCli(() => ({ json: {} }));
  const run = await docs(`api ${line}`);
  expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
  expect(run.stderr).toContain(`error: ${message}`);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test.each(['json', 'jsonl', 'yaml', 'csv', 'tsv', 'table', 'id'])(
  'what is nested as deeply as may be is printed as %s',
  async (format) => {
    const deep = JSON.parse(`${'{"a":['.repeat(249)}1${']}'.repeat(249)}`);
    const docs = await scriptedCli(() => ({ json: { id: 's', deep } }));
    expect(await docs(`api GET /v1/x -o ${format}`)).toMatchObject({ code: 0, stderr: '' });
  },
);

test.each(['/v1/orgs/org_acme/teams?limit=1#f', '/v1/orgs/org_acme/teams#f', '/v1/orgs/org_acme/teams?a#'])(
  'the fragment of %s is refused: it is never sent',
  async (path) => {
    const docs = await sandboxCli();
    expect(await docs(['api', 'GET', path])).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'error: invalid <path>: it holds a fragment, from # on, which is never sent\nhint: leave it out; a # in a value is written %23\n',
      requests: [],
    });
    const meant = await docs(['api', 'GET', '/v1/orgs/org_acme/teams?title=a%23b']);
    expect(meant.requests).toMatchObject([{ path: '/v1/orgs/org_acme/teams?title=a%23b' }]);
  },
);
