import { expect, test } from 'vitest';
import { canaries } from '../../support/canaries.ts';
import { answer, inTurn, json, silent } from '../../support/scripted-server.ts';
import { type Fault, faults, onStage } from '../../support/stage.ts';

const get = 'GET /v1/orgs/org_acme/sites/s';
const site = inTurn(json({ id: 's' }));
const moved = (status: string, location?: string) =>
  inTurn(answer('', location === undefined ? [] : [`Location: ${location}`], status));

test.concurrent.for([
  '301 Moved',
  '302 Found',
  '303 See Other',
  '307 Temporary Redirect',
  '308 Permanent Redirect',
])('a redirect to another port is not followed: %s', (status) =>
  onStage(async (stage) => {
    const elsewhere = await stage.stranger(site);
    const origin = `http://127.0.0.1:${elsewhere.port}`;
    await stage.service(moved(status, `${origin}/v1/sites`));
    const told = {
      code: 1,
      stderr: [
        `error: the server redirects to ${origin}; redirects are not followed`,
        `--base-url to ${origin}`,
      ],
    };
    await stage.run('sites get s', { ...told, requests: [get] });
    await stage.run('sites create --title Handbook', { ...told, requests: ['POST /v1/orgs/org_acme/sites'] });
    expect(elsewhere.connections).toEqual([]);
  }),
);

const redirects: Readonly<Record<string, [location: string | undefined, message: string]>> = {
  'to another path of its own': ['/v2/sites', 'error: the server redirects to {origin}/v2/sites'],
  'to itself': [
    '/v1/orgs/org_acme/sites/s',
    'error: the server redirects to {origin}/v1/orgs/org_acme/sites/s',
  ],
  'to a name that only looks like its own': [
    'https://127.0.0.1.evil.example/',
    'redirects to https://127.0.0.1.evil.example',
  ],
  'that names credentials': [
    `https://me:${encodeURIComponent(canaries.proxyPassword)}@evil.example/`,
    'redirects to https://evil.example',
  ],
  'without an address': [undefined, 'error: unexpected redirect (302) without a usable address'],
  'to a file': ['file:///etc/passwd', 'error: unexpected redirect (302) without a usable address'],
  'to a script': ['javascript:alert(1)', 'error: unexpected redirect (302) without a usable address'],
  'to nowhere': ['http://[', 'error: unexpected redirect (302) without a usable address'],
};

faults(
  Object.fromEntries(
    Object.entries(redirects).map(([name, [location, message]]): [string, Fault] => [
      `a redirect ${name}`,
      {
        service: moved('302 Found', location),
        line: 'sites get s',
        code: 1,
        stderr: message,
        requests: [get],
      },
    ]),
  ),
  { here: true },
);

const refused: Readonly<Record<string, string>> = {
  'http://docs.example': 'error: refusing to send a token over http to docs.example',
  'http://localhost.example': 'error: refusing to send a token over http',
  'http://127.0.0.1.example': 'error: refusing to send a token over http',
  'http://0.0.0.0': 'error: refusing to send a token over http',
  [`https://me:${canaries.proxyPassword}@docs.example`]: 'error: the base URL ',
  [`https://me:${encodeURIComponent(canaries.proxyPassword)}@docs.example`]:
    'error: the base URL contains a user name or password',
  'https://@docs.example': 'error: the base URL contains a user name or password',
  'https://docs.example/?a=b': 'error: the base URL contains a query or a fragment',
  'https://docs.example/#a': 'error: the base URL contains a query or a fragment',
  'https://docs.example/\u0007': 'error: the base URL contains a space, a control character or a backslash',
  'https:\\\\docs.example': 'error: the base URL contains a space, a control character or a backslash',
  'docs.example': 'error: the base URL is not an http(s) URL',
  'https:docs.example': 'error: the base URL is not an http(s) URL',
  'file:///etc/passwd': 'error: the base URL is not an http(s) URL',
};

faults(
  Object.fromEntries(
    Object.entries(refused).map(([url, message], n): [string, Fault] => [
      `an address that cannot be used (${n + 1}: ${message.slice(7)})`,
      { line: ['sites', 'get', 's', '--base-url', url], code: 2, stderr: message },
    ]),
  ),
  { here: true },
);

faults({
  'a path prefix is kept': {
    service: site,
    line: 'sites get s -o id --base-url {origin}/docs/api/',
    code: 0,
    stdout: 's\n',
    requests: ['GET /docs/api/v1/orgs/org_acme/sites/s'],
  },
});

test.concurrent('a stored token goes to its own origin only', () =>
  onStage(
    async (stage) => {
      const { port } = await stage.service(site);
      const other = await stage.stranger(site);
      const stored = { token: canaries.token, baseUrl: `http://127.0.0.1:${port}` };
      await stage.write({
        '.config/docs-admin/credentials.json': JSON.stringify({ version: 1, tokens: { default: stored } }),
      });
      const env = { DOCS_ADMIN_TOKEN: undefined };
      const tighter = /^warning: .*credentials\.json was readable by others/;
      await stage.run(
        'sites get s -o id',
        { code: 0, stdout: 's\n', stderr: tighter, requests: [get] },
        { env },
      );
      const lookAlikes = [
        `http://127.0.0.1:${other.port}`,
        `http://localhost:${other.port}`,
        `http://localhost:${port}`,
        `https://127.0.0.1:${port}`,
        `https://127.0.0.1.evil.example:${port}`,
        'https://127.0.0.1',
      ];
      for (const url of lookAlikes) {
        await stage.run(
          `sites get s --base-url ${url}`,
          { code: 4, stderr: `error: no token for ${url}` },
          { env },
        );
      }
      expect(other.connections).toEqual([]);
    },
    { here: true },
  ));

test.concurrent('case and default port make no other origin', () =>
  onStage(async (stage) => {
    await stage.service(silent);
    const stored = { token: canaries.token, baseUrl: 'https://docs.invalid' };
    await stage.write({
      '.config/docs-admin/credentials.json': JSON.stringify({ version: 1, tokens: { default: stored } }),
    });
    for (const url of ['https://DOCS.invalid', 'https://docs.invalid:443/']) {
      await stage.run(
        `sites get s --max-retries 0 --base-url ${url}`,
        { code: 7, stderr: 'error: cannot resolve host docs.invalid' },
        { env: { DOCS_ADMIN_TOKEN: undefined, HTTPS_PROXY: undefined } },
      );
    }
  }));
