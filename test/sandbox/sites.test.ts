import { describe, expect, test } from 'vitest';
import { startTime, type TestSandbox, testSandbox } from './test-sandbox.ts';

const sites = '/v1/orgs/org_acme/sites';

async function idsOf(docs: TestSandbox, query: string): Promise<string[]> {
  const { json } = await docs.get(`${sites}?${query}`);
  expect(json.count).toBe(json.items.length);
  return json.items.map((item: { id: string }) => item.id);
}

describe('the list', () => {
  test.each([
    ['', ['site_docs', 'site_handbook', 'site_partners']],
    ['title=HANDBOOK', ['site_handbook']],
    ['title=%E6%89%8B', ['site_handbook']],
    ['title=%25', []],
    ['space=space_guides', ['site_docs']],
    ['space=space_drafts', []],
    ['published=true', ['site_docs', 'site_handbook', 'site_partners']],
    ['published=false', []],
    ['type=basic', ['site_docs', 'site_handbook', 'site_partners']],
    ['type=basic&type=basic&title=o', ['site_docs', 'site_handbook', 'site_partners']],
  ])('with "%s" holds %j', async (query, expected) => {
    expect(await idsOf(testSandbox(), query)).toEqual(expected);
  });

  test('refuses a type that is none', async () => {
    expect((await testSandbox().get(`${sites}?type=basic&type=grand`)).status).toBe(400);
  });
});

test('a site has every documented field', async () => {
  expect((await testSandbox().get(`${sites}/site_partners`)).json).toEqual({
    object: 'site',
    id: 'site_partners',
    type: 'basic',
    title: 'Partner portal',
    basename: 'partners',
    proxy: {
      origin: 'https://acme.example/partners',
      target: 'http://acme.sandbox.localhost/partners',
    },
    visibility: 'share-link',
    published: true,
    siteSpaces: 1,
    createdAt: '2025-01-28T09:00:00.000Z',
    adaptiveContent: { enabled: false },
    ads: { status: 'pending', submittable: false },
    features: [],
    urls: {
      location: 'http://sandbox.localhost/v1/orgs/org_acme/sites/site_partners',
      app: 'http://app.sandbox.localhost/o/org_acme/sites/site_partners',
      published: 'http://acme.sandbox.localhost/partners/partner-key',
    },
  });
});

describe('creating a site', () => {
  test('without anything makes an unpublished one', async () => {
    const docs = testSandbox();
    const { status, json } = await docs.send('POST', sites, {});
    expect(status).toBe(201);
    expect(json).toMatchObject({
      id: 'site_1',
      type: 'basic',
      title: 'Untitled site',
      visibility: 'public',
      published: false,
      siteSpaces: 0,
      createdAt: new Date(startTime).toISOString(),
    });
    expect(json.urls.published).toBeUndefined();
    expect(await idsOf(docs, 'published=false')).toEqual(['site_1']);
  });

  test('with spaces publishes them in order, the first as the default', async () => {
    const docs = testSandbox();
    const body = { title: 'Both', spaces: ['space_sdk', 'space_rest'] };
    const { json: site } = await docs.send('POST', sites, body);
    expect(site).toMatchObject({ siteSpaces: 2, published: true, basename: 'both' });
    const { json } = await docs.get(`${sites}/${site.id}/published`);
    expect(json.structure.type).toBe('siteSpaces');
    expect(
      json.structure.structure.map((item: { space: { id: string }; default: boolean }) => [
        item.space.id,
        item.default,
      ]),
    ).toEqual([
      ['space_sdk', true],
      ['space_rest', false],
    ]);
  });

  test('with a text for spaces makes a new space with the title of the site', async () => {
    const docs = testSandbox();
    const { json: site } = await docs.send('POST', sites, { title: 'Fresh', spaces: 'new' });
    expect(site.siteSpaces).toBe(1);
    const { json } = await docs.get(`${sites}/${site.id}/published`);
    expect(json.structure.structure[0].space).toMatchObject({ title: 'Fresh', organization: 'org_acme' });
    expect((await docs.get('/v1/orgs/org_acme/members/user_ada')).json.spaces).toBe(13);
  });

  test.each<[string, string[], number]>([
    ['an unknown space', ['space_x'], 400],
    ['a space of another organization', ['space_globex'], 400],
    ['a space twice', ['space_sdk', 'space_sdk'], 409],
  ])('refuses %s and makes nothing', async (_, spaces, status) => {
    const docs = testSandbox();
    expect((await docs.send('POST', sites, { title: 'No', spaces })).status).toBe(status);
    expect(await idsOf(docs, '')).toHaveLength(3);
  });

  test('gives each its own basename', async () => {
    const docs = testSandbox();
    const names = [];
    for (const title of ['Docs', 'Docs', 'Ünïcode & co', '手册', '!!!']) {
      names.push((await docs.send('POST', sites, { title: `${title} ` })).json.basename);
    }
    expect(names).toEqual(['docs-2', 'docs-3', 'unicode-co', '手册', 'untitled']);
  });
});

describe('changing a site', () => {
  const docsSite = `${sites}/site_docs`;

  test('changes what is named and leaves the rest', async () => {
    const docs = testSandbox();
    const before = (await docs.get(docsSite)).json;
    expect((await docs.send('PATCH', docsSite, {})).json).toEqual(before);
    const changes = { title: 'New title', visibility: 'unlisted', adaptiveContent: { enabled: false } };
    expect((await docs.send('PATCH', docsSite, changes)).json).toEqual({ ...before, ...changes });
    expect(await idsOf(docs, 'title=new%20t')).toEqual(['site_docs']);
    expect(await idsOf(docs, 'title=acme%20docs')).toEqual([]);
  });

  test('sets and clears the proxy', async () => {
    const docs = testSandbox();
    const { json } = await docs.send('PATCH', docsSite, { proxy: 'acme.example/docs' });
    expect(json.proxy).toEqual({ origin: 'acme.example/docs', target: 'https://docs.acme.example/' });
    expect((await docs.send('PATCH', docsSite, { proxy: null })).json.proxy).toBeUndefined();
  });

  test('moves its address with the basename, which is given once only', async () => {
    const docs = testSandbox();
    const handbook = `${sites}/site_handbook`;
    const { json } = await docs.send('PATCH', handbook, { basename: 'hb' });
    expect(json.urls.published).toBe('http://acme.sandbox.localhost/hb');
    expect((await docs.send('PATCH', handbook, { basename: 'hb' })).status).toBe(200);
    expect((await docs.send('PATCH', handbook, { basename: 'partners' })).status).toBe(409);
    expect((await docs.get(handbook)).json.basename).toBe('hb');
  });

  test('moves the default site space at the root', async () => {
    const docs = testSandbox();
    const handbook = `${sites}/site_handbook`;
    await docs.send('PATCH', handbook, { defaultSiteSpace: 'sitesp_hr' });
    const { json } = await docs.get(`${handbook}/published`);
    const defaults = json.structure.structure.filter((item: { default: boolean }) => item.default);
    expect(defaults.map((item: { id: string }) => item.id)).toEqual(['sitesp_hr']);
  });

  test('moves the default section, and the default site space within it', async () => {
    const docs = testSandbox();
    const body = { defaultSiteSection: 'section_api', defaultSiteSpace: 'sitesp_sdk' };
    expect((await docs.send('PATCH', docsSite, body)).status).toBe(200);
    const { json } = await docs.get(`${docsSite}/published`);
    const sections = json.structure.structure;
    expect(sections.map((section: { default: boolean }) => section.default)).toEqual([false, true, false]);
    expect(sections[1].siteSpaces.map((item: { default: boolean }) => item.default)).toEqual([false, true]);
    expect(sections[0].siteSpaces[0].default).toBe(true);
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['an unknown section', 'site_docs', { defaultSiteSection: 'section_x' }],
    ['a section where there are none', 'site_handbook', { defaultSiteSection: 'section_api' }],
    ['a site space of another section', 'site_docs', { defaultSiteSpace: 'sitesp_rest' }],
    ['a site space of another site', 'site_handbook', { defaultSiteSpace: 'sitesp_guides' }],
    ['a short title', 'site_docs', { title: 'x' }],
    ['an empty basename', 'site_docs', { basename: '' }],
    ['an unknown visibility', 'site_docs', { visibility: 'no one' }],
  ])('refuses %s', async (_, site, body) => {
    const docs = testSandbox();
    const before = (await docs.get(`${sites}/${site}/published`)).json;
    expect((await docs.send('PATCH', `${sites}/${site}`, { ...body, proxy: 'x.example' })).status).toBe(400);
    expect((await docs.get(`${sites}/${site}/published`)).json).toEqual(before);
  });
});

test('deleting a site keeps its spaces', async () => {
  const docs = testSandbox();
  expect((await docs.send('DELETE', `${sites}/site_docs`)).status).toBe(204);
  expect((await docs.send('DELETE', `${sites}/site_docs`)).status).toBe(404);
  expect(await idsOf(docs, 'space=space_guides')).toEqual([]);
  expect((await docs.get('/v1/orgs/org_acme/members/user_ada')).json.spaces).toBe(12);
});

describe('the adaptive schema', () => {
  const jsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: { type: 'string', pattern: '^\\d "x"' } },
    additionalProperties: false,
  };

  test('is replaced as a whole', async () => {
    const docs = testSandbox();
    const path = `${sites}/site_docs/adaptive-schema`;
    expect((await docs.get(path)).json.jsonSchema.properties.plan.enum).toEqual(['free', 'pro']);
    const { status, json } = await docs.send('PUT', path, { jsonSchema });
    expect({ status, json }).toEqual({
      status: 200,
      json: { object: 'site-adaptive-schema', jsonSchema, updatedAt: new Date(startTime).toISOString() },
    });
    expect((await docs.get(path)).json).toEqual(json);
  });

  test('is not there before it is set', async () => {
    const docs = testSandbox();
    const path = `${sites}/site_handbook/adaptive-schema`;
    expect((await docs.get(path)).status).toBe(404);
    await docs.send('PUT', path, { jsonSchema });
    expect((await docs.get(path)).json.jsonSchema).toEqual(jsonSchema);
    expect((await docs.send('PUT', path, {})).status).toBe(400);
    expect((await docs.send('PUT', path, { jsonSchema: 'x' })).status).toBe(400);
  });
});

describe('the published site', () => {
  test('holds the sections in order with their site spaces', async () => {
    const { json } = await testSandbox().get(`${sites}/site_docs/published`);
    expect(json).toMatchObject({ object: 'published-content-site', structure: { type: 'sections' } });
    const [guides, api] = json.structure.structure;
    expect(guides).toMatchObject({
      object: 'site-section',
      id: 'section_guides',
      default: true,
      sectionGroup: 'group_learn',
      icon: 'compass',
      urls: { published: 'https://docs.acme.example/guides' },
    });
    expect(guides.siteSpaces.map((item: { id: string }) => item.id)).toEqual([
      'sitesp_guides',
      'sitesp_tutorials',
      'sitesp_japanese',
    ]);
    expect(api.siteSpaces[1].urls.published).toBe('https://docs.acme.example/api/sdk');
    expect(json.customizations.site.title).toBe('Acme Docs');
    expect(json.customizations.site.announcement).toEqual({ enabled: false, message: '', style: 'info' });
    expect(Object.keys(json.customizations.siteSpaces)).toHaveLength(6);
  });

  test('that is shared by link asks for its key', async () => {
    const docs = testSandbox();
    const path = `${sites}/site_partners/published`;
    expect((await docs.get(path)).status).toBe(403);
    expect((await docs.get(`${path}?shareKey=wrong`)).status).toBe(403);
    const { json } = await docs.get(`${path}?shareKey=partner-key`);
    expect(json.structure.structure[0].urls.published).toBe(
      'http://acme.sandbox.localhost/partners/partner-key/v1',
    );
  });

  test('of a public site takes no notice of a key', async () => {
    expect((await testSandbox().get(`${sites}/site_docs/published?shareKey=any`)).status).toBe(200);
  });
});
