import { expect, test } from 'vitest';
import { canaries } from '../../support/canaries.ts';
import { selfSigned } from '../../support/certificate.ts';
import { answer, json, overTls, type Script } from '../../support/scripted-server.ts';
import { type Expected, type LineOptions, onStage, type Stage } from '../../support/stage.ts';

const knock = 'GET /';
const all = [
  knock,
  'GET /v1/integrations?limit=1',
  'GET /v1/orgs/org_acme/sites?limit=1',
  'GET /v1/orgs/org_acme/saml?limit=1000',
];

const answering =
  (headers: readonly string[] = []): Script =>
  (socket, request) =>
    socket.write(request.startsWith('GET / ') ? answer('', headers, '404 Not Found') : json({ items: [] }));

/** Runs `doctor`, and resolves with the row of each check. */
async function rows(stage: Stage, expected: Omit<Expected, 'stdout'>, options: LineOptions = {}, flags = '') {
  const run = await stage.run(
    `doctor --json --max-retries 0 ${flags}`,
    { ...expected, stdout: /^\[/ },
    options,
  );
  const found = JSON.parse(run.stdout) as { check: string; status: string; detail: string; hint: string }[];
  return Object.fromEntries(found.map((row) => [row.check, row]));
}

test.concurrent('a healthy service', () =>
  onStage(async (stage) => {
    await stage.service(answering([`Date: ${new Date().toUTCString()}`]));
    const found = await rows(stage, { code: 0, requests: all });
    expect(Object.values(found).map(({ check, status }) => `${check} ${status}`)).toEqual([
      'settings ok',
      'folder ok',
      'address ok',
      'proxy ok',
      'dns ok',
      'tls ok',
      'clock ok',
      'token ok',
      'organization ok',
      'single sign-on ok',
    ]);
  }));

test.concurrent('a clock that is off', () =>
  onStage(async (stage) => {
    await stage.service(answering([`Date: ${new Date(Date.now() + 7_200_000).toUTCString()}`]));
    const found = await rows(stage, { code: 0, requests: all });
    expect(found.clock).toMatchObject({ status: 'warning', detail: '120 min behind the service' });
  }));

test.concurrent('a name that no one knows', () =>
  onStage(async (stage) => {
    const found = await rows(
      stage,
      { code: 7, stderr: 'cannot resolve host docs.invalid' },
      { env: { HTTPS_PROXY: undefined } },
      '--base-url https://docs.invalid',
    );
    expect(found).toMatchObject({
      dns: { status: 'failed' },
      tls: { status: 'skipped' },
      token: { status: 'skipped' },
    });
  }));

test.concurrent('a certificate that no one vouches for', () =>
  onStage(async (stage) => {
    await stage.service(answering(), overTls(selfSigned('localhost')));
    const found = await rows(stage, { code: 7, stderr: 'is self-signed' });
    expect(found.tls).toMatchObject({ status: 'failed', hint: expect.stringContaining('--ca-file') });
  }));

test.concurrent('a proxy that is gone, and one that cannot be used', () =>
  onStage(async (stage) => {
    const env = { DOCS_ADMIN_BASE_URL: 'https://docs.example' };
    const gone = await rows(stage, { code: 7, stderr: 'cannot reach proxy 127.0.0.1:9' }, { env });
    expect(gone).toMatchObject({
      proxy: { status: 'ok', detail: '127.0.0.1:9 (from HTTPS_PROXY)' },
      dns: { status: 'skipped', detail: 'the proxy looks up the name' },
      tls: { status: 'failed' },
    });
    const HTTPS_PROXY = `socks5://me:${encodeURIComponent(canaries.proxyPassword)}@proxy`;
    const socks = await rows(stage, { code: 2, stderr: 'SOCKS' }, { env: { ...env, HTTPS_PROXY } });
    expect(socks).toMatchObject({ proxy: { status: 'failed' }, tls: { status: 'skipped' } });
  }));

test.concurrent('settings that are broken, with and without the rest', () =>
  onStage(async (stage) => {
    await stage.service(answering());
    await stage.write({ '.config/docs-admin/config.json': '{"profiles"' });
    const broken = { code: 3, stderr: 'config.json: it is not a JSON object' };
    const found = await rows(stage, { ...broken, requests: all });
    expect(found).toMatchObject({ settings: { status: 'failed' }, organization: { status: 'ok' } });
    const env = { DOCS_ADMIN_BASE_URL: undefined, DOCS_ADMIN_TOKEN: undefined };
    const alone = await rows(stage, broken, { env });
    expect(alone).toMatchObject({ settings: { status: 'failed' }, address: { status: 'failed' } });
  }));
