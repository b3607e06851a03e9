import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { type RunningServer, type ServerOptions, serve } from '../../src/sandbox/http/server.ts';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';
import { token } from './test-sandbox.ts';

const authorization = `Bearer ${token}`;
const members = '/v1/orgs/org_acme/members';
const megabyte = 1024 * 1024;

interface TestServer extends RunningServer {
  readonly port: number;
  /** How many requests have reached the sandbox. */
  readonly seen: () => number;
}

async function testServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const sandbox = openSandbox({ path: ':memory:', token, now: () => 0 });
  let seen = 0;
  const count = (request: Request) => {
    seen += 1;
    return sandbox.fetch(request);
  };
  const server = await serve(count, { port: 0, ...options });
  onTestFinished(async () => {
    await server.close();
    sandbox.close();
  });
  return { ...server, port: Number(new URL(server.baseUrl).port), seen: () => seen };
}

/** Sends bytes as they are and resolves with everything that comes back until the connection ends. */
function exchange(port: number, ...parts: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    // A server may stop reading in the middle: what it said before is what counts.
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    for (const part of parts) socket.write(part);
  });
}

function get(port: number, target: string, ...headers: string[]): Promise<string> {
  const lines = [
    `GET ${target} HTTP/1.1`,
    ...headers,
    `Authorization: ${authorization}`,
    'Connection: close',
    '',
    '',
  ];
  return exchange(port, lines.join('\r\n'));
}

const statusOf = (text: string) => Number(text.split(' ')[1]);

test('answers over HTTP what the sandbox answers, on one connection again and again', async () => {
  const { baseUrl } = await testServer();
  const headers = { authorization };
  const list = await fetch(`${baseUrl}${members}?limit=2`, { headers });
  expect(list.status).toBe(200);
  expect(list.headers.get('content-type')).toBe('application/json');
  expect(await list.json()).toMatchObject({ count: 25, items: [{}, {}] });
  const made = await fetch(`${baseUrl}/v1/orgs/org_acme/sites`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Über HTTP 手' }),
  });
  expect([made.status, ((await made.json()) as { title: string }).title]).toEqual([201, 'Über HTTP 手']);
  const gone = await fetch(`${baseUrl}/v1/orgs/org_acme/sites/site_1`, { method: 'DELETE', headers });
  expect([gone.status, await gone.text()]).toEqual([204, '']);
  expect((await fetch(`${baseUrl}${members}`)).status).toBe(401);
});

describe('who may ask', () => {
  test.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]:PORT',
    'localhost.evil:PORT',
    '',
  ])('host "%s" is refused before the sandbox sees it', async (host) => {
    const { port, seen } = await testServer();
    const answer = await get(port, members, `Host: ${host.replace('PORT', String(port))}`);
    expect([statusOf(answer), answer.includes('evil'), seen()]).toEqual([421, false, 0]);
  });

  test('two hosts are refused, whichever comes first', async () => {
    const { port, seen } = await testServer();
    const hosts = [`Host: 127.0.0.1:${port}`, 'Host: evil.example'];
    expect(statusOf(await get(port, members, ...hosts))).toBe(421);
    expect(statusOf(await get(port, members, ...hosts.reverse()))).toBe(421);
    expect(seen()).toBe(0);
  });

  test.each(['127.0.0.1', 'localhost', 'LocalHost'])('host %s is served', async (host) => {
    const { port } = await testServer();
    expect(statusOf(await get(port, members, `Host: ${host}:${port}`))).toBe(200);
  });

  test.each(['https://evil.example', 'null', 'http://localhost:3000', 'http://127.0.0.1'])(
    'a page of origin %s is refused, whatever it sends',
    async (origin) => {
      const { baseUrl, seen } = await testServer();
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const body = method === 'POST' ? '{}' : null;
        const response = await fetch(baseUrl + members, { method, headers: { origin, authorization }, body });
        const cors = [...response.headers.keys()].filter((name) => name.startsWith('access-control'));
        expect([response.status, cors]).toEqual([403, []]);
      }
      expect(seen()).toBe(0);
    },
  );

  test('a request of its own origin is served', async () => {
    const { baseUrl } = await testServer();
    const response = await fetch(baseUrl + members, { headers: { origin: baseUrl, authorization } });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  test('no one on another address of this machine', async () => {
    const { port } = await testServer();
    const refused = await new Promise((resolve) => {
      connect(port, '127.0.0.2')
        .on('error', () => resolve(true))
        .on('connect', () => resolve(false));
    });
    expect(refused).toBe(true);
  });
});

test.each(['TRACE', 'OPTIONS', 'HEAD', 'PROPFIND'])('method %s is refused', async (method) => {
  const { port } = await testServer();
  const lines = [
    `${method} ${members} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: ${authorization}`,
  ];
  const answer = await exchange(port, [...lines, 'Connection: close', '', ''].join('\r\n'));
  expect(statusOf(answer)).toBe(405);
  expect(answer).not.toContain(token);
});

describe('what may be asked', () => {
  test.each([
    ['/v1/orgs/org_acme/teams/../members', 400],
    ['/v1/orgs/org_acme/teams/%2e%2e/members', 400],
    ['/v1/orgs/org_acme/./members', 400],
    ['/v1/orgs/org_acme\\members', 400],
    ['/v1/orgs/org_acme/members/\u00e9', 400],
    ['http://evil.example/v1/orgs/org_acme/members', 400],
    ['*', 400],
    ['//v1/orgs/org_acme/members', 404],
    ['/v1/orgs/org_acme/members/%2f', 400],
    [`/v1/${'a'.repeat(8000)}`, 404],
  ])('%s answers %i', async (target, status) => {
    const { port } = await testServer();
    expect(statusOf(await get(port, target, `Host: 127.0.0.1:${port}`))).toBe(status);
  });

  test.each([
    ['no HTTP', 400, 'nonsense\r\n\r\n'],
    ['another version', 400, 'GET / HTTP/9.9\r\n\r\n'],
    ['large headers', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    [
      'two lengths',
      400,
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['no host', 421, `GET ${members} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ])('a broken request is refused like all others, and the server goes on: %s', async (_, status, bytes) => {
    const { port, baseUrl, seen } = await testServer();
    const [head = '', body = ''] = (await exchange(port, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w+`));
    expect(head).toMatch(/^content-type: application\/json\r$/im);
    expect(JSON.parse(body)).toEqual({ error: { code: status, message: expect.any(String) } });
    expect(seen()).toBe(0);
    expect((await fetch(baseUrl + members, { headers: { authorization } })).status).toBe(200);
  });
});

test.each([
  ['Expect: 200-ok', 417],
  [`Authorization: ${authorization}`, 400],
  ['Authorization: Bearer other', 400],
  ['Content-Type: text/plain\r\nContent-Type: application/json', 400],
])('the header "%s" is refused', async (header, status) => {
  const { port, seen } = await testServer();
  const answer = await get(port, members, `Host: 127.0.0.1:${port}`, header);
  expect([statusOf(answer), answer.includes(`{"error":{"code":${status},`), seen()]).toEqual([
    status,
    true,
    0,
  ]);
});

test('nothing is said in the middle of an answer', async () => {
  const half = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('half')) });
  const server = await serve(async () => new Response(half), { port: 0 });
  onTestFinished(() => server.close());
  const { host, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    if (text.includes('half')) socket.write('nonsense\r\n\r\n');
  });
  socket.on('error', () => {});
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text.endsWith('half\r\n'), text).toBe(true);
});

describe('a body over the limit', () => {
  const head = (port: number, length: string) =>
    `POST /v1/orgs/org_acme/sites HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\n` +
    `Content-Type: application/json\r\n${length}\r\n\r\n`;

  test('is answered with 413, and the connection closed', async () => {
    const { port } = await testServer();
    const answer = await exchange(
      port,
      head(port, `Content-Length: ${11 * megabyte}`),
      Buffer.alloc(11 * megabyte),
    );
    expect(statusOf(answer)).toBe(413);
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test('that comes in chunks without an end, too', async () => {
    const { port } = await testServer();
    const chunk = Buffer.concat([
      Buffer.from(`${megabyte.toString(16)}\r\n`),
      Buffer.alloc(megabyte, ' '),
      Buffer.from('\r\n'),
    ]);
    const answer = await exchange(port, head(port, 'Transfer-Encoding: chunked'), ...Array(40).fill(chunk));
    expect(statusOf(answer)).toBe(413);
  });

  test('that is announced and does not come is refused at once', async () => {
    const { port } = await testServer();
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(head(port, 'Content-Length: 99999999999'));
    const [chunk] = await once(socket, 'data');
    expect(statusOf(chunk.toString())).toBe(413);
    expect(chunk.toString().toLowerCase()).toContain('connection: close');
  });

  test('leaves the server fit for the next request', async () => {
    const { port, baseUrl } = await testServer();
    await exchange(
      port,
      head(port, 'Transfer-Encoding: chunked'),
      'fffffff\r\n',
      Buffer.alloc(30 * megabyte, ' '),
    );
    expect((await fetch(baseUrl + members, { headers: { authorization } })).status).toBe(200);
  });
});

test('a small body that no one wanted does not hide the answer', async () => {
  const { baseUrl } = await testServer();
  const response = await fetch(`${baseUrl}/v1/orgs/org_acme/sites`, {
    method: 'POST',
    body: 'x'.repeat(megabyte),
  });
  expect(response.status).toBe(401);
});

describe('whoever is too slow is sent away', () => {
  test('in the headers', async () => {
    const { port } = await testServer({ headersTimeout: 300, requestTimeout: 600 });
    expect(statusOf(await exchange(port, 'GET / HTTP/1.1\r\nHost: '))).toBe(408);
  });

  test('in the body', async () => {
    const { port } = await testServer({ headersTimeout: 300, requestTimeout: 600 });
    const lines = [
      'POST /v1/orgs/org_acme/sites HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      'Content-Length: 100',
    ];
    expect(await exchange(port, `${lines.join('\r\n')}\r\n\r\nabc`)).toMatch(/^HTTP\/1\.1 408|^$/);
  });

  test('in a body that no one waits for, after the answer', async () => {
    const { port } = await testServer({ headersTimeout: 300, requestTimeout: 600 });
    const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100\r\n\r\nabc`;
    expect(statusOf(await exchange(port, head))).toBe(401);
  });

  test('and too many connections are not taken', async () => {
    const { port, baseUrl } = await testServer({ maxConnections: 3 });
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    for (let at = 0; at < 3; at++) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      await new Promise((resolve) => socket.once('connect', resolve));
    }
    await expect(fetch(baseUrl + members, { headers: { authorization } })).rejects.toThrow();
    sockets[0]?.destroy();
    await new Promise((resolve) => sockets[0]?.once('close', resolve));
    await expect
      .poll(() =>
        fetch(baseUrl + members, { headers: { authorization } }).then(
          (r) => r.status,
          () => 0,
        ),
      )
      .toBe(200);
  });
});

describe('closing', () => {
  test('lets a request under way end', async () => {
    let answer = (_: Response) => {};
    let start = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const slow = () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
        start();
      });
    const server = await serve(slow, { port: 0 });
    const response = fetch(server.baseUrl);
    await started;
    const closed = server.close();
    answer(Response.json({ done: true }));
    expect(await (await response).json()).toEqual({ done: true });
    await closed;
    await expect(fetch(server.baseUrl)).rejects.toThrow();
  });

  test('does not wait for one that never ends, nor for idle connections', async () => {
    const server = await serve(() => new Promise(() => {}), { port: 0 });
    const idle = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
    onTestFinished(() => void idle.destroy());
    await new Promise((resolve) => idle.once('connect', resolve));
    const hanging = fetch(server.baseUrl).catch(() => 'cut');
    await server.close();
    expect(await hanging).toBe('cut');
  });
});

test('an answer that breaks off in the middle is cut, not ended as if it were whole', async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"items":[')),
    pull: (controller) => controller.error(new Error('dropped')),
  });
  const server = await serve(async () => new Response(broken, { headers: { 'content-length': '100' } }), {
    port: 0,
  });
  onTestFinished(() => server.close());
  await expect(fetch(server.baseUrl).then((response) => response.text())).rejects.toThrow();
});

test('a port that is taken is the caller’s mistake', async () => {
  const { port } = await testServer();
  await expect(testServer({ port })).rejects.toThrow(UsageError);
  await expect(testServer({ port })).rejects.toThrow(`127.0.0.1:${port}`);
});
