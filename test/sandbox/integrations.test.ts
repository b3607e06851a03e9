import { describe, expect, test } from 'vitest';
import { testSandbox } from './test-sandbox.ts';

const base = '/v1/integrations';
const manifest = {
  title: 'Acme Search',
  description: 'Finds what readers mean',
  scopes: ['space:content:read'],
  script: 'export default 1;',
  organization: 'org_acme',
};

describe('publishing', () => {
  test('every time makes a new version', async () => {
    const { send, get } = testSandbox();
    const first = await send('POST', `${base}/acme-search`, manifest);
    expect(first).toMatchObject({
      status: 201,
      json: { name: 'acme-search', version: 1, visibility: 'private' },
    });
    const second = await send('POST', `${base}/acme-search`, {
      ...manifest,
      title: 'Finder',
      categories: ['content'],
    });
    expect(second).toMatchObject({
      status: 200,
      json: { version: 2, title: 'Finder', categories: ['content'] },
    });
    const third = await send('POST', `${base}/acme-search`, manifest);
    expect(third.json).toMatchObject({ version: 3, title: 'Acme Search', categories: [] });
    expect((await get(`${base}/acme-search`)).json).toEqual(third.json);
    expect((await get(`${base}?search=FINDER`)).json.count).toBe(0);
    expect((await get(`${base}?search=acme%20search`)).json.count).toBe(1);
  });

  test('the answer describes the integration and its owner, and holds no code, secret or image', async () => {
    const { send } = testSandbox();
    const { json } = await send('POST', `${base}/acme-search`, {
      ...manifest,
      organization: 'acme',
      icon: 'aWNvbg==',
      previewImages: ['b25l', 'dHdv'],
      target: 'site',
      visibility: 'unlisted',
      secrets: { KEY: 'value' },
      contentSecurityPolicy: "default-src 'self'",
      externalLinks: [{ label: 'Help', url: 'https://a.example' }],
    });
    expect(json).toMatchObject({
      object: 'integration',
      owner: {
        object: 'organization',
        id: 'org_acme',
        hostname: 'acme',
        trial: { status: expect.any(String) },
      },
      target: 'site',
      visibility: 'unlisted',
      verified: false,
      contentSecurityPolicy: "default-src 'self'",
      externalLinks: [{ label: 'Help', url: 'https://a.example' }],
      urls: { icon: expect.stringMatching(/^https?:/), location: expect.stringMatching(/acme-search$/) },
    });
    expect(json.previewImages).toHaveLength(2);
    for (const field of ['script', 'secrets', 'icon', 'organization']) expect(json).not.toHaveProperty(field);
  });

  test('a name belongs to the organization that took it', async () => {
    const { send, get } = testSandbox();
    const taken = await send('POST', `${base}/globex-import`, manifest);
    expect(taken.status).toBe(409);
    expect((await get(`${base}/globex-import`)).json).toMatchObject({
      version: 7,
      owner: { id: 'org_globex' },
    });
  });

  test('an unknown organization, scope or image is refused', async () => {
    const { send, get } = testSandbox();
    const nobody = await send('POST', `${base}/acme-search`, { ...manifest, organization: 'org_nowhere' });
    expect(nobody).toMatchObject({ status: 400, json: { error: { details: [{ path: ['organization'] }] } } });
    const wrong = { ...manifest, scopes: ['space:everything'], icon: 'not base64!' };
    expect((await send('POST', `${base}/acme-search`, wrong)).json.error.message).toMatch(
      /scopes.*icon|icon.*scopes/,
    );
    expect((await get(`${base}/acme-search`)).status).toBe(404);
  });
});

test('lists filter by what an integration has', async () => {
  const { get, send } = testSandbox();
  await send('POST', `${base}/by-address`, {
    ...manifest,
    blocks: [{ id: 'b', urlUnfurl: ['https://Lookup.example/**'] }],
  });
  const names = async (query: string) =>
    (await get(`${base}?${query}`)).json.items.map(({ name }: { name: string }) => name);
  expect(await names('search=DIA')).toEqual(['acme-diagrams']);
  expect(await names('category=content')).toEqual(['acme-diagrams', 'globex-import']);
  expect(await names('blocks=true')).toEqual(['acme-diagrams', 'by-address']);
  expect(await names('blocks=false')).toEqual(['acme-analytics', 'globex-import']);
  expect(await names('contentSources=true')).toEqual(['globex-import']);
  expect(await names('contentSources=false&blocks=true')).toEqual(['acme-diagrams', 'by-address']);
  expect(await names('blockDomain=diagrams.acme.example')).toEqual(['acme-diagrams']);
  expect(await names('blockDomain=lookup.example')).toEqual(['by-address']);
  expect(await names('blockDomain=acme.example')).toEqual([]);
  expect(await names('owner=org_globex')).toEqual(['globex-import']);
  expect(await names('owner=org_nowhere')).toEqual([]);
});

test('unpublishing takes the integration and its installations away', async () => {
  const { get, send } = testSandbox();
  expect(await send('DELETE', `${base}/acme-analytics`)).toMatchObject({ status: 204 });
  expect((await get(`${base}/acme-analytics`)).status).toBe(404);
  expect((await get(`${base}/acme-analytics/installations`)).status).toBe(404);
  expect((await send('DELETE', `${base}/acme-analytics`)).status).toBe(404);
  expect((await send('POST', `${base}/acme-analytics`, manifest)).json).toMatchObject({ version: 1 });
  expect((await get(`${base}/acme-analytics/installations`)).json).toMatchObject({ count: 0, items: [] });
});

test('installations count the spaces that they reach, and are found by their external id', async () => {
  const { get } = testSandbox();
  const all = await get(`${base}/acme-analytics/installations`);
  expect(all.json).toMatchObject({
    count: 2,
    items: [
      {
        id: 'inst_analytics_acme',
        status: 'active',
        space_selection: 'all',
        spaces: 12,
        configuration: { key: 'demo' },
      },
      { id: 'inst_analytics_globex', spaces: 1 },
    ],
  });
  expect((await get(`${base}/acme-diagrams/installations`)).json.items).toMatchObject([
    { id: 'inst_diagrams', space_selection: 'selected', spaces: 2 },
  ]);
  const found = await get(`${base}/acme-analytics/installations?externalId=globex-1`);
  expect(found.json).toMatchObject({ count: 1, items: [{ id: 'inst_analytics_globex' }] });
  expect((await get(`${base}/acme-analytics/installations?externalId=no one`)).json.items).toEqual([]);
});
