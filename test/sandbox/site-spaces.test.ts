import { describe, expect, test } from 'vitest';
import { type TestSandbox, testSandbox } from './test-sandbox.ts';

const docsSite = '/v1/orgs/org_acme/sites/site_docs';
const handbook = '/v1/orgs/org_acme/sites/site_handbook';

async function idsOf(docs: TestSandbox, path: string): Promise<string[]> {
  const { json } = await docs.get(path);
  expect(json.count).toBe(json.items.length);
  return json.items.map((item: { id: string }) => item.id);
}

const rightBefore = (siteSpace: string) => ({ before: { type: 'site-space', siteSpace } });
const rightAfter = (siteSpace: string) => ({ after: { type: 'site-space', siteSpace } });

test('a site space has every documented field', async () => {
  const docs = testSandbox();
  const space = (await docs.get(`${docsSite}/site-spaces`)).json.items[0].space;
  expect(space).toMatchObject({ object: 'space', id: 'space_guides' });
  const { json } = await docs.send('PATCH', `${docsSite}/site-spaces/sitesp_guides`, { condition: 'beta' });
  expect(json).toEqual({
    object: 'site-space',
    id: 'sitesp_guides',
    path: 'guides',
    section: 'section_guides',
    space,
    title: 'Guides',
    default: true,
    condition: 'beta',
    hasAdvancedCustomizationFeature: false,
    urls: { published: 'https://docs.acme.example/guides/guides' },
  });
});

describe('the list', () => {
  test('goes section by section, a page at a time', async () => {
    const docs = testSandbox();
    await docs.send('POST', `${docsSite}/sections/section_guides/move`, {});
    const expected = [
      'sitesp_rest',
      'sitesp_sdk',
      'sitesp_changelog',
      'sitesp_guides',
      'sitesp_tutorials',
      'sitesp_japanese',
    ];
    expect(await idsOf(docs, `${docsSite}/site-spaces`)).toEqual(expected);
    const found: string[] = [];
    for (let page = ''; ; ) {
      const { json } = await docs.get(`${docsSite}/site-spaces?limit=1${page}`);
      found.push(...json.items.map((item: { id: string }) => item.id));
      if (!json.next) break;
      page = `&page=${json.next.page}`;
    }
    expect(found).toEqual(expected);
  });

  test.each([
    ['site_docs', 'true', ['sitesp_guides', 'sitesp_rest', 'sitesp_changelog']],
    ['site_docs', 'false', ['sitesp_tutorials', 'sitesp_japanese', 'sitesp_sdk']],
    ['site_handbook', 'true', ['sitesp_handbook']],
  ])('of %s with default=%s', async (site, isDefault, expected) => {
    const path = `/v1/orgs/org_acme/sites/${site}/site-spaces?default=${isDefault}`;
    expect(await idsOf(testSandbox(), path)).toEqual(expected);
  });

  test('refuses a filter that is none', async () => {
    expect((await testSandbox().get(`${handbook}/site-spaces?default=maybe`)).status).toBe(400);
  });
});

describe('adding a space', () => {
  test('without a section goes to the end of the root', async () => {
    const docs = testSandbox();
    const { status, json } = await docs.send('POST', `${handbook}/site-spaces`, { spaceId: 'space_rest' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      id: 'sitesp_1',
      path: 'rest-api',
      default: false,
      urls: { published: 'http://acme.sandbox.localhost/handbook/rest-api' },
    });
    expect(json).not.toHaveProperty('section');
    expect((await idsOf(docs, `${handbook}/site-spaces`)).at(-1)).toBe('sitesp_1');
    expect((await docs.get(handbook)).json.siteSpaces).toBe(4);
  });

  test('without a section goes to the default one, where there are sections', async () => {
    const docs = testSandbox();
    await docs.send('PATCH', docsSite, { defaultSiteSection: 'section_api' });
    const { json } = await docs.send('POST', `${docsSite}/site-spaces`, { spaceId: 'space_hr' });
    expect(json).toMatchObject({ section: 'section_api', default: false });
  });

  test('goes to the section that is named', async () => {
    const docs = testSandbox();
    const body = { spaceId: 'space_hr', sectionId: 'section_news' };
    const { json } = await docs.send('POST', `${docsSite}/site-spaces`, body);
    expect(json).toMatchObject({
      section: 'section_news',
      urls: { published: 'https://docs.acme.example/news/people-hr' },
    });
    expect((await docs.get(`${docsSite}/sections`)).json.items[2].siteSpaces).toHaveLength(2);
  });

  test('keeps to the first free path among its neighbours', async () => {
    const docs = testSandbox();
    await docs.send('PATCH', `${handbook}/site-spaces/sitesp_hr`, { path: 'drafts' });
    const { json } = await docs.send('POST', `${handbook}/site-spaces`, { spaceId: 'space_drafts' });
    expect(json.path).toBe('drafts-2');
  });

  test.each<[string, object, number]>([
    ['one that the site has in another section', { spaceId: 'space_rest', sectionId: 'section_news' }, 409],
    ['one of another organization', { spaceId: 'space_globex' }, 400],
    ['into an unknown section', { spaceId: 'space_hr', sectionId: 'section_x' }, 400],
    ['without naming one', { sectionId: 'section_api' }, 400],
  ])('refuses %s', async (_, body, status) => {
    const docs = testSandbox();
    expect((await docs.send('POST', `${docsSite}/site-spaces`, body)).status).toBe(status);
    expect((await docs.get(docsSite)).json.siteSpaces).toBe(6);
  });
});

describe('changing a site space', () => {
  test('moves its address with the path, which its neighbours must not have', async () => {
    const docs = testSandbox();
    const sdk = `${docsSite}/site-spaces/sitesp_sdk`;
    const { json } = await docs.send('PATCH', sdk, { path: 'SDKs & Co' });
    expect(json).toMatchObject({
      path: 'sdks-co',
      urls: { published: 'https://docs.acme.example/api/sdks-co' },
    });
    expect((await docs.send('PATCH', sdk, { path: 'rest' })).status).toBe(409);
    expect((await docs.send('PATCH', sdk, { path: 'guides' })).status).toBe(200);
    expect((await docs.send('PATCH', sdk, { path: '' })).status).toBe(400);
  });

  test('sets and clears the condition', async () => {
    const docs = testSandbox();
    const hr = `${handbook}/site-spaces/sitesp_hr`;
    expect((await docs.send('PATCH', hr, { condition: 'x' })).json.condition).toBe('x');
    expect((await docs.send('PATCH', hr, {})).json.condition).toBe('x');
    expect((await docs.send('PATCH', hr, { condition: null })).json).not.toHaveProperty('condition');
    expect((await docs.send('PATCH', `${docsSite}/site-spaces/sitesp_hr`, {})).status).toBe(404);
  });
});

describe('deleting a site space', () => {
  test('keeps the space, and lets it be added again', async () => {
    const docs = testSandbox();
    expect((await docs.send('DELETE', `${handbook}/site-spaces/sitesp_hr`)).status).toBe(204);
    expect((await docs.send('DELETE', `${handbook}/site-spaces/sitesp_hr`)).status).toBe(404);
    expect((await docs.get(handbook)).json.siteSpaces).toBe(2);
    const { status } = await docs.send('POST', `${handbook}/site-spaces`, { spaceId: 'space_hr' });
    expect(status).toBe(201);
  });

  test('moves the default on to the first of its neighbours', async () => {
    const docs = testSandbox();
    await docs.send('DELETE', `${handbook}/site-spaces/sitesp_handbook`);
    expect(await idsOf(docs, `${handbook}/site-spaces?default=true`)).toEqual(['sitesp_hr']);
    await docs.send('DELETE', `${docsSite}/site-spaces/sitesp_rest`);
    expect(await idsOf(docs, `${docsSite}/site-spaces?default=true`)).toEqual([
      'sitesp_guides',
      'sitesp_sdk',
      'sitesp_changelog',
    ]);
  });

  test('of the last one leaves an unpublished site; the next one is its default', async () => {
    const docs = testSandbox();
    for (const id of await idsOf(docs, `${handbook}/site-spaces`)) {
      await docs.send('DELETE', `${handbook}/site-spaces/${id}`);
    }
    expect((await docs.get(handbook)).json).toMatchObject({ siteSpaces: 0, published: false });
    const { json } = await docs.send('POST', `${handbook}/site-spaces`, { spaceId: 'space_hr' });
    expect(json).toMatchObject({ default: true });
    expect(json.urls.published).toBe('http://acme.sandbox.localhost/handbook/people-hr');
  });
});

describe('moving a site space', () => {
  test.each<[string, object | undefined, string[]]>([
    ['sitesp_runbooks', rightBefore('sitesp_handbook'), ['sitesp_runbooks', 'sitesp_handbook', 'sitesp_hr']],
    ['sitesp_handbook', rightAfter('sitesp_hr'), ['sitesp_hr', 'sitesp_handbook', 'sitesp_runbooks']],
    [
      'sitesp_runbooks',
      { ...rightAfter('sitesp_handbook'), ...rightBefore('sitesp_hr') },
      ['sitesp_handbook', 'sitesp_runbooks', 'sitesp_hr'],
    ],
    ['sitesp_handbook', undefined, ['sitesp_hr', 'sitesp_runbooks', 'sitesp_handbook']],
  ])('%s to %j', async (id, position, expected) => {
    const docs = testSandbox();
    const { json } = await docs.send('POST', `${handbook}/site-spaces/${id}/move`, { position });
    expect(json.id).toBe(id);
    expect(await idsOf(docs, `${handbook}/site-spaces`)).toEqual(expected);
    expect(await idsOf(docs, `${handbook}/site-spaces?default=true`)).toEqual(['sitesp_handbook']);
  });

  test('stays in its section', async () => {
    const docs = testSandbox();
    const move = (position?: object) =>
      docs.send('POST', `${docsSite}/site-spaces/sitesp_rest/move`, { position });
    expect((await move(rightBefore('sitesp_guides'))).status).toBe(400);
    expect((await move(rightBefore('sitesp_hr'))).status).toBe(400);
    expect((await move()).json.section).toBe('section_api');
    expect((await docs.get(`${docsSite}/sections`)).json.items[1].siteSpaces).toMatchObject([
      { id: 'sitesp_sdk' },
      { id: 'sitesp_rest' },
    ]);
  });
});
