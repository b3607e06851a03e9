import { expect, test } from 'vitest';
import { selfSigned } from '../support/certificate.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { testNow } from '../support/test-system.ts';

/** The rows of `doctor`, by check. */
function findings(stdout: string): Record<string, { status: string; detail: string; hint: string | null }> {
  const rows = JSON.parse(stdout) as { check: string; status: string; detail: string; hint: string | null }[];
  return Object.fromEntries(rows.map(({ check, ...rest }) => [check, rest]));
}

function statuses(stdout: string): Record<string, string> {
  return Object.fromEntries(Object.entries(findings(stdout)).map(([check, { status }]) => [check, status]));
}

test('everything is well', async () => {
  const docs = await scriptedCli(({ path }) => ({ json: path === '/' ? {} : { items: [] } }));
  const run = await docs('doctor --json');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /',
    'GET /v1/integrations?limit=1',
    'GET /v1/orgs/org_acme/sites?limit=1',
    'GET /v1/orgs/org_acme/saml?limit=1000',
  ]);
  expect(findings(run.stdout)).toEqual({
    settings: {
      status: 'ok',
      detail: 'profile default (from settings); 0 stored in /home/test/.config/docs-admin/config.json',
      hint: null,
    },
    folder: { status: 'ok', detail: 'no .docs-admin.json in this folder or above it', hint: null },
    address: { status: 'ok', detail: 'https://docs.example (from DOCS_ADMIN_BASE_URL)', hint: null },
    proxy: { status: 'ok', detail: 'none: the service is reached directly', hint: null },
    dns: { status: 'ok', detail: '192.0.2.1', hint: null },
    tls: { status: 'ok', detail: 'the service answers, and its certificate is good', hint: null },
    clock: { status: 'skipped', detail: 'the service does not say what time it is', hint: null },
    token: { status: 'ok', detail: 'accepted (from env DOCS_ADMIN_TOKEN)', hint: null },
    organization: { status: 'ok', detail: 'org_acme (from DOCS_ADMIN_ORG)', hint: null },
    'single sign-on': { status: 'ok', detail: '0 SAML providers, no certificate expires soon', hint: null },
  });
});

test('settings that do not exist are named', async () => {
  const docs = await scriptedCli(({ path }) => ({ json: path === '/' ? {} : { items: [] } }));
  const work = { readOnly: 'true', Protected: 'true', token: 'secret', 'read-only': 'false' };
  docs.home.settings = { activeProfile: 'default', profiles: { work } };
  const { code, stdout } = await docs('doctor --json');
  expect(code).toBe(0);
  expect(findings(stdout).settings).toEqual({
    status: 'warning',
    detail:
      'profile default (from settings); 1 stored in /home/test/.config/docs-admin/config.json; ' +
      'no setting: "readOnly" of profile work, "Protected" of profile work, "token" of profile work',
    hint: expect.stringMatching(/^settings are base-url, org, .*; `docs-admin auth login` stores a token$/),
  });
});

test('the sandbox needs no network', async () => {
  const docs = await sandboxCli();
  const run = await docs('doctor --json');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(statuses(run.stdout)).toEqual({
    settings: 'ok',
    folder: 'ok',
    address: 'ok',
    proxy: 'skipped',
    dns: 'skipped',
    tls: 'skipped',
    clock: 'skipped',
    token: 'ok',
    organization: 'ok',
    'single sign-on': 'ok',
  });
});

test('a refused token ends it with the code of any refused token', async () => {
  const docs = await scriptedCli(({ path }) =>
    path === '/' ? {} : { status: 401, json: { error: { message: 'expired' } } },
  );
  const run = await docs('doctor -o json');
  expect(run.code).toBe(4);
  expect(findings(run.stdout)).toMatchObject({
    token: {
      status: 'failed',
      detail: 'token rejected by https://docs.example (source: env DOCS_ADMIN_TOKEN): expired',
      hint: expect.stringContaining('docs-admin auth login'),
    },
    organization: { status: 'skipped', detail: 'token comes first' },
  });
  expect(run.stderr).toContain('token rejected by https://docs.example');
});

test('a token that may not see integrations is a token all the same', async () => {
  const docs = await scriptedCli(({ path }) =>
    path.startsWith('/v1/integrations') ? { status: 403, json: {} } : { json: { items: [] } },
  );
  const run = await docs('doctor --json');
  expect(run).toMatchObject({ code: 0 });
  expect(findings(run.stdout).token).toMatchObject({ status: 'ok' });
});

test('no organization is a warning, a wrong one a failure', async () => {
  const docs = await scriptedCli(({ path }) =>
    path.includes('/orgs/') ? { status: 404, json: {} } : { json: { items: [] } },
  );
  const without = await docs('doctor --json', { env: { DOCS_ADMIN_ORG: '' } });
  expect(without).toMatchObject({ code: 0 });
  expect(findings(without.stdout).organization).toMatchObject({
    status: 'warning',
    hint: expect.stringContaining('config set org'),
  });
  const wrong = await docs('doctor --json');
  expect(wrong.code).toBe(5);
  expect(findings(wrong.stdout).organization).toMatchObject({ status: 'failed' });
});

test('you are not signed in', async () => {
  const docs = await scriptedCli(() => ({}));
  const env = { DOCS_ADMIN_BASE_URL: '', DOCS_ADMIN_TOKEN: undefined as unknown as string };
  const run = await docs('doctor --json', { env });
  expect(run).toMatchObject({ code: 4, requests: [] });
  expect(statuses(run.stdout)).toMatchObject({
    settings: 'ok',
    address: 'failed',
    tls: 'skipped',
    token: 'skipped',
  });
});

test('an address that cannot be used', async () => {
  const docs = await scriptedCli(() => ({}));
  const run = await docs('doctor --json --base-url http://docs.example');
  expect(run).toMatchObject({ code: 2, requests: [] });
  expect(findings(run.stdout).address).toMatchObject({
    status: 'failed',
    hint: expect.stringContaining('--allow-http'),
  });
});

test('certificates of single sign-on that expire soon are a warning', async () => {
  const provider = (id: string, label: string, days: number) => ({
    id,
    label,
    certificate: selfSigned('idp.example', { from: testNow, days }).cert,
  });
  const items = [
    provider('saml_a', 'Soon', 30),
    provider('saml_b', 'Later', 32),
    provider('saml_c', 'Over', -1),
    { id: 'saml_d', label: 'Odd', certificate: 'none' },
    { id: 'saml_e', label: 'Empty' },
  ];
  const docs = await scriptedCli(({ path }) => ({ json: { items: path.includes('/saml') ? items : [] } }));
  const run = await docs('doctor --json');
  expect(run.code).toBe(0);
  expect(findings(run.stdout)['single sign-on']).toEqual({
    status: 'warning',
    detail: [
      'the certificate of Soon (saml_a) expires on 2026-07-01, in 30 days',
      'the certificate of Over (saml_c) expired on 2026-05-31',
      'the certificate of Odd (saml_d) cannot be read',
    ].join('; '),
    hint: expect.stringContaining('docs-admin saml update <id> --certificate <file>'),
  });
});

test('a token that may not see single sign-on is no failure', async () => {
  const docs = await scriptedCli(({ path }) =>
    path.includes('/saml') ? { status: 403, json: {} } : { json: { items: [] } },
  );
  const run = await docs('doctor --json');
  expect(run.code).toBe(0);
  expect(findings(run.stdout)['single sign-on']).toMatchObject({ status: 'skipped' });
});
