import { expect, test } from 'vitest';
import { testSandbox } from './test-sandbox.ts';

const base = '/v1/orgs/org_acme/saml';

test('a new provider has the addresses that the identity provider asks for, and is a way to sign in', async () => {
  const { send, get } = testSandbox();
  const created = await send('POST', base, {
    label: 'Acme ID',
    defaultTeam: 'team_docs',
    defaultRole: 'edit',
  });
  expect(created.status).toBe(201);
  const { id, service } = created.json;
  expect(created.json).toMatchObject({
    object: 'saml-provider',
    label: 'Acme ID',
    defaultTeam: { object: 'team', id: 'team_docs', title: 'Docs' },
    defaultRole: 'edit',
    createdAt: '2026-01-15T12:00:00.000Z',
  });
  for (const url of [service.acsURL, service.startURL, service.entityID]) expect(url).toContain(id);
  expect((await get(`${base}/${id}`)).json).toEqual(created.json);
  const logins = await get('/v1/orgs/org_acme/sso');
  expect(logins.json.items).toHaveLength(3);
  expect(logins.json.items.at(-1)).toEqual({ id, label: 'Acme ID', startURL: service.startURL });
});

test('a change touches only what it names; a role of null is a guest', async () => {
  const { send, get } = testSandbox();
  const before = (await get(`${base}/saml_okta`)).json;
  const changed = await send('PATCH', `${base}/saml_okta`, { label: 'Okta 2', defaultRole: null });
  expect(changed).toMatchObject({ status: 200 });
  expect(changed.json).toEqual({ ...before, label: 'Okta 2', defaultRole: null });
  const logins = (await get('/v1/orgs/org_acme/sso')).json.items;
  expect(logins).toMatchObject([{ id: 'saml_okta', label: 'Okta 2' }, { id: 'saml_entra' }]);
});

test('the default team is one of the organization', async () => {
  const { send } = testSandbox();
  for (const defaultTeam of ['team_globex', 'team_nowhere']) {
    const refused = await send('PATCH', `${base}/saml_okta`, { defaultTeam });
    expect(refused).toMatchObject({ status: 400, json: { error: { details: [{ path: ['defaultTeam'] }] } } });
  }
});

test('a deleted team is no longer the default of any provider', async () => {
  const { send, get } = testSandbox();
  await send('DELETE', '/v1/orgs/org_acme/teams/team_docs');
  expect((await get(`${base}/saml_okta`)).json).not.toHaveProperty('defaultTeam');
});

test('a provider is gone after its deletion, and belongs to its organization', async () => {
  const { send, get } = testSandbox();
  expect((await get('/v1/orgs/org_globex/saml/saml_okta')).status).toBe(404);
  expect((await send('DELETE', '/v1/orgs/org_globex/saml/saml_okta')).status).toBe(404);
  expect((await send('DELETE', `${base}/saml_okta`)).status).toBe(204);
  expect((await get(base)).json).toMatchObject({ count: 1, items: [{ id: 'saml_entra' }] });
  expect((await get('/v1/orgs/org_acme/sso')).json.items).toHaveLength(1);
  expect((await send('DELETE', `${base}/saml_okta`)).status).toBe(404);
  expect((await send('PATCH', `${base}/saml_okta`, {})).status).toBe(404);
});

test('the limits are enforced, every one named', async () => {
  const { send } = testSandbox();
  const body = { entityID: 'e'.repeat(1025), certificate: 'c'.repeat(10_001), ssoURL: 'u'.repeat(2049) };
  const refused = await send('POST', base, body);
  expect(refused.status).toBe(400);
  for (const field of ['label', 'entityID', 'certificate', 'ssoURL']) {
    expect(refused.json.error.message).toContain(field);
  }
});
