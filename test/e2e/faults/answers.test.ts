import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { canaries } from '../../support/canaries.ts';
import { answer, inTurn, json, type Script, thenReset } from '../../support/scripted-server.ts';
import { type Fault, faults, onStage } from '../../support/stage.ts';

const get = 'GET /v1/orgs/org_acme/sites/s';
const post = 'POST /v1/orgs/org_acme/sites';
const list = 'GET /v1/orgs/org_acme/sites?limit=1000';
const body = '{"id":"s","title":"Handbook"}';
const printed = '{\n  "id": "s",\n  "title": "Handbook"\n}\n';
const page = '<html><title>Sign in</title><input name="password"></html>';
const isJson = 'Content-Type: application/json';

/** The answer to `sites get`, the message for it, and the exit code. */
type Row = readonly [answer: string | Uint8Array, code: number, told: Fault['stderr'] | { stdout: string }];

const unusable: Readonly<Record<string, Row>> = {
  'a login page': [
    answer(page, ['Content-Type: text/html; charset=utf-8']),
    7,
    ['error: expected JSON, got text/html (login page or proxy?)', 'hint: check --base-url'],
  ],
  'JSON that is called text': [answer(body, ['Content-Type: text/plain']), 0, { stdout: printed }],
  'JSON that is called nothing': [answer(body), 0, { stdout: printed }],
  'text that is called JSON': [
    answer('Unexpected <', [isJson]),
    7,
    'error: expected JSON, got something else',
  ],
  'bytes that are no UTF-8': [answer(Buffer.from([0x7b, 0xff]), [isJson]), 7, 'error: expected JSON, got'],
  'nothing at all': [answer('', [isJson]), 7, 'error: empty answer for GET /v1/orgs/org_acme/sites/s'],
  'a 204': ['HTTP/1.1 204 No Content\r\n\r\n', 7, 'error: empty answer for GET'],
  null: [json(null), 7, 'error: unexpected answer for GET /v1/orgs/org_acme/sites/s: the body '],
  'a number too large to hold': [
    answer('{"id":"s","n":9007199254740993}', [isJson]),
    7,
    'holds a number that would be rounded',
  ],
  'a field of the wrong type': [
    json({ id: 7, secret: canaries.token }, '200 OK', ['X-Request-Id: req_1']),
    7,
    /^error: unexpected answer for GET \/v1\/orgs\/org_acme\/sites\/s: field id .+ \(request req_1\)\n$/,
  ],
  'gzip that no one asked for': [
    answer(gzipSync(body), [isJson, 'Content-Encoding: gzip']),
    0,
    { stdout: printed },
  ],
  'brotli that no one asked for': [
    answer(brotliCompressSync(body), [isJson, 'Content-Encoding: br']),
    0,
    { stdout: printed },
  ],
  'deflate that no one asked for': [
    answer(deflateSync(body), [isJson, 'Content-Encoding: deflate']),
    0,
    { stdout: printed },
  ],
  'an unknown encoding': [
    answer(body, [isJson, 'Content-Encoding: zstd']),
    7,
    'error: unsupported content-encoding',
  ],
  'two encodings': [
    answer(gzipSync(gzipSync(body)), [isJson, 'Content-Encoding: gzip, gzip']),
    7,
    'error: unsupported content-encoding',
  ],
  'an encoding that it does not have': [
    answer(body, [isJson, 'Content-Encoding: gzip']),
    7,
    'error: the answer is not valid gzip data',
  ],
  'a compressed body without end': [
    answer(gzipSync(Buffer.alloc(65 * 1024 * 1024, 32)), [isJson, 'Content-Encoding: gzip']),
    7,
    'error: answer larger than 64 MiB',
  ],
  'names that are traps': [
    answer('{"__proto__":{"x":1},"constructor":{"prototype":{"y":2}},"id":"s"}', [isJson]),
    0,
    {
      stdout:
        '{\n  "__proto__": {\n    "x": 1\n  },\n  "constructor": {\n    "prototype": {\n      "y": 2\n    }\n  },\n  "id": "s"\n}\n',
    },
  ],
  'fields and values that no one has documented': [
    json({ id: 's', visibility: 'intergalactic', fresh: [1] }),
    0,
    { stdout: '{\n  "id": "s",\n  "visibility": "intergalactic",\n  "fresh": [\n    1\n  ]\n}\n' },
  ],
};

faults(
  Object.fromEntries(
    Object.entries(unusable).map(([name, [bytes, code, told]]): [string, Fault] => [
      name,
      {
        service: inTurn(bytes),
        line: code === 0 ? 'sites get s -o json' : 'sites get s',
        code,
        ...(typeof told === 'object' && 'stdout' in told ? told : { stderr: told }),
        requests: [get],
      },
    ]),
  ),
);

faults({
  'an empty answer to a deletion': {
    service: inTurn(json({ id: 's', title: 'Handbook' }), answer('')),
    line: 'sites delete s --yes',
    code: 0,
    stderr: 'deleted site "Handbook" (s)',
    requests: [get, 'DELETE /v1/orgs/org_acme/sites/s'],
  },
  'a login page in answer to a deletion': {
    service: inTurn(json({ id: 's', title: 'Handbook' }), answer(page, ['Content-Type: text/html'])),
    line: 'sites delete s --yes',
    code: 10,
    stderr: 'outcome unknown (expected JSON, got text/html (login page or proxy?))',
    requests: [get, 'DELETE /v1/orgs/org_acme/sites/s'],
  },
  'an unusable answer to a POST': {
    service: inTurn(answer('oops', [isJson], '201 Created')),
    line: 'sites create --title Handbook',
    code: 10,
    stderr: [
      'error: request sent, no usable answer: outcome unknown (expected JSON, got something else)',
      'hint: check with `docs-admin sites list` whether it took effect before you send it again; check --base-url too',
    ],
    requests: [post],
  },
  'a login page in answer to any POST': {
    service: inTurn(answer(page, ['Content-Type: text/html'])),
    line: 'api POST /v1/orgs/org_acme/sites -f title=Handbook',
    code: 10,
    stderr: [
      'error: request sent, no usable answer: outcome unknown (expected JSON, got text/html (login page or proxy?))',
      'hint: check with `docs-admin api GET` whether it took effect before you send it again; check --base-url too',
    ],
    requests: [post],
  },
  'an answer to a POST without what it must have': {
    service: inTurn(json({ title: 'Handbook' }, '201 Created')),
    line: 'sites create --title Handbook',
    code: 10,
    stderr: ['error: request sent, no usable answer: outcome unknown (unexpected answer for POST /v1/'],
    requests: [post],
  },
  'a login page for a POST': {
    service: inTurn(answer(page, ['Content-Type: text/html'])),
    line: 'sites create --title Handbook',
    code: 10,
    stderr: ['outcome unknown (expected JSON, got text/html (login page or proxy?))'],
    requests: [post],
  },
  'an unusable answer to a change that can be repeated': {
    service: inTurn(answer('oops', [isJson])),
    line: 'sites update s --title Handbook',
    code: 10,
    stderr: 'error: request sent, no usable answer: outcome unknown (expected JSON, got something else)',
    requests: ['PATCH /v1/orgs/org_acme/sites/s'],
  },
  'a missing field in the middle of a list': {
    service: inTurn(json({ items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { title: 'x' }] })),
    line: 'sites list --json',
    code: 7,
    stdout: '',
    stderr: 'field items[3].id is missing',
    requests: [list],
  },
});

const hostile = '\u001b]0;owned\u0007\u001b[2J\r\u202e\u009b31m';
const shown = '^[]0;owned^G^[[2J^M<U+202E><U+009B>31m';
const denial = (message: string) => JSON.stringify({ error: { code: 'x', message } });

/** Status and body of an error answer, with the expected message. */
const statuses: Readonly<
  Record<string, readonly [status: string, body: string, code: number, told: string | RegExp]>
> = {
  '400': ['400 Bad Request', denial('bad'), 1, 'error: the service answered 400: bad'],
  '401': [
    '401 Unauthorized',
    denial('bad'),
    4,
    'error: token rejected by {origin} (source: env DOCS_ADMIN_TOKEN): bad',
  ],
  '403': ['403 Forbidden', denial('needs admin'), 4, 'error: not allowed: needs admin'],
  '404': ['404 Not Found', denial('none'), 5, 'error: not found: none'],
  '409': ['409 Conflict', denial('busy'), 6, 'error: conflict: busy'],
  '412': ['412 Precondition Failed', denial('old'), 6, 'error: conflict: old'],
  '413': ['413 Content Too Large', denial('large'), 1, 'error: the service answered 413: large'],
  '422': [
    '422 Unprocessable Content',
    JSON.stringify({ error: { message: 'invalid', details: [{ path: 'title', message: 'too long' }] } }),
    1,
    // The flag that fills the field is named where the line has one.
    /^ {2}(title|--title \(title\)): too long$/m,
  ],
  'an error page': [
    '400 Bad Request',
    `<html><b>bad${hostile}</b></html>`,
    1,
    `400: bad${shown}`.replace('^M', ' '),
  ],
  'a binary error': ['400 Bad Request', '\u0000\u0001\u0002', 1, 'error: the service answered 400: ^@^A^B'],
  'an error that repeats the token': [
    '400 Bad Request',
    denial(`no ${canaries.token}`),
    1,
    'answered 400: no ***',
  ],
  'an error with terminal sequences': ['400 Bad Request', denial(hostile), 1, `answered 400: ${shown}`],
  'an error without end': ['400 Bad Request', 'x'.repeat(1_000_000), 1, `400: ${'x'.repeat(280)}`],
};

faults(
  Object.fromEntries(
    Object.entries(statuses).flatMap(([name, [status, text, code, told]]): [string, Fault][] => {
      const service = inTurn(
        answer(text, name === 'an error page' ? ['Content-Type: text/html'] : [isJson], status),
      );
      return [
        [`${name} to a GET`, { service, line: 'sites get s', code, stderr: told, requests: [get] }],
        [
          `${name} to a POST`,
          { service, line: 'sites create --title Handbook', code, stderr: told, requests: [post] },
        ],
      ];
    }),
  ),
  { here: true },
);

const failing = answer('', [], '500 Internal Server Error');

faults({
  'two failures of the server, and then success': {
    service: inTurn(failing, answer('', [], '502 Bad Gateway'), json({ id: 's' })),
    line: 'sites get s -o id --max-retries 3',
    code: 0,
    stdout: 's\n',
    requests: [get, get, get],
  },
  'a server that fails again and again': {
    service: inTurn(
      json({ error: { message: 'ouch' } }, '500 Internal Server Error', ['X-Request-Id: req_9']),
    ),
    line: 'sites get s --max-retries 3',
    code: 7,
    stderr: /^error: server error 500 after 4 attempts \([\d.]+ s\): ouch \(request req_9\)\n/,
    requests: [get, get, get, get],
  },
  'a write that fails once': {
    service: inTurn(failing, json({ id: 's', title: 'New' })),
    line: 'sites update s --title New -o id',
    code: 0,
    stdout: 's\n',
    requests: ['PATCH /v1/orgs/org_acme/sites/s', 'PATCH /v1/orgs/org_acme/sites/s'],
  },
  ...Object.fromEntries(
    ['500 Internal Server Error', '502 Bad Gateway', '503 Service Unavailable', '504 Gateway Timeout'].map(
      (status) => [
        `${status} to a POST`,
        {
          service: inTurn(answer('', [], status)),
          line: 'sites create --title Handbook',
          code: 10,
          stderr: `error: request sent, no answer: outcome unknown (server error ${status.slice(0, 3)})`,
          requests: [post],
        },
      ],
    ),
  ),
});

const first = json({ items: [{ id: 'a' }], next: { page: 'A' } });
const next = (cursor: string) => `${list}&page=${cursor}`;
const more = (id: string, cursor: string) => json({ items: [{ id }], next: { page: cursor } });

faults({
  'a cursor that repeats': {
    service: inTurn(first, more('b', 'A')),
    line: 'sites list --json',
    code: 7,
    stdout: /^\[[^\]]*"a"[^\]]*"b"[^\]]*$/,
    stderr: '"message":"the server repeats a cursor; stopped after 2 items"',
    requests: [list, next('A')],
  },
  'cursors that go round': {
    service: inTurn(first, more('b', 'B'), more('c', 'A')),
    line: 'sites list -o id',
    code: 7,
    stdout: 'a\nb\nc\n',
    stderr: 'error: the server repeats a cursor; stopped after 3 items',
    requests: [list, next('A'), next('B')],
  },
  'a page that fails': {
    service: inTurn(first, failing),
    line: 'sites list --json --max-retries 0',
    code: 7,
    stdout: /^\[[^\]]*"a"[^\]]*$/,
    stderr: 'server error 500',
    requests: [list, next('A')],
  },
  'a page that is cut off': {
    service: inTurn(first, thenReset(more('b', 'B').subarray(0, -9))),
    line: 'sites list --json --max-retries 0',
    code: 7,
    stdout: /^\[[^\]]*"a"[^\]]*$/,
    stderr: 'answer cut off',
    requests: [list, next('A')],
  },
});

const docs = { id: 'a', title: 'Docs' };
faults(
  {
    'a thing that two pages show, by its name': {
      service: inTurn(
        json({ items: [docs], next: { page: 'A' } }),
        json({ items: [docs] }),
        json({ id: 'a', title: 'Docs' }),
      ),
      line: 'sites get name:Docs -o id',
      code: 0,
      stdout: 'a\n',
      requests: [
        'GET /v1/orgs/org_acme/sites?title=Docs&limit=1000',
        'GET /v1/orgs/org_acme/sites?title=Docs&limit=1000&page=A',
        'GET /v1/orgs/org_acme/sites/a',
      ],
    },
  },
  { here: true },
);

test.concurrent('empty pages without end', () =>
  onStage(async (stage) => {
    const empty: Script = (socket, _, n) => socket.write(json({ items: [], next: { page: `p${n}` } }));
    await stage.service(empty);
    const numbers = Array.from({ length: 99 }, (_, n) => next(`p${n}`));
    const { stdout } = await stage.run('sites list --json', {
      code: 7,
      stdout: /^\[?\n?$/,
      stderr: 'the server sends one empty page after the other; stopped after 0 items',
      requests: [list, ...numbers],
    });
    expect(stdout).not.toContain(']');
  }));

const gone = json({ error: { code: 404, message: 'gone' } }, '404 Not Found');
const none = json({ items: [] });
const groups = '/v1/orgs/org_acme/sites/s/section-groups';

faults({
  'a move in a site without section groups': {
    service: inTurn(none, json({ id: 's' }), gone),
    line: 'section-groups move g --site s',
    env: { DOCS_ADMIN_HISTORY: 'on' },
    code: 5,
    stderr: ['error: not found: gone', 'hint: check the id'],
    requests: [`GET ${groups}?limit=1000`, get, `POST ${groups}/g/move`],
  },
});
