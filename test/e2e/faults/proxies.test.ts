import { expect, test } from 'vitest';
import { canaries } from '../../support/canaries.ts';
import { selfSigned } from '../../support/certificate.ts';
import {
  answer,
  inTurn,
  json,
  overTls,
  type Script,
  silent,
  tunnelTo,
} from '../../support/scripted-server.ts';
import { faults, onStage, type Stage } from '../../support/stage.ts';

const get = 'GET /v1/orgs/org_acme/sites/s';
const site = inTurn(json({ id: 's' }));
const password = encodeURIComponent(canaries.proxyPassword);
const behind = (port: number) => `http://me:${password}@127.0.0.1:${port}`;
const far = { DOCS_ADMIN_BASE_URL: 'https://docs.example' };

test.concurrent('https goes through the proxy that HTTPS_PROXY names, which alone gets its password', () =>
  onStage(async (stage) => {
    const certificate = selfSigned('docs.example');
    const { port } = await stage.service(site, overTls(certificate));
    const proxy = await stage.proxy(tunnelTo(port));
    await stage.write({ 'ca.pem': certificate.cert });
    const env = { ...far, HTTPS_PROXY: behind(proxy.port), NODE_EXTRA_CA_CERTS: `${stage.home}/ca.pem` };
    await stage.run(
      'sites get s -o id --debug',
      {
        code: 0,
        stdout: 's\n',
        stderr: [`debug: proxy: 127.0.0.1:${proxy.port}\n`, 'debug: GET https://docs.example/v1/'],
        requests: [get],
      },
      { env },
    );
    expect(proxy.requests).toEqual([expect.stringMatching(/^CONNECT docs\.example:443 HTTP/)]);
    const encoded = Buffer.from(`me:${canaries.proxyPassword}`).toString('base64');
    expect(proxy.requests[0]).toMatch(new RegExp(`^proxy-authorization: Basic ${encoded}`, 'im'));
  }));

test.concurrent('plain http goes through a tunnel, too', () =>
  onStage(async (stage) => {
    const { port } = await stage.service(site);
    const proxy = await stage.proxy(tunnelTo(port));
    const env = { DOCS_ADMIN_BASE_URL: 'http://docs.example', HTTP_PROXY: behind(proxy.port) };
    await stage.run('sites get s -o id --allow-http', { code: 0, stdout: 's\n', requests: [get] }, { env });
    expect(proxy.requests).toEqual([expect.stringMatching(/^CONNECT docs\.example:80 HTTP/)]);
  }));

test.concurrent.for([
  ['127.0.0.1', ''],
  ['localhost', ''],
] as const)('%s is reached directly whatever the environment says', ([host]) =>
  onStage(async (stage) => {
    await stage.service(site);
    const proxy = await stage.proxy(silent);
    await stage.run(
      `sites get s -o id --base-url http://${host}:{port}`,
      { code: 0, stdout: 's\n', requests: [get] },
      { env: { HTTP_PROXY: behind(proxy.port) } },
    );
    expect(proxy.connections).toEqual([]);
  }),
);

test.concurrent.for([
  ['docs.invalid', 'docs.invalid'],
  ['docs.invalid', '.invalid'],
  ['docs.invalid', '*'],
  ['[fd00::1]', '::1,fd00::1'],
  ['[fd00::1]', '[fd00::1]'],
] as const)('https://%s is reached directly with NO_PROXY=%s', ([host, exempt]) =>
  onStage(async (stage) => {
    await stage.service(silent);
    const proxy = await stage.proxy(silent);
    await stage.run(
      `sites get s --timeout 1 --max-retries 0 --base-url https://${host}`,
      {
        code: 7,
        stderr: /^error: (cannot resolve host|cannot connect to|connect timed out|connection refused)/,
      },
      { env: { HTTPS_PROXY: behind(proxy.port), NO_PROXY: exempt } },
    );
    expect(proxy.connections).toEqual([]);
  }),
);

/** The behaviour of a proxy, and the message for the user. */
const refusals: Record<string, readonly [Script, string | RegExp, number]> = {
  'asks for a password': [
    inTurn(answer('no', [], '407 Proxy Authentication Required')),
    /^error: proxy answered 407\nhint: .*HTTPS_PROXY/,
    1,
  ],
  'forbids it': [inTurn(answer('no', [], '403 Forbidden')), /^error: proxy answered 403\n/, 1],
  'cannot reach the service': [
    inTurn(answer('no', [], '502 Bad Gateway')),
    /^error: proxy answered 502, after 2 attempts/,
    2,
  ],
  'hangs up': [(socket) => socket.end(), /^error: cannot reach proxy 127\.0\.0\.1:\d+: ECONNRESET/, 2],
  'says nothing': [silent, /^error: connect timed out after 2 s, after 2 attempts/, 2],
};

test.concurrent.for(Object.entries(refusals))('a proxy that %s', ([, [script, message, attempts]]) =>
  onStage(async (stage: Stage) => {
    await stage.service(silent);
    const proxy = await stage.proxy(script);
    const env = { ...far, HTTPS_PROXY: behind(proxy.port) };
    await stage.run('sites create --title Handbook --timeout 1', { code: 7, stderr: message }, { env });
    expect(proxy.requests).toHaveLength(attempts);
    expect(proxy.received()).not.toMatch(/^authorization/im);
  }),
);

faults({
  'a proxy that is gone': {
    line: 'sites get s',
    env: far,
    code: 7,
    stderr: /^error: cannot reach proxy 127\.0\.0\.1:9: ECONNREFUSED, after 2 attempts/,
  },
  ...Object.fromEntries(
    [
      '127.0.0.1:8080',
      '::::',
      `ftp://me:${password}@proxy`,
      `me:${password}@proxy:8080`,
      canaries.proxyPassword,
    ].map((value, n) => [
      `HTTPS_PROXY that is no address (${n + 1})`,
      {
        line: 'sites get s',
        env: { ...far, HTTPS_PROXY: value },
        code: 2,
        stderr: 'error: HTTPS_PROXY is not a URL (expected http://host:port)',
      },
    ]),
  ),
  ...Object.fromEntries(
    ['socks5', 'socks', 'socks4a'].map((scheme) => [
      `a ${scheme} proxy`,
      {
        line: 'sites get s',
        env: { ...far, HTTPS_PROXY: `${scheme}://me:${password}@proxy:1080` },
        code: 2,
        stderr: 'error: HTTPS_PROXY: SOCKS proxies are not supported',
      },
    ]),
  ),
});
