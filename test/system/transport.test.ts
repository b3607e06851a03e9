import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { notSent, unclear, unusable } from '../support/failures.ts';
import { answer, type Script, scriptedServer } from '../support/scripted-server.ts';
import { failure, network, text } from './network.ts';

async function serverAt(script: Script) {
  const server = await scriptedServer(script);
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}

/** Resolves when the first connection has been made and ended. */
async function firstEnds(connections: readonly Socket[]): Promise<void> {
  while (!connections[0]?.destroyed) await new Promise(setImmediate);
}

describe('an exchange', () => {
  test('sends exactly the request, and gives the complete answer', async () => {
    const headers = ['X-Request-Id: r1', 'X-Twice: a', 'x-twice: b'];
    const { url, requests } = await serverAt((socket) =>
      socket.write(answer('{"id":1}', headers, '201 Created')),
    );
    const reply = await network().send(`${url}/v1/a%2Fb?x=1&x=2`, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: '{"title":"ü"}',
    });
    expect(requests).toEqual([
      [
        'POST /v1/a%2Fb?x=1&x=2 HTTP/1.1',
        `host: ${new URL(url).host}`,
        'connection: keep-alive',
        'authorization: Bearer token',
        'content-type: application/json',
        'content-length: 14',
        '',
        '{"title":"Ã¼"}',
      ].join('\r\n'),
    ]);
    expect(reply).toMatchObject({ status: 201, headers: { 'x-request-id': 'r1', 'x-twice': 'a, b' } });
    expect(text(reply)).toBe('{"id":1}');
  });

  test('keeps the connection for the next request', async () => {
    const { url, connections } = await serverAt((socket, _, n) => socket.write(answer(`answer ${n}`)));
    const { send } = network();
    expect(text(await send(url))).toBe('answer 0');
    expect(text(await send(url))).toBe('answer 1');
    expect(connections).toHaveLength(1);
  });

  test('may run beside others', async () => {
    const { url, connections } = await serverAt((_, request) => {
      if (connections.length === 5) for (const one of connections) one.write(answer('together'));
      else expect(request).toContain('GET /');
    });
    const { send } = network();
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => send(`${url}/${n}`)));
    expect(answers.map(text)).toEqual(Array(5).fill('together'));
  });

  test('keeps the connections for all who send, at most two for each', async () => {
    const { url, connections, requests } = await serverAt((socket) => socket.write(answer('x')));
    const { send } = network();
    const fifty = async () => {
      for (let at = 0; at < 50; at++) await send(url);
    };
    await Promise.all([1, 2, 3, 4].map(fifty));
    expect(requests).toHaveLength(200);
    expect(connections.length).toBeLessThanOrEqual(8);
  });

  test('takes a body in chunks, an empty body, and hints before the answer', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n';
    const replies = [chunked, 'HTTP/1.1 204 No Content\r\n\r\n', early + chunked];
    const { url } = await serverAt((socket, _, n) => socket.write(replies[n] as string));
    const { send } = network();
    expect(text(await send(url))).toBe('abcde');
    expect(await send(url)).toMatchObject({ status: 204, body: Buffer.alloc(0) });
    expect(text(await send(url))).toBe('abcde');
  });

  test.each(['301', '302', '303', '307', '308'])('does not follow a %s', async (status) => {
    const elsewhere = await serverAt((socket) => socket.write(answer('gotcha')));
    const { url } = await serverAt((socket) =>
      socket.write(answer('', [`Location: ${elsewhere.url}`], `${status} Moved`)),
    );
    const reply = await network().send(url, { headers: { authorization: 'Bearer token' } });
    expect(reply).toMatchObject({ status: Number(status), headers: { location: elsewhere.url } });
    expect(elsewhere.connections).toEqual([]);
  });
});

describe('a failure is named, with whether it may have acted', () => {
  test('a host that does not resolve', async () => {
    expect(await failure(network().send('http://docs.invalid/v1'))).toMatchObject({
      name: 'TransportFailure',
      message: 'cannot resolve host docs.invalid',
      ...notSent,
      hint: { code: 'check-network', data: { host: 'docs.invalid' } },
    });
  });

  test('a refused connection', async () => {
    const { url, close } = await serverAt(() => {});
    await close();
    expect(await failure(network().send(url))).toMatchObject({
      message: `connection refused by ${url}`,
      ...notSent,
    });
  });

  test.each([
    ['the limit of a connection', { limits: { connect: 40 } }, '0.04 s'],
    ['twice the timeout, if that is less', { timeout: 20 }, '0.04 s'],
  ])('a connection that takes longer than %s', async (_, options, limit) => {
    // A server that says nothing at all never finishes a TLS handshake.
    const { port, connections } = await scriptedServer(() => {});
    expect(await failure(network(options).send(`https://127.0.0.1:${port}`))).toMatchObject({
      message: `connect timed out after ${limit}`,
      ...notSent,
    });
    await firstEnds(connections);
  });

  test('no answer', async () => {
    const { url, requests } = await serverAt(() => {});
    expect(await failure(network({ timeout: 400 }).send(url))).toMatchObject({
      message: 'no response in 0.4 s',
      ...unclear,
    });
    expect(requests).toHaveLength(1);
  });

  test('an answer that drips without end', async () => {
    const { url } = await serverAt((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await failure(network({ timeout: 300 }).send(url))).toMatchObject({
      message: 'response not complete in 0.6 s',
      ...unclear,
    });
  });

  test('an answer that stops', async () => {
    const { url } = await serverAt((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
    );
    expect(await failure(network({ limits: { idleBody: 50 } }).send(url))).toMatchObject({
      message: 'no more of the answer in 0.05 s',
      ...unclear,
    });
  });

  const half = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n1234567';
  const chunk = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc';
  const closing = 'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n';
  test.each<[string, Script]>([
    ['closed', (socket) => socket.end(half)],
    ['reset', (socket) => socket.write(half, () => socket.resetAndDestroy())],
    ['closed within a chunk', (socket) => socket.end(chunk)],
    ['closed before the last chunk', (socket) => socket.end(closing)],
  ])('an answer that is cut off: %s', async (_, script) => {
    const { url } = await serverAt(script);
    expect(await failure(network().send(url))).toMatchObject({ message: 'answer cut off', ...unclear });
  });

  test.each<[string, Script]>([
    ['closed', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
    ['closed within the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
  ])('a connection without an answer: %s', async (_, script) => {
    const { url } = await serverAt(script);
    expect(await failure(network().send(url, { method: 'POST', body: '{}' }))).toMatchObject({
      message: `connection closed by ${url} before an answer came`,
      ...unclear,
    });
  });

  test('a kept connection that is closed instead of an answer; nothing is sent again', async () => {
    const { url, requests } = await serverAt((socket, _, n) =>
      n === 0 ? socket.write(answer('ok')) : socket.end(),
    );
    const { send } = network();
    await send(url);
    expect(await failure(send(url, { method: 'POST', body: '{}' }))).toMatchObject({ ...unclear });
    expect(requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'POST']);
  });

  test.each([
    ['one long header', `X-Long: ${'x'.repeat(17 * 1024)}`],
    ['many headers', Array.from({ length: 300 }, (_, i) => `X-${i}: ${'x'.repeat(80)}`).join('\r\n')],
  ])('headers that are too large: %s', async (_, headers) => {
    const { url } = await serverAt((socket) => socket.write(answer('ok', [headers])));
    expect(await failure(network().send(url))).toMatchObject({
      message: 'answer headers too large',
      ...unusable,
    });
  });

  test.each([
    ['HTTP/0.9', 'hello\r\n\r\n'],
    ['a bad status', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    [
      'another protocol, unasked',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('what is not HTTP: %s', async (_, bytes) => {
    const { url } = await serverAt((socket) => socket.write(bytes));
    expect(await failure(network().send(url))).toMatchObject({
      message: 'not a valid HTTP answer',
      ...unusable,
    });
  });

  test.each<[string, Script]>([
    ['with a length', (socket) => socket.write(answer('x'.repeat(1001)))],
    [
      'without one',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        for (let i = 0; i < 20; i++) socket.write(`40\r\n${'x'.repeat(64)}\r\n`);
      },
    ],
  ])('a body that is too large: %s', async (_, script) => {
    const { url } = await serverAt(script);
    expect(await failure(network({ limits: { maxBody: 1000 } }).send(url))).toMatchObject({
      message: 'answer larger than 64 MiB',
      ...unusable,
    });
  });
});

describe('the signal', () => {
  const reason = new Error('asked to end');

  test('already aborted: nothing is sent', async () => {
    const { url, connections } = await serverAt(() => {});
    expect(await failure(network().send(url, {}, AbortSignal.abort(reason)))).toBe(reason);
    expect(connections).toEqual([]);
  });

  test('ends a request that connects, and the connection', async () => {
    const { port, connections } = await scriptedServer(() => {});
    const controller = new AbortController();
    const failing = failure(network().send(`https://127.0.0.1:${port}`, {}, controller.signal));
    while (connections.length === 0) await new Promise(setImmediate);
    controller.abort(reason);
    expect(await failing).toBe(reason);
    await firstEnds(connections);
  });

  test.each<[string, Script]>([
    ['waits for the answer', () => {}],
    ['reads the body', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')],
  ])('ends a request that %s, and the connection', async (_, script) => {
    const { url, requests, connections } = await serverAt(script);
    const controller = new AbortController();
    const failing = failure(network().send(url, {}, controller.signal));
    while (requests.length === 0) await new Promise(setImmediate);
    controller.abort(reason);
    expect(await failing).toBe(reason);
    await firstEnds(connections);
  });

  test('leaves other requests alone', async () => {
    const { url, requests } = await serverAt((socket, request) => {
      if (request.startsWith('GET /answered') && requests.length === 2) socket.write(answer('ok'));
    });
    const { send } = network();
    const controller = new AbortController();
    const aborted = failure(send(`${url}/aborted`, {}, controller.signal));
    while (requests.length === 0) await new Promise(setImmediate);
    const answered = send(`${url}/answered`);
    controller.abort(reason);
    expect(await aborted).toBe(reason);
    expect(text(await answered)).toBe('ok');
  });
});
