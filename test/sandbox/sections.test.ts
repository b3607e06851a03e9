import { describe, expect, test } from 'vitest';
import { type TestSandbox, testSandbox } from './test-sandbox.ts';

const docsSite = '/v1/orgs/org_acme/sites/site_docs';
const handbook = '/v1/orgs/org_acme/sites/site_handbook';

interface Section {
  id: string;
  default: boolean;
  siteSpaces: { id: string; default: boolean }[];
}

async function sectionsOf(docs: TestSandbox, site: string): Promise<Section[]> {
  const { json } = await docs.get(`${site}/sections`);
  expect(json.count).toBe(json.items.length);
  return json.items;
}

async function idsOf(docs: TestSandbox, site: string): Promise<string[]> {
  return (await sectionsOf(docs, site)).map(({ id }) => id);
}

const rightBefore = (siteSection: string) => ({ before: { type: 'site-section', siteSection } });
const rightAfter = (siteSection: string) => ({ after: { type: 'site-section', siteSection } });

describe('the list', () => {
  test('holds the sections in order, a page at a time', async () => {
    const docs = testSandbox();
    expect(await idsOf(docs, docsSite)).toEqual(['section_guides', 'section_api', 'section_news']);
    const first = (await docs.get(`${docsSite}/sections?limit=2`)).json;
    expect(first.items.map((section: Section) => section.id)).toEqual(['section_guides', 'section_api']);
    const second = (await docs.get(`${docsSite}/sections?limit=2&page=${first.next.page}`)).json;
    expect(second.items.map((section: Section) => section.id)).toEqual(['section_news']);
    expect(second.next).toBeUndefined();
    expect(await idsOf(docs, handbook)).toEqual([]);
  });

  test('of a share-link site has addresses for those who hold the key', async () => {
    const docs = testSandbox();
    const partners = '/v1/orgs/org_acme/sites/site_partners';
    await docs.send('POST', `${partners}/sections`, { spaceId: 'space_drafts', title: 'Drafts' });
    const closed = (await docs.get(`${partners}/sections`)).json.items[1];
    expect(closed.urls).toEqual({});
    const open = (await docs.get(`${partners}/sections?shareKey=partner-key`)).json.items[1];
    expect(open.urls.published).toBe('http://acme.sandbox.localhost/partners/partner-key/drafts');
    expect(open.siteSpaces[0].urls.published).toBe(
      'http://acme.sandbox.localhost/partners/partner-key/drafts/drafts',
    );
    expect((await docs.get(`${partners}/sections?shareKey=wrong`)).status).toBe(403);
  });

  test('of an unknown site, or one of another organization, is not found', async () => {
    const docs = testSandbox();
    expect((await docs.get('/v1/orgs/org_acme/sites/site_globex/sections')).status).toBe(404);
    expect((await docs.get('/v1/orgs/org_nope/sites/site_docs/sections')).status).toBe(404);
  });
});

describe('creating a section', () => {
  test('puts it at the end, with its space as the default one', async () => {
    const docs = testSandbox();
    const { status, json } = await docs.send('POST', `${docsSite}/sections`, { spaceId: 'space_arabic' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      object: 'site-section',
      id: 'section_1',
      title: 'دليل المستخدم',
      path: 'دليل-المستخدم',
      default: false,
      siteSpaces: [{ space: { id: 'space_arabic' }, section: 'section_1', default: true }],
    });
    expect((await idsOf(docs, docsSite)).at(-1)).toBe('section_1');
    expect((await docs.get(docsSite)).json.siteSpaces).toBe(7);
  });

  test('the first one moves the site spaces at the root into a default section of their own', async () => {
    const docs = testSandbox();
    await docs.send('PATCH', handbook, { defaultSiteSpace: 'sitesp_hr' });
    const body = { spaceId: 'space_drafts', title: 'Drafts' };
    const { json: drafts } = await docs.send('POST', `${handbook}/sections`, body);
    expect(drafts).toMatchObject({ title: 'Drafts', path: 'drafts', default: false });
    const [root, second] = await sectionsOf(docs, handbook);
    expect(root).toMatchObject({
      title: 'Handbook 手册, “internal”',
      path: 'handbook-手册-internal',
      default: true,
    });
    expect(root?.siteSpaces.map((item) => [item.id, item.default])).toEqual([
      ['sitesp_handbook', false],
      ['sitesp_hr', true],
      ['sitesp_runbooks', false],
    ]);
    expect(second?.id).toBe(drafts.id);
    const { structure } = (await docs.get(`${handbook}/published`)).json;
    expect(structure).toMatchObject({ type: 'sections', structure: [{ id: root?.id }, { id: drafts.id }] });
    expect(structure.structure[0].siteSpaces[1].urls.published).toBe(
      `http://acme.sandbox.localhost/handbook/${encodeURIComponent('handbook-手册-internal')}/people`,
    );
  });

  test('the first one of an empty site is its default, and publishes it', async () => {
    const docs = testSandbox();
    const { json: site } = await docs.send('POST', '/v1/orgs/org_acme/sites', { title: 'Empty' });
    const path = `/v1/orgs/org_acme/sites/${site.id}`;
    const { json } = await docs.send('POST', `${path}/sections`, { spaceId: 'space_hr' });
    expect(json).toMatchObject({
      title: 'People & HR',
      path: 'people-hr',
      default: true,
      urls: { published: 'http://acme.sandbox.localhost/empty/people-hr' },
    });
    expect(await idsOf(docs, path)).toEqual([json.id]);
    expect((await docs.get(path)).json).toMatchObject({ published: true, siteSpaces: 1 });
  });

  test('gives each its own path', async () => {
    const docs = testSandbox();
    const paths = [];
    for (const spaceId of ['space_arabic', 'space_drafts']) {
      const { json } = await docs.send('POST', `${docsSite}/sections`, { spaceId, title: 'Guïdes!' });
      paths.push(json.path);
    }
    expect(paths).toEqual(['guides-2', 'guides-3']);
  });

  test.each<[string, string, number]>([
    ['a space that the site has', 'space_hr', 409],
    ['an unknown space', 'space_nope', 400],
    ['a space of another organization', 'space_globex', 400],
  ])('refuses %s and leaves the root as it is', async (_, spaceId, status) => {
    const docs = testSandbox();
    expect((await docs.send('POST', `${handbook}/sections`, { spaceId })).status).toBe(status);
    expect(await idsOf(docs, handbook)).toEqual([]);
    expect((await docs.get(`${handbook}/published`)).json.structure.type).toBe('siteSpaces');
  });

  test.each([
    {},
    { spaceId: 'space_arabic', title: 'x' },
    { spaceId: 'space_arabic', title: 'x'.repeat(65) },
  ])('refuses the body %j', async (body) => {
    expect((await testSandbox().send('POST', `${docsSite}/sections`, body)).status).toBe(400);
  });
});

describe('changing a section', () => {
  const api = `${docsSite}/sections/section_api`;

  test('changes what is named, clears what is null, and leaves the rest', async () => {
    const docs = testSandbox();
    const unchanged = (await docs.send('PATCH', api, {})).json;
    expect(unchanged).toMatchObject({ icon: 'gear', description: 'REST and SDKs' });
    const { json } = await docs.send('PATCH', api, { title: 'Reference', icon: null, description: null });
    const { icon, description, ...rest } = unchanged;
    expect(json).toEqual({ ...rest, title: 'Reference' });
    const news = `${docsSite}/sections/section_news`;
    expect((await docs.send('PATCH', news, { condition: null })).json).not.toHaveProperty('condition');
  });

  test('moves its addresses with the path, which is given once only', async () => {
    const docs = testSandbox();
    const { json } = await docs.send('PATCH', api, { path: 'API v2' });
    expect(json).toMatchObject({ path: 'api-v2', urls: { published: 'https://docs.acme.example/api-v2' } });
    expect(json.siteSpaces[0].urls.published).toBe('https://docs.acme.example/api-v2/rest');
    expect((await docs.send('PATCH', api, { path: 'api-v2' })).status).toBe(200);
    expect((await docs.send('PATCH', api, { path: 'news' })).status).toBe(409);
    expect((await docs.send('PATCH', api, { path: '/' })).status).toBe(400);
    expect((await docs.send('PATCH', api, { path: 'x'.repeat(100) })).json.path).toHaveLength(100);
  });

  test('moves the default within it, to one of its own site spaces', async () => {
    const docs = testSandbox();
    const { json } = await docs.send('PATCH', api, { defaultSiteSpace: 'sitesp_sdk' });
    expect(json.siteSpaces.map((item: { default: boolean }) => item.default)).toEqual([false, true]);
    const refused = await docs.send('PATCH', api, { title: 'No', defaultSiteSpace: 'sitesp_guides' });
    expect(refused.status).toBe(400);
    expect((await docs.send('PATCH', api, {})).json.title).toBe('API reference');
  });

  test('is refused beyond the limits, and for an unknown section', async () => {
    const docs = testSandbox();
    for (const body of [{ title: 'x' }, { description: 'd'.repeat(257) }, { condition: '' }, { nope: 1 }]) {
      expect((await docs.send('PATCH', api, body)).status).toBe(400);
    }
    expect((await docs.send('PATCH', `${docsSite}/sections/section_x`, {})).status).toBe(404);
    expect((await docs.send('PATCH', `${handbook}/sections/section_api`, {})).status).toBe(404);
  });
});

describe('deleting a section', () => {
  test('takes its site spaces out of the site, and keeps their spaces', async () => {
    const docs = testSandbox();
    expect((await docs.send('DELETE', `${docsSite}/sections/section_api`)).status).toBe(204);
    expect((await docs.send('DELETE', `${docsSite}/sections/section_api`)).status).toBe(404);
    expect((await docs.get(docsSite)).json.siteSpaces).toBe(4);
    expect((await docs.get('/v1/orgs/org_acme/sites?space=space_rest')).json.items).toEqual([]);
    const again = await docs.send('POST', `${docsSite}/sections`, { spaceId: 'space_rest' });
    expect(again.status).toBe(201);
  });

  test('moves the default on to the first that is left', async () => {
    const docs = testSandbox();
    await docs.send('DELETE', `${docsSite}/sections/section_guides`);
    const left = await sectionsOf(docs, docsSite);
    expect(left.map(({ id, default: isDefault }) => [id, isDefault])).toEqual([
      ['section_api', true],
      ['section_news', false],
    ]);
    await docs.send('DELETE', `${docsSite}/sections/section_news`);
    expect((await sectionsOf(docs, docsSite)).map((section) => section.default)).toEqual([true]);
  });

  test('the last one leaves an empty site, which starts again at the root', async () => {
    const docs = testSandbox();
    for (const id of await idsOf(docs, docsSite)) await docs.send('DELETE', `${docsSite}/sections/${id}`);
    expect((await docs.get(docsSite)).json).toMatchObject({ siteSpaces: 0, published: false });
    const { json } = await docs.send('POST', `${docsSite}/site-spaces`, { spaceId: 'space_rest' });
    expect(json).toMatchObject({ default: true, path: 'rest-api' });
    expect(json.section).toBeUndefined();
  });
});

describe('moving a section', () => {
  test.each<[string, object, string[]]>([
    ['section_news', rightBefore('section_guides'), ['section_news', 'section_guides', 'section_api']],
    ['section_news', rightBefore('section_api'), ['section_guides', 'section_news', 'section_api']],
    ['section_guides', rightAfter('section_api'), ['section_api', 'section_guides', 'section_news']],
    ['section_guides', rightAfter('section_news'), ['section_api', 'section_news', 'section_guides']],
    [
      'section_news',
      { ...rightAfter('section_guides'), ...rightBefore('section_api') },
      ['section_guides', 'section_news', 'section_api'],
    ],
    ['section_api', rightAfter('section_guides'), ['section_guides', 'section_api', 'section_news']],
  ])('%s to %j', async (id, position, expected) => {
    const docs = testSandbox();
    const { status, json } = await docs.send('POST', `${docsSite}/sections/${id}/move`, { position });
    expect({ status, id: json.id }).toEqual({ status: 200, id });
    expect(await idsOf(docs, docsSite)).toEqual(expected);
    const { structure } = (await docs.get(`${docsSite}/published`)).json;
    expect(structure.structure.map((section: Section) => section.id)).toEqual(expected);
  });

  test.each([{}, { position: {} }])('with %j goes to the end', async (body) => {
    const docs = testSandbox();
    await docs.send('POST', `${docsSite}/sections/section_guides/move`, body);
    expect(await idsOf(docs, docsSite)).toEqual(['section_api', 'section_news', 'section_guides']);
    expect((await sectionsOf(docs, docsSite))[2]?.default).toBe(true);
  });

  test.each<[string, object, number]>([
    ['an unknown neighbour', rightBefore('section_x'), 400],
    ['itself as its neighbour', rightAfter('section_news'), 400],
    ['neighbours that are apart', { ...rightAfter('section_api'), ...rightBefore('section_guides') }, 400],
    [
      'the same neighbour on both sides',
      { ...rightAfter('section_api'), ...rightBefore('section_api') },
      400,
    ],
    ['a neighbour of another kind', { before: { type: 'site-space', siteSection: 'section_api' } }, 400],
    ['a neighbour by another key', { before: { type: 'site-section', id: 'section_api' } }, 400],
  ])('refuses %s', async (_, position, status) => {
    const docs = testSandbox();
    const answer = await docs.send('POST', `${docsSite}/sections/section_news/move`, { position });
    expect(answer.status).toBe(status);
    expect(await idsOf(docs, docsSite)).toEqual(['section_guides', 'section_api', 'section_news']);
  });
});
