import { describe, expect, test } from 'vitest';
import { type Script, scriptedCli } from '../support/cli.ts';

const failing =
  (status: number, message = 'because'): Script =>
  () => ({ status, json: { error: { code: status, message } } });

describe('what the service answers', () => {
  test.for([
    [400, 1, 'the service answered 400: because'],
    [401, 4, 'token rejected by https://docs.example'],
    [403, 4, 'not allowed: because'],
    [404, 5, 'not found: because'],
    [409, 6, 'conflict: because'],
    [412, 6, 'conflict: because'],
    [418, 1, 'the service answered 418: because'],
    [422, 1, 'the service answered 422: because'],
    [500, 7, '500'],
    [301, 1, 'redirect'],
  ] as const)('%i ends with exit code %i', async ([status, code, message]) => {
    const docs = await scriptedCli(failing(status));
    const run = await docs('sites get s');
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toMatch(/^error: /);
    expect(run.stderr).toContain(message);
  });

  test('an answer without a message is told once', async () => {
    const docs = await scriptedCli(() => ({ status: 400, json: {} }));
    expect((await docs('sites get s')).stderr).toBe('error: the service answered 400\n');
  });

  test('what the message says already is no detail', async () => {
    const json = { message: 'title is taken', errors: ['title is taken', { field: 'title', message: 'no' }] };
    const docs = await scriptedCli(() => ({ status: 422, json }));
    expect((await docs('sites get s')).stderr).toBe(
      'error: the service answered 422: title is taken\n  title: no\n',
    );
  });

  test('a field that the message names already is told once', async () => {
    const json = { message: 'title must be new', errors: [{ field: 'title', message: 'must be new' }] };
    const docs = await scriptedCli(() => ({ status: 422, json }));
    expect((await docs('sites get s')).stderr).toBe('error: the service answered 422: title must be new\n');
    expect(JSON.parse((await docs('sites get s --json')).stderr).error.details).toEqual([
      'title: must be new',
    ]);
  });

  test.each([
    ['sites create --title Handbook', { field: 'title', message: 'is taken' }, '--title (title): is taken'],
    ['sites create --title Handbook', { field: 'body.title', message: 'no' }, '--title (body.title): no'],
    ['sites create --space s', { path: ['spaces', 0], message: 'no' }, '--space (spaces.0): no'],
    ['sites create --space s', { path: '/spaces[0]', message: 'no' }, '--space (/spaces[0]): no'],
    ['openapi create a --url https://a.example/b', { field: 'source', message: 'no' }, '--url (source): no'],
    ['openapi create a --url https://a.example/b', { field: 'slug', message: 'no' }, '<slug> (slug): no'],
    [
      'sites update s --title Handbook',
      { field: 'visibility', message: 'no' },
      '--visibility (visibility): no',
    ],
    ['sites update s --title Handbook', { field: 'colour', message: 'no' }, 'colour: no'],
    ['sites update s --title Handbook', { field: 'org', message: 'no' }, 'org: no'],
    ['sites update s --title Handbook', { message: 'no' }, 'no'],
    ['sites update s --input site.json', { field: 'title', message: 'no' }, 'title: no'],
    ['api PATCH /v1/orgs/org_acme/sites/s -f title=x', { field: 'title', message: 'no' }, 'title: no'],
  ])('a field is named by what fills it: %s, %j', async (line, problem, detail) => {
    const json = { message: 'invalid input', errors: [problem] };
    const docs = await scriptedCli(() => ({ status: 422, json }), { 'site.json': '{"title":"Handbook"}' });
    const run = await docs(`${line} --yes`);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(`error: the service answered 422: invalid input\n  ${detail}\n`);
  });

  test('a message that holds the problems of fields names their flags', async () => {
    const details = [
      { path: ['title'], message: 'is taken' },
      { path: ['visibility'], message: 'is unknown' },
    ];
    const json = { error: { message: 'title is taken; visibility is unknown', details } };
    const docs = await scriptedCli(() => ({ status: 400, json }));
    expect((await docs('sites update s --title Handbook --visibility public --yes')).stderr).toBe(
      'error: the service answered 400: --title (title): is taken; --visibility (visibility): is unknown\n',
    );
    expect((await docs('api PATCH /v1/orgs/org_acme/sites/s -f title=x')).stderr).toBe(
      'error: the service answered 400: title is taken; visibility is unknown\n',
    );
  });

  test('a refused token names its source', async () => {
    const docs = await scriptedCli(failing(401));
    expect((await docs('sites get s')).stderr).toContain('DOCS_ADMIN_TOKEN');
  });

  test('a creation without an answer is an unknown outcome', async () => {
    const docs = await scriptedCli(failing(502));
    const run = await docs('sites create --title Handbook');
    expect(run).toMatchObject({ code: 10, stdout: '' });
    expect(run.requests).toHaveLength(1);
    expect(run.stderr).toContain('outcome unknown');
  });

  test('a read is tried four times', async () => {
    const docs = await scriptedCli(failing(503));
    expect((await docs('sites get s')).requests).toHaveLength(4);
    expect((await docs('sites get s --max-retries 1')).requests).toHaveLength(2);
  });

  test('with --json the error is one object on stderr', async () => {
    const docs = await scriptedCli(failing(404, 'no \u001b[2Jsuch site'));
    const run = await docs('sites get s --json');
    expect(run.stdout).toBe('');
    expect(run.stderr).not.toContain('\u001b');
    expect(JSON.parse(run.stderr)).toEqual({
      error: {
        kind: 'not-found',
        exitCode: 5,
        message: 'not found: no \u001b[2Jsuch site',
        hint: expect.any(String),
        status: 404,
        method: 'GET',
        url: 'https://docs.example/v1/orgs/org_acme/sites/s',
        details: [],
      },
    });
  });

  test.each([
    ['sites get s --bogus', 2],
    ['sites get a/b', 2],
    ['sites get name:Nowhere', 5],
    ['sites get s --max-retries 0', 7],
    ['sites create --title Handbook', 10],
  ])('with --json every error has its kind, its exit code and a list of details: %s', async (line, code) => {
    const docs = await scriptedCli(({ method, path }) =>
      method === 'GET' && path.includes('?') ? { json: { items: [] } } : { status: 502, json: {} },
    );
    const run = await docs(`${line} --json`);
    expect(JSON.parse(run.stderr)).toMatchObject({
      error: { kind: expect.any(String), exitCode: code, message: expect.any(String), details: [] },
    });
  });

  test.each([
    ['sites update site_docs --title Handbook', 'docs-admin sites get site_docs'],
    ['members set-sso user_grace --yes', 'docs-admin members get user_grace'],
    ['custom-fields create audience --type text', 'docs-admin custom-fields get audience'],
    ['change-requests merge 1 --space s --yes', 'docs-admin change-requests get 1 --space s'],
    ['change-requests create --space s --subject x', 'docs-admin change-requests list --space s'],
    ['comments create s --markdown x', 'docs-admin comments list --space s'],
    ['openapi set petstore --url https://a.example/x.json', 'docs-admin openapi get petstore'],
    ['sections move a --site s', 'docs-admin sections list --site s'],
  ])('a change with an unknown outcome is checked by what shows the thing: %s', async (line, reader) => {
    const docs = await scriptedCli(({ method }) =>
      method === 'GET' ? { status: 404, json: {} } : { json: [] },
    );
    const run = await docs(line);
    expect(run.code).toBe(10);
    expect(run.stderr).toContain(`check with \`${reader}\` whether it took effect`);
  });

  test('an answer that lacks what the contract promises is no success', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [{ id: 'a' }, {}] } }));
    const run = await docs('sites list --json');
    expect(run.code).toBe(7);
    expect(JSON.parse(run.stderr).error.message).toContain('items[1].id is missing');
  });

  test('text of the service never reaches the terminal raw, nor does the token', async () => {
    const docs = await scriptedCli(failing(400, 'bad \u001b]0;title\u0007 token-of-the-test'));
    const run = await docs('sites get s', { terminal: true });
    expect(run.stderr).toContain('^[]0;title^G');
    expect(run.stderr).not.toContain('token-of-the-test');
  });
});

describe('who is asked, and with what', () => {
  test('nothing set up at all', async () => {
    const docs = await scriptedCli(failing(500));
    const env = {
      DOCS_ADMIN_BASE_URL: '',
      DOCS_ADMIN_TOKEN: undefined as unknown as string,
      DOCS_ADMIN_ORG: '',
    };
    const run = await docs('sites list', { env });
    expect(run).toMatchObject({ code: 4, requests: [] });
    expect(run.stderr).toContain('docs-admin auth login');
    expect(run.stderr).toContain('--profile sandbox');
  });

  test.for([
    ['', 4, 'DOCS_ADMIN_TOKEN is set but empty'],
    ['two words', 2, 'the token contains'],
  ] as const)('the token %j', async ([DOCS_ADMIN_TOKEN, code, message]) => {
    const docs = await scriptedCli(failing(500));
    const run = await docs('sites get s', { env: { DOCS_ADMIN_TOKEN } });
    expect(run).toMatchObject({ code, requests: [] });
    expect(run.stderr).toContain(message);
  });

  test('a token with a trailing newline is trimmed', async () => {
    let seen = '';
    const docs = await scriptedCli((_, headers) => {
      seen = headers.authorization ?? '';
      return { json: { id: 's', items: [] } };
    });
    await docs('sites get s', { env: { DOCS_ADMIN_TOKEN: 'token-of-the-test\r\n' } });
    expect(seen).toBe('Bearer token-of-the-test');
    const status = await docs('auth status -o json', { env: { DOCS_ADMIN_TOKEN: 'token-of-the-test\r\n' } });
    expect(status.stdout).toContain('"env DOCS_ADMIN_TOKEN, without the white space around it"');
  });

  test.for([
    ['http://docs.example', 'refusing to send a token over http'],
    ['https://user:pass-of-mine@docs.example', 'contains a user name or password'],
    ['https://docs.example/?a=b', 'a query or a fragment'],
    ['docs.example', 'not an http(s) URL'],
    ['ftp://docs.example', 'not an http(s) URL'],
  ])('the address %s is refused', async ([url, message]) => {
    const docs = await scriptedCli(failing(500));
    const run = await docs('sites get s', { env: { DOCS_ADMIN_BASE_URL: url as string } });
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toContain('pass-of-mine');
  });

  test('a path prefix of the address is kept', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 's' } }));
    const run = await docs('sites get s --base-url https://docs.example/api/');
    expect(run.requests[0]?.path).toBe('/api/v1/orgs/org_acme/sites/s');
  });

  test('--debug shows requests and answers, never the token', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 's' } }));
    const run = await docs('sites get s --debug -o id');
    expect(run.stdout).toBe('s\n');
    expect(run.stderr).toContain('GET https://docs.example/v1/orgs/org_acme/sites/s');
    expect(run.stderr).toContain('200');
    expect(run.stderr).not.toContain('token-of-the-test');
  });
});

describe('input files', () => {
  const files = {
    'broken.json': '{"title": "s3cr3t-value"',
    'list.json': '[1]',
    'big.json': '{"n": 9007199254740993}',
    'big.yaml': 'n: 9007199254740993',
    'huge.json': '{"n": 1e400}',
    'shifted.json': '{"n": 90071992547409.93e2}',
    'huge.yaml': 'n: 1e400',
    'infinite.yaml': 'n: .inf',
    'none.yaml': 'n: .nan',
    'shifted.yaml': 'n: 90071992547409.93e2',
    'nested.json': `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    'cycle.yaml': 'a: &a\n  b: *a\n',
    'ring.yaml': 'a: &a [1, &b {c: *a, d: *b}]\n',
    'twice.json': '{"title": "s3cr3t-value",\n "a": {"b": 1},\n "t\\u0069tle": "b"}',
    'inner.json': '{"a": [{"b": {},\n"b": "s3cr3t-value"}]}',
    'twice.yaml': 'title: a\ntitle: b\n',
    'tag.yaml': 'title: !!js/function "s3cr3t-value"\n',
    'several.yaml': 'title: a\n---\ntitle: b\n',
    'deep.json': '['.repeat(50_000),
    'keys.yaml': Array.from({ length: 20_000 }, (_, n) => `k${n}: 1\n`)
      .join('')
      .concat('k7: 2\n'),
    'colon.yaml': 'title: Guides: new\n',
    'line.yaml': 'title:Guides\nvisibility: public\n',
    'quote.yaml': 'title: "Guides\n',
    'reserved.yaml': 'title: @guides\n',
    'comma.json': '{"title": "a" "visibility": "public"}',
    'empty.json': '',
    'words.yaml': 'title: no\n',
  };
  test.for([
    ['missing.json', 'missing.json'],
    ['broken.json', 'broken.json:1:'],
    ['list.json', 'list.json must hold an object'],
    ['big.json', 'big.json holds a number that would be rounded\nhint: write it as a string, in quotes'],
    ['big.yaml', 'big.yaml:1:4: not valid JSON or YAML (a number that would be rounded)'],
    ['huge.json', 'a number that would be rounded'],
    ['shifted.json', 'a number that would be rounded'],
    ['huge.yaml', 'a number that would be rounded'],
    ['infinite.yaml', 'a number that would be rounded'],
    ['none.yaml', 'a number that would be rounded'],
    ['shifted.yaml', 'a number that would be rounded'],
    ['nested.json', 'nested.json holds values nested more than 500 levels deep'],
    [
      'cycle.yaml',
      'cycle.yaml:1:1: not valid JSON or YAML (a value that an alias puts into itself, or too deep)',
    ],
    ['ring.yaml', 'a value that an alias puts into itself'],
    ['twice.json', 'twice.json:3: not valid JSON or YAML (duplicate key)'],
    ['inner.json', 'inner.json:2: not valid JSON or YAML (duplicate key)'],
    ['twice.yaml', 'twice.yaml:2:1'],
    ['tag.yaml', 'tag.yaml:1:'],
    ['several.yaml', 'several.yaml:2:1: not valid JSON or YAML (more than one document)'],
    ['deep.json', 'nested more than 100 deep'],
    ['keys.yaml', 'keys.yaml:20001:1: not valid JSON or YAML (duplicate key)'],
    ['colon.yaml', 'colon.yaml:1:8: not valid JSON or YAML (a text with ": " needs quotes, or a line'],
    ['line.yaml', 'line.yaml:1:1: not valid JSON or YAML (a line has no ": ")'],
    ['quote.yaml', 'quote.yaml:2:1: not valid JSON or YAML (a quote, a bracket or a ":" is missing)'],
    ['reserved.yaml', 'a text that begins with a reserved character needs quotes'],
    ['comma.json', 'comma.json:1:15: not valid JSON or YAML (a text where a comma, a quote or'],
    ['empty.json', 'empty.json is empty'],
  ])('%s is refused', async ([name, message]) => {
    const docs = await scriptedCli(failing(500), files);
    const run = await docs(`sites create --input ${name}`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toContain('s3cr3t-value');
  });

  test('YAML words stay what YAML 1.2 says', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 's' } }), files);
    expect((await docs('sites create --input words.yaml')).requests[0]?.body).toEqual({ title: 'no' });
  });

  test('standard input that is closed is refused', async () => {
    const docs = await scriptedCli(failing(500));
    expect(await docs('sites create --input -')).toMatchObject({ code: 2, requests: [] });
  });
});
