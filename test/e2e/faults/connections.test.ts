import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  answer,
  inTurn,
  json,
  type Script,
  silent,
  thenClose,
  thenReset,
} from '../../support/scripted-server.ts';
import { faults, onStage } from '../../support/stage.ts';

const get = 'GET /v1/orgs/org_acme/sites/s';
const post = 'POST /v1/orgs/org_acme/sites';
const remove = 'DELETE /v1/orgs/org_acme/openapi/s';
const put = 'PUT /v1/orgs/org_acme/openapi/pets';
const unknown = 'error: request sent, no answer: outcome unknown';
const site = json({ id: 's', title: 'Handbook' });
const half = site.subarray(0, -10);
const short = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id":1';

/** Begins an answer whose body comes byte by byte, and never ends. */
const dripping: Script = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
  const drip = setInterval(() => socket.write(' '), 50);
  socket.on('close', () => clearInterval(drip));
};

faults({
  'a host that does not resolve': {
    line: 'sites get s --base-url https://docs.invalid',
    env: { HTTPS_PROXY: undefined },
    code: 7,
    stderr: ['error: cannot resolve host docs.invalid, after 2 attempts', /hint: .*--base-url.*HTTPS_PROXY/],
  },
  'a connection that takes too long': {
    // Nobody answers to TLS, which is a part of connecting.
    service: silent,
    line: 'sites get s --base-url https://127.0.0.1:{port} --timeout 1 --max-retries 0',
    code: 7,
    stderr: 'error: connect timed out after 2 s',
  },
  'no answer to a GET': {
    service: silent,
    line: 'sites get s --timeout 1',
    code: 7,
    stderr: 'error: no response in 1 s, after 2 attempts',
    requests: [get, get],
  },
  'no answer to a POST': {
    service: silent,
    line: 'sites create --title Handbook --timeout 1',
    code: 10,
    stderr: [`${unknown} (no response in 1 s)`, 'hint: check '],
    requests: [post],
  },
  'no answer while the end of processing is waited for': {
    service: inTurn(json({ id: 'o', slug: 'pets', processingState: 'pending' }), silent),
    line: 'openapi set pets --url https://a.example/x --wait --wait-timeout 2 -o id',
    code: 7,
    stdout: 'pets\n',
    stderr: /^error: OpenAPI specification pets is still processed after 2 s\nhint: /,
    requests: [put, 'GET /v1/orgs/org_acme/openapi/pets'],
  },
  'an answer that drips without end': {
    service: dripping,
    line: 'sites get s --timeout 1 --max-retries 0',
    code: 7,
    stderr: 'error: response not complete in 2 s',
    requests: [get],
  },
  'an answer that drips without end, to a POST': {
    service: dripping,
    line: 'sites create --title Handbook --timeout 1',
    code: 10,
    stderr: `${unknown} (response not complete in 2 s)`,
    requests: [post],
  },
  'a reset in the middle of an answer to a GET': {
    service: inTurn(thenReset(half), site),
    line: 'sites get s -o id',
    code: 0,
    stdout: 's\n',
    requests: [get, get],
  },
  'a reset in the middle of an answer to a PUT': {
    service: inTurn(thenReset(half), json({ object: 'openapi-spec', id: 'o', slug: 'pets' })),
    line: 'openapi set pets --url https://pets.example/openapi.json -o id',
    code: 0,
    stdout: /./,
    requests: [put, put],
  },
  'a reset in the middle of an answer to a DELETE': {
    service: inTurn(thenReset(half), 'HTTP/1.1 204 No Content\r\n\r\n'),
    line: 'openapi delete s --yes',
    code: 0,
    stderr: 'deleted OpenAPI specification s',
    requests: [remove, remove],
  },
  'a DELETE that was carried out before the connection broke': {
    service: inTurn(thenReset(''), json({ error: { message: 'gone' } }, '404 Not Found')),
    line: 'openapi delete s --yes',
    code: 0,
    stderr: 'deleted OpenAPI specification s',
    requests: [remove, remove],
  },
  'a DELETE that finds nothing at once': {
    service: inTurn(json({ error: { message: 'gone' } }, '404 Not Found')),
    line: 'openapi delete s --yes',
    code: 5,
    stderr: 'error: not found: gone',
    requests: [remove],
  },
  'a reset in the middle of an answer to a POST': {
    service: thenReset(half),
    line: 'sites create --title Handbook',
    code: 10,
    stderr: `${unknown} (answer cut off)`,
    requests: [post],
  },
  'a reset in place of an answer to a POST': {
    service: thenReset(''),
    line: 'sites create --title Handbook',
    code: 10,
    stderr: `${unknown} (connection closed by {origin} before an answer came)`,
    requests: [post],
  },
  'an answer shorter than it says': {
    service: thenClose(short),
    line: 'sites get s',
    code: 7,
    stderr: 'error: answer cut off, after 2 attempts',
    requests: [get, get],
  },
  'an answer shorter than it says, to a POST': {
    service: thenClose(short),
    line: 'sites create --title Handbook',
    code: 10,
    stderr: `${unknown} (answer cut off)`,
    requests: [post],
  },
  'headers without end': {
    service: (socket) => socket.write(answer('', [`X-Long: ${'x'.repeat(20_000)}`])),
    line: 'sites get s',
    code: 7,
    stderr: 'error: answer headers too large',
    requests: [get],
  },
  'headers without end, to a POST': {
    service: (socket) => socket.write(answer('', [`X-Long: ${'x'.repeat(20_000)}`])),
    line: 'sites create --title Handbook',
    code: 10,
    stderr: `${unknown} (answer headers too large)`,
    requests: [post],
  },
  'a body without end': {
    service: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', more);
      more();
    },
    line: 'sites get s',
    code: 7,
    stderr: 'error: answer larger than 64 MiB',
    requests: [get],
  },
  ...Object.fromEntries(
    Object.entries({
      'a status line of no protocol': 'ICY 200 OK\r\n\r\n',
      'an answer of HTTP/0.9': '<html>hello</html>',
      'header lines that end in a bare line feed': 'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}',
      'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      'a length and chunks':
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'an upgrade that no one asked for':
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: foo\r\nConnection: upgrade\r\n\r\n',
    }).flatMap(([name, bytes]) => [
      [
        name,
        {
          service: inTurn(bytes),
          line: 'sites get s --max-retries 0',
          code: 7,
          stderr: 'error: not a valid HTTP answer',
          requests: [get],
        },
      ],
      [
        `${name}, to a POST`,
        {
          service: inTurn(bytes),
          line: 'sites create --title Handbook',
          code: 10,
          stderr: `${unknown} (not a valid HTTP answer)`,
          requests: [post],
        },
      ],
    ]),
  ),
});

test.concurrent('a refused connection', () =>
  onStage(async (stage) => {
    const { close } = await stage.service(silent);
    await close();
    const refused = { code: 7, stderr: 'error: connection refused by {origin}, after 4 attempts' };
    await stage.run('sites get s --max-retries 3', refused);
    await stage.run('sites create --title Handbook --max-retries 3', refused);
  }));

test.concurrent('a kept connection that is closed before the next request', () =>
  onStage(async (stage) => {
    const page = json({ items: [{ id: 'a' }], next: { page: 'two' } });
    const service = await stage.service((socket, _, n) => {
      // The first page comes with a promise to keep the connection, which is broken at once.
      if (n === 0) socket.write(page, () => socket.destroy());
      else socket.write(json({ items: [{ id: 'b' }] }));
    });
    const list = 'GET /v1/orgs/org_acme/sites?limit=1000';
    await stage.run('sites list -o id --no-headers', {
      code: 0,
      stdout: 'a\nb\n',
      requests: [list, `${list}&page=two`],
    });
    expect(service.connections).toHaveLength(2);
  }));

/** The two requests of `teams update`: the read that undo needs, and the change. */
const update = {
  line: 'teams update t --title Docs -o id',
  code: 0,
  stdout: 't\n',
  requests: ['GET /v1/orgs/org_acme/teams/t', 'PATCH /v1/orgs/org_acme/teams/t'],
};
const team = json({ id: 't', title: 'Docs' });

test.concurrent('a change goes over the connection of the read before it', () =>
  onStage(async (stage) => {
    const service = await stage.service((socket) => void socket.write(team));
    await stage.run(update.line, update, { env: { DOCS_ADMIN_HISTORY: 'on' } });
    expect(service.connections).toHaveLength(1);
  }));

/** A disk that takes long for each record, during which nothing else of the process runs. */
const slowDisk = `
  const fs = require('node:fs');
  const { fsyncSync } = fs;
  fs.fsyncSync = (file) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    fsyncSync(file);
  };
`;

test.concurrent('a change never goes over a connection that was closed since the read before it', () =>
  onStage(async (stage) => {
    writeFileSync(join(stage.home, 'slow-disk.cjs'), slowDisk);
    const service = await stage.service((socket) => {
      socket.write(team);
      setTimeout(() => socket.destroy(), 50);
    });
    const env = { DOCS_ADMIN_HISTORY: 'on', NODE_OPTIONS: `--require ${join(stage.home, 'slow-disk.cjs')}` };
    await stage.run(update.line, update, { env });
    expect(service.connections).toHaveLength(2);
  }));
