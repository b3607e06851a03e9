import { describe, expect, test } from 'vitest';
import { proxyFor } from '../../src/system/proxy.ts';
import { selfSigned } from '../support/certificate.ts';
import { final, notSent } from '../support/failures.ts';
import { answer, overTls, scriptedServer, tunnelTo } from '../support/scripted-server.ts';
import { failure, network, text } from './network.ts';

describe('which proxy', () => {
  const all = { HTTPS_PROXY: 'http://secure.proxy:8080', HTTP_PROXY: 'http://plain.proxy:8080' };
  const labelFor = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.label;

  test.each([
    ['https://docs.example', all, 'secure.proxy:8080'],
    ['http://docs.example', all, 'plain.proxy:8080'],
    ['https://docs.example', { HTTP_PROXY: 'http://plain.proxy' }, undefined],
    ['https://docs.example', { HTTPS_PROXY: '' }, undefined],
    [
      'https://docs.example',
      { https_proxy: 'http://lower.proxy', HTTPS_PROXY: 'http://upper' },
      'lower.proxy:80',
    ],
    ['https://docs.example', { HTTPS_PROXY: 'https://user:pass@secure.proxy' }, 'secure.proxy:443'],
    ['https://docs.example', { HTTPS_PROXY: ' http://[::1]:3128/ ' }, '[::1]:3128'],
  ])('%s goes, with %j, through %s', (url, env, label) => {
    expect(labelFor(url, env as Record<string, string>)).toBe(label);
  });

  test.each([
    'http://127.0.0.1:4010',
    'http://127.1.2.3',
    'http://[::1]:4010',
    'http://localhost',
    'https://localhost',
  ])('%s is this machine, and never goes through one', (url) => expect(labelFor(url, all)).toBeUndefined());

  test.each([
    ['docs.example', 'docs.example'],
    ['docs.example', 'DOCS.example'],
    ['docs.example', 'other, docs.example'],
    ['docs.example', 'other docs.example'],
    ['docs.example', 'example'],
    ['docs.example', '.example'],
    ['docs.example', '*.example'],
    ['docs.example', '*'],
    ['docs.example', 'docs.example:443'],
    ['docs.example:8443', 'docs.example:8443'],
    ['docs.example:8443', 'docs.example'],
    ['[fd00::1]', 'fd00::1'],
    ['[fd00::1]', '[fd00::1]'],
    ['[fd00::1]:8443', '[fd00::1]:8443'],
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.2.3', '10.0.0.0/8'],
    ['10.1.2.3', '10.1.2.3/32'],
    ['10.1.2.3', '0.0.0.0/0'],
    ['10.1.2.3:8443', '10.0.0.0/8:8443'],
    ['[fd00::1]', 'fd00::/8'],
    ['[fd00::1]', '[fd00::]/8'],
    ['[fd00::1]', 'FD00:0:0:0:0:0:0:1'],
    ['[fd00::1]', '[fd00:0000::0001]'],
    ['[::ffff:10.1.2.3]', '10.0.0.0/8'],
    ['docs.example.', 'docs.example'],
    ['docs.example', 'docs.example.'],
    ['docs.example', '.example.'],
    ['bücher.example', 'bücher.example'],
    ['bücher.example', 'BÜCHER.example'],
    ['docs.bücher.example', '.bücher.example'],
    ['docs.bücher.example', 'xn--bcher-kva.example'],
  ])('https://%s is exempt by NO_PROXY=%s', (host, list) => {
    expect(labelFor(`https://${host}`, { ...all, NO_PROXY: list })).toBeUndefined();
    expect(labelFor(`https://${host}`, { ...all, no_proxy: list, NO_PROXY: 'other' })).toBeUndefined();
  });

  test.each([
    '11.0.0.0/8',
    '2.3',
    '.2.3',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/x',
    '10.0.0.0/-1',
    'fd00::/8',
  ])('https://10.1.2.3 is not exempt by NO_PROXY=%s', (list) => {
    expect(labelFor('https://10.1.2.3', { ...all, NO_PROXY: list })).toBe('secure.proxy:8080');
  });

  test.each([
    '',
    ',',
    'other',
    'ocs.example',
    '10.0.0.0/8',
    '0.0.0.0/0',
    'docs.example/8',
    'docs.example.org',
    'docs.example:80',
    'my.docs.example',
    '.',
    'fd00::1',
  ])('https://docs.example is not exempt by NO_PROXY=%s', (list) =>
    expect(labelFor('https://docs.example', { ...all, NO_PROXY: list })).toBe('secure.proxy:8080'),
  );

  test.each([
    '127.0.0.1:8080',
    '::::',
    'proxy.corp:3128',
    'proxy',
    'ftp://user:SECRET@proxy',
    'http://',
    '//SECRET@x',
  ])('%s is none, and is not shown', (value) => {
    expect(() => proxyFor(new URL('https://docs.example'), { HTTPS_PROXY: value })).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: 'HTTPS_PROXY is not a URL (expected http://host:port)',
      }),
    );
  });

  test.each(['socks5://user:SECRET@proxy:1080', 'socks://proxy', 'SOCKS4://proxy'])(
    '%s is not supported',
    (value) => {
      expect(() => proxyFor(new URL('http://docs.example'), { http_proxy: value })).toThrow(
        expect.objectContaining({
          name: 'UsageError',
          message: 'http_proxy: SOCKS proxies are not supported',
        }),
      );
    },
  );
});

const behind = (port: number, credentials = '') => {
  const proxy = `http://${credentials}127.0.0.1:${port}`;
  return { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
};

describe('through a proxy', () => {
  test('plain http goes through a tunnel too: the proxy sees no header of the request', async () => {
    const server = await scriptedServer((socket) => socket.write(answer('from afar')));
    const proxy = await scriptedServer(tunnelTo(server.port));
    const { send } = network({ env: behind(proxy.port) });
    const reply = await send('http://docs.example/v1', { headers: { authorization: 'Bearer SECRET' } });
    expect(text(reply)).toBe('from afar');
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]).toMatch(/^CONNECT docs\.example:80 HTTP\/1\.1\r\nhost: docs\.example:80\r\n/i);
    expect(proxy.requests[0]).not.toContain('SECRET');
    expect(server.requests[0]).toMatch(/^GET \/v1 HTTP\/1\.1\r\nhost: docs\.example\r\n/);
  });

  test('https goes through a tunnel, and the connection is kept', async () => {
    const server = await scriptedServer(
      (socket) => socket.write(answer('encrypted')),
      overTls(selfSigned('docs.example')),
    );
    const proxy = await scriptedServer(tunnelTo(server.port));
    const { send } = network({ env: behind(proxy.port), verifyTls: false });
    expect(text(await send('https://docs.example:8443/v1'))).toBe('encrypted');
    expect(text(await send('https://docs.example:8443/v1'))).toBe('encrypted');
    expect(proxy.requests).toEqual([expect.stringMatching(/^CONNECT docs\.example:8443 /)]);
  });

  test('the certificate is checked against the host behind the proxy', async () => {
    const server = await scriptedServer(() => {}, overTls(selfSigned('docs.example')));
    const proxy = await scriptedServer(tunnelTo(server.port));
    const { send } = network({ env: behind(proxy.port) });
    expect(await failure(send('https://docs.example'))).toMatchObject({
      message: 'the certificate of docs.example is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
      ...final,
    });
    while (!proxy.connections[0]?.destroyed) await new Promise(setImmediate);
  });

  test.each([
    ['user:pass@', 'user:pass'],
    ['user:p%40ss%3A@', 'user:p@ss:'],
    ['user@', 'user:'],
    ['user:100%@', 'user:100%'],
  ])('the credentials %s go to the proxy only', async (credentials, plain) => {
    const server = await scriptedServer((socket) => socket.write(answer('ok')));
    const proxy = await scriptedServer(tunnelTo(server.port));
    await network({ env: behind(proxy.port, credentials) }).send('http://docs.example');
    const expected = `proxy-authorization: Basic ${Buffer.from(plain).toString('base64')}\r\n`;
    expect(proxy.requests[0]?.toLowerCase()).toContain(expected.toLowerCase());
    expect(server.requests[0]?.toLowerCase()).not.toContain('proxy-authorization');
  });

  test.each([
    ['407 Proxy Authentication Required', 'proxy answered 407', final, 'give-proxy-password'],
    ['403 Forbidden', 'proxy answered 403', final, 'check-proxy'],
    ['502 Bad Gateway', 'proxy answered 502', notSent, 'check-proxy'],
  ])('a proxy that answers %s', async (status, message, facts, code) => {
    const proxy = await scriptedServer((socket) => socket.write(answer('SECRET', [], status)));
    const { send } = network({ env: behind(proxy.port, 'user:SECRET@') });
    const error = await failure(send('https://docs.example'));
    expect(error).toMatchObject({ message, ...facts });
    expect(error.hint).toEqual({ code, data: { source: 'HTTPS_PROXY' } });
  });

  test.each([['https'], ['http']])('a proxy that is gone, for %s', async (scheme) => {
    const { port, close } = await scriptedServer(() => {});
    await close();
    const { send } = network({ env: behind(port, 'user:SECRET@') });
    expect(await failure(send(`${scheme}://docs.example`))).toMatchObject({
      message: `cannot reach proxy 127.0.0.1:${port}: ECONNREFUSED`,
      ...notSent,
      hint: { code: 'check-proxy', data: { source: `${scheme.toUpperCase()}_PROXY` } },
    });
  });

  test('a proxy that hangs up', async () => {
    const { port, requests } = await scriptedServer((socket) => socket.end());
    const { send } = network({ env: behind(port) });
    expect(await failure(send('https://docs.example'))).toMatchObject({
      message: `cannot reach proxy 127.0.0.1:${port}: ECONNRESET`,
      ...notSent,
    });
    expect(requests).toHaveLength(1);
  });

  test('a proxy that says nothing', async () => {
    const { port, connections } = await scriptedServer(() => {});
    const { send } = network({ env: behind(port), limits: { connect: 50 } });
    expect(await failure(send('https://docs.example'))).toMatchObject({
      message: 'connect timed out after 0.05 s',
      ...notSent,
    });
    while (!connections[0]?.destroyed) await new Promise(setImmediate);
  });

  test('a host that says nothing behind a proxy that works', async () => {
    const server = await scriptedServer(() => {});
    const proxy = await scriptedServer(tunnelTo(server.port));
    const { send } = network({ env: behind(proxy.port), limits: { connect: 300 } });
    expect(await failure(send('https://docs.example'))).toMatchObject({
      message: 'connect timed out after 0.3 s',
      ...notSent,
    });
    while (!server.connections[0]?.destroyed) await new Promise(setImmediate);
  });

  test('an interrupt ends the waiting for a proxy', async () => {
    const { port, connections } = await scriptedServer(() => {});
    const controller = new AbortController();
    const failing = failure(
      network({ env: behind(port) }).send('https://docs.example', {}, controller.signal),
    );
    while (connections.length === 0) await new Promise(setImmediate);
    controller.abort('asked to end');
    expect(await failing).toBe('asked to end');
    while (!connections[0]?.destroyed) await new Promise(setImmediate);
  });

  test('one that cannot be used is the user’s error, and nothing is sent', async () => {
    const { send } = network({ env: { HTTPS_PROXY: 'socks5://user:SECRET@proxy' } });
    expect(await failure(send('https://docs.example'))).toMatchObject({ name: 'UsageError' });
  });
});
