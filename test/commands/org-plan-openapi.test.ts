import { describe, expect, test } from 'vitest';
import { forbidden, orgCli } from '../support/planned.ts';

const own = 'openapi: 3.1.0\ninfo: { title: Own, version: "1" }\npaths: {}\n';
const files = { 'own.yaml': own };

test('a specification is made from an address or from a text', async () => {
  const org = await orgCli(
    'openapi: { pets: { url: "https://me.example/a.json?token=hunter2&v=1" }, own: { file: own.yaml } }\n',
    { files },
  );
  expect(await org.changes()).toEqual([
    'create openapi own: source.text null -> "own.yaml"',
    'create openapi pets: source.url null -> "https://me.example/a.json?v=1", credentials null -> "in the address"',
  ]);
  expect(await org.apply()).toEqual([
    `POST openapi ${JSON.stringify({ slug: 'own', source: { text: own } })}`,
    'POST openapi {"slug":"pets","source":{"url":"https://me.example/a.json?token=hunter2&v=1"}}',
  ]);
});

describe('an address', () => {
  test('that differs is sent', async () => {
    const org = await orgCli('openapi: { payments: { url: "https://new.example/a.json" } }\n');
    expect(await org.changes()).toEqual([
      'update openapi payments: source.url "https://api.acme.example/payments/openapi.json" -> "https://new.example/a.json"',
    ]);
    expect(await org.apply()).toEqual([
      'PUT openapi/payments {"source":{"url":"https://new.example/a.json"}}',
    ]);
  });

  test('is the same with other credentials, or without', async () => {
    const org = await orgCli('openapi: { payments: { url: "https://api.acme.example/a.json?token=new" } }\n');
    await org.docs('openapi set payments --url https://me:secret@api.acme.example/a.json?token=old');
    const plan = await org.plan();
    expect(plan).toMatchObject({
      changes: [],
      notCompared: [{ kind: 'openapi', name: 'payments', field: 'credentials' }],
    });
    const run = await org.docs('org apply --file org.yaml --yes --refresh openapi');
    expect(run.writes).toEqual([
      {
        method: 'PUT',
        path: '/v1/orgs/org_acme/openapi/payments',
        body: { source: { url: 'https://api.acme.example/a.json?token=new' } },
      },
    ]);
  });
});

describe('a text', () => {
  test('is never a change, and is sent again on demand', async () => {
    const org = await orgCli('openapi: { petstore: { file: own.yaml } }\n', { files });
    expect(await org.plan()).toMatchObject({
      complete: true,
      changes: [],
      notCompared: [{ kind: 'openapi', name: 'petstore', field: 'source.text' }],
    });
    expect(await org.changes('--refresh openapi')).toEqual([
      'update openapi petstore: source.text null -> "own.yaml"',
    ]);
    const other = await org.docs('org plan --file org.yaml --refresh saml --check');
    expect(other).toMatchObject({
      code: 0,
      stderr: 'warning: --refresh saml has no effect: the file has no section "saml"\n',
    });
    const absent = await orgCli('managed: { teams: full }\nopenapi: {}\n');
    expect(await absent.docs('org plan --file org.yaml --delete --check')).toMatchObject({
      code: 0,
      stderr:
        'warning: org.yaml:2:12: managed.teams: has no effect: the file has no section "teams", so it is not compared\n',
    });
    expect(await org.docs('org plan --file org.yaml --refresh teams')).toMatchObject({
      code: 2,
      stderr: 'error: invalid --refresh: "teams" cannot be chosen here\nhint: sections are openapi, saml\n',
    });
    const run = await org.docs('org apply --file org.yaml --yes --refresh openapi');
    expect(run.writes).toEqual([
      { method: 'PUT', path: '/v1/orgs/org_acme/openapi/petstore', body: { source: { text: own } } },
    ]);
  });

  test('takes the place of an address', async () => {
    const org = await orgCli('openapi: { payments: { file: own.yaml } }\n', { files });
    expect(await org.changes()).toEqual([
      'update openapi payments: source.url "https://api.acme.example/payments/openapi.json" -> null',
    ]);
    expect(await org.apply()).toEqual([`PUT openapi/payments ${JSON.stringify({ source: { text: own } })}`]);
  });
});

test('a specification without a source stays as it is, and needs one to be made', async () => {
  expect(await (await orgCli('openapi: { petstore: {}, payments: {} }\n')).changes()).toEqual([]);
  expect(await (await orgCli('openapi: { petstore: {}, new: {} }\n')).problems()).toBe(
    'org.yaml:2:26: openapi.new: needs url or file: the service does not have it yet; nothing was sent',
  );
});

test('others are deleted where the section is managed in full', async () => {
  const org = await orgCli('managed: { openapi: full }\nopenapi: { petstore: {} }\n');
  expect(await org.plan()).toMatchObject({
    changes: [],
    withheld: [{ name: 'broken' }, { name: 'payments' }],
  });
  expect(await org.changes('--delete')).toEqual([
    'delete openapi broken: source.url "https://slow.acme.example/openapi.yaml" -> null',
    'delete openapi payments: source.url "https://api.acme.example/payments/openapi.json" -> null',
  ]);
});

test('an export has no difference, and a list is all that is read', async () => {
  const org = await orgCli('');
  await org.docs('org export --only openapi --out org.yaml');
  expect(await org.plan()).toMatchObject({ complete: true, changes: [], unmanaged: {} });
  expect(await org.reads()).toEqual(['/v1/orgs/org_acme/openapi']);
});

test('a list that cannot be read leaves everything as it is', async () => {
  const org = await orgCli('managed: { openapi: full }\nopenapi: { new: {} }\n', {
    through: forbidden(/openapi/),
  });
  const run = await org.docs('org plan --file org.yaml --json --delete');
  expect(run.code).toBe(12);
  expect(JSON.parse(run.stdout)).toMatchObject({ complete: false, changes: [], withheld: [] });
});
