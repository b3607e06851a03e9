import { describe, expect, test } from 'vitest';
import { startTime, testSandbox } from './test-sandbox.ts';

const requests = '/v1/spaces/space_handbook/change-requests';
const base = `${requests}/1/content`;
const now = new Date(startTime).toISOString();

interface Page {
  id: string;
  path: string;
  pages: Page[];
}

const outline = (pages: Page[]): unknown[] =>
  pages.map(({ path, pages: below }) => (below.length > 0 ? [path, outline(below)] : path));

describe('the content', () => {
  test('is a whole revision', async () => {
    const { json } = await testSandbox().get(base);
    expect(json).toMatchObject({
      object: 'revision',
      id: 'rev_cr_onboarding',
      parents: ['rev_handbook_2'],
      type: 'edits',
      files: [{ id: 'file_logo' }, { id: 'file_policy' }],
      reusableContents: [{ id: 'reusable_contact', title: 'Contact' }],
      urls: { app: 'http://app.sandbox.localhost/s/space_handbook/revisions/rev_cr_onboarding' },
    });
    expect(outline(json.pages)).toEqual([
      'welcome',
      ['onboarding', ['onboarding/laptop', 'onboarding/checklist']],
      'holidays',
    ]);
  });

  test('is the same by the id of the change request, and a 404 where there is none', async () => {
    const { get } = testSandbox();
    expect((await get(`${requests}/cr_onboarding/content`)).json).toEqual((await get(base)).json);
    expect((await get(`${requests}/99/content`)).status).toBe(404);
    expect((await get('/v1/spaces/x/change-requests/1/content/pages')).status).toBe(404);
  });

  test('has Git metadata, unless it is left out', async () => {
    const { get } = testSandbox();
    const places = ['', '/pages', '/page/page_welcome', '/path/welcome', '/files', '/files/file_logo'];
    for (const place of [...places, '/reusable-contents/reusable_contact']) {
      expect(JSON.stringify((await get(base + place)).json)).toContain('"git":{"oid":"0a1b2c-');
      expect(JSON.stringify((await get(`${base}${place}?metadata=true`)).json)).toContain('"git"');
      expect(JSON.stringify((await get(`${base}${place}?metadata=false`)).json)).not.toContain('"git"');
    }
  });
});

describe('a page', () => {
  test('is found by its id and by its path', async () => {
    const { get } = testSandbox();
    const { json } = await get(`${base}/page/page_laptop?format=markdown`);
    expect(json).toMatchObject({
      object: 'page',
      id: 'page_laptop',
      type: 'document',
      title: 'Your laptop, "the machine"',
      path: 'onboarding/laptop',
      pages: [],
      markdown: '# Your laptop\n\nAsk <https://it.acme.example>.\n',
    });
    expect((await get(`${base}/path/onboarding%2Flaptop?format=markdown`)).json).toEqual(json);
  });

  test.each(['page/page_gone', 'path/gone', 'path/onboarding%2Fgone', 'path/laptop', 'page/welcome'])(
    '%s is not there',
    async (place) => {
      expect((await testSandbox().get(`${base}/${place}`)).status).toBe(404);
    },
  );

  test('comes as a document where no format is asked for', async () => {
    const { json } = await testSandbox().get(`${base}/page/page_onboarding`);
    const types = json.document.nodes.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['heading-1', 'paragraph', 'paragraph']);
    expect(json).not.toHaveProperty('markdown');
    expect(outline(json.pages)).toEqual(['onboarding/laptop', 'onboarding/checklist']);
  });

  test('shows reusable content in its place, unless it is to stay uncomputed', async () => {
    const { get } = testSandbox();
    const text = async (query: string) =>
      (await get(`${base}/page/page_onboarding?format=markdown${query}`)).json.markdown;
    expect(await text('')).toMatch(/\nWrite to docs@acme\.example\.\n$/);
    expect(await text('&computed=true')).toBe(await text(''));
    expect(await text('&computed=false')).toMatch(/\n\{% include "reusable_contact" %\}\n$/);
  });
});

describe('links', () => {
  test('of a page tell what is broken', async () => {
    const { json } = await testSandbox().get(`${base}/page/page_onboarding/links`);
    expect(
      json.items.map(({ kind, target, broken }: Record<string, unknown>) => [kind, target, broken]),
    ).toEqual([
      ['page', 'page_laptop', false],
      ['page', 'page_gone', true],
      ['reusable-content', 'reusable_contact', false],
    ]);
    expect(json).toMatchObject({ count: 3, stats: { total: 3, broken: { total: 1, changeRequest: 0 } } });
  });

  test.each([
    ['page_checklist', { total: 2, broken: { total: 1, changeRequest: 1 } }],
    ['page_laptop', { total: 1, broken: { total: 0, changeRequest: 0 } }],
    ['page_welcome', { total: 2, broken: { total: 0, changeRequest: 0 } }],
  ])('of %s count %j', async (page, stats) => {
    expect((await testSandbox().get(`${base}/page/${page}/links`)).json.stats).toEqual(stats);
  });

  test('count all of a page, whatever part is read', async () => {
    const { json } = await testSandbox().get(`${base}/page/page_onboarding/links?limit=1`);
    expect(json.items).toHaveLength(1);
    expect(json.next.page).toEqual(expect.any(String));
    expect(json.stats.total).toBe(3);
  });

  test('of a page without any count nothing', async () => {
    const { get, send } = testSandbox();
    await send('POST', `${base}/import`, { url: 'https://wiki.acme.example/visa', source: 'website' });
    const { pages } = (await get(`${base}/pages`)).json;
    const { json } = await get(`${base}/page/${pages.at(-1).id}/links`);
    expect(json.items).toMatchObject([
      { kind: 'url', target: 'https://wiki.acme.example/visa', broken: false },
    ]);
  });

  test.each([
    ['page/page_welcome', [['page_holidays', 'holidays', 'welcome']]],
    [
      'page/page_laptop',
      [
        ['page_onboarding', 'onboarding', 'your laptop'],
        ['page_checklist', 'onboarding/checklist', 'your laptop'],
      ],
    ],
    ['page/page_holidays', []],
    ['files/file_policy', [['page_welcome', 'welcome', 'policy']]],
    ['files/file_logo', []],
  ])('to %s are %j', async (place, expected) => {
    const { json } = await testSandbox().get(`${base}/${place}/backlinks`);
    const found = json.items.map(({ page, label }: { page: Page; label: string }) => [
      page.id,
      page.path,
      label,
    ]);
    expect(found).toEqual(expected);
    expect(json.count).toBe(expected.length);
  });

  test.each(['page/page_gone/links', 'page/page_gone/backlinks', 'files/file_badge/backlinks'])(
    '%s is not there',
    async (place) => {
      expect((await testSandbox().get(`${base}/${place}`)).status).toBe(404);
    },
  );
});

describe('files and reusable contents', () => {
  test('files are listed page by page', async () => {
    const { get } = testSandbox();
    const first = (await get(`${base}/files?limit=1`)).json;
    expect(first).toMatchObject({ count: 2, items: [{ id: 'file_logo' }] });
    const second = (await get(`${base}/files?limit=1&page=${first.next.page}`)).json;
    expect(second.items).toMatchObject([{ id: 'file_policy' }]);
    expect(second).not.toHaveProperty('next');
  });

  test('a file has all its fields; dimensions only where it has any', async () => {
    const { get } = testSandbox();
    expect((await get(`${base}/files/file_logo`)).json).toEqual({
      object: 'file',
      id: 'file_logo',
      name: 'logo – dark.png',
      contentType: 'image/png',
      downloadURL: 'http://app.sandbox.localhost/files/file_logo/logo%20%E2%80%93%20dark.png',
      size: 20480,
      dimensions: { width: 512, height: 512 },
      git: { oid: '0a1b2c-logo.png', path: 'logo.png' },
    });
    expect((await get(`${base}/files/file_policy`)).json).not.toHaveProperty('dimensions');
    expect((await get(`${base}/files/file_gone`)).status).toBe(404);
  });

  test('a reusable content has its document', async () => {
    const { get } = testSandbox();
    const { json } = await get(`${base}/reusable-contents/reusable_contact?computed=false`);
    expect(json).toMatchObject({
      id: 'reusable_contact',
      title: 'Contact',
      document: { object: 'document' },
    });
    expect((await get(`${base}/reusable-contents/reusable_gone`)).status).toBe(404);
  });
});

describe('an import', () => {
  const source = {
    url: 'https://me:pass@wiki.acme.example/hr/travel-costs_2026.html?v=1',
    source: 'website',
  };

  test('makes a page at the top in a new revision of the change request', async () => {
    const { get, send } = testSandbox();
    const { status, json } = await send('POST', `${base}/import`, source);
    expect(status).toBe(201);
    expect(json).toEqual({ revision: expect.any(String), importedResources: 1, totalResources: 1 });
    expect((await get(base)).json).toMatchObject({ id: json.revision, parents: ['rev_cr_onboarding'] });
    expect((await get(`${requests}/1`)).json).toMatchObject({ revision: json.revision, updatedAt: now });
    const page = (await get(`${base}/path/travel-costs-2026?format=markdown`)).json;
    expect(page).toMatchObject({ title: 'Travel costs 2026', createdAt: now });
    expect(page.markdown).toContain('<https://wiki.acme.example/hr/travel-costs_2026.html?v=1>');
    expect(JSON.stringify(page)).not.toContain('pass@');
    expect((await get(`${requests}?contributor=user_ada`)).json.items).toHaveLength(2);
  });

  test('into a page makes one below it', async () => {
    const { get, send } = testSandbox();
    for (const _ of [1, 2]) await send('POST', `${base}/page/page_onboarding/import`, source);
    expect(outline((await get(`${base}/page/page_onboarding`)).json.pages)).toEqual([
      'onboarding/laptop',
      'onboarding/checklist',
      'onboarding/travel-costs-2026',
      'onboarding/travel-costs-2026-2',
    ]);
    expect((await get(`${requests}/2/content/path/onboarding%2Ftravel-costs-2026`)).status).toBe(404);
  });

  test.each([
    ['https://docs.example/', 'docs.example'],
    ['https://docs.example/%E4%BC%91%E6%9A%87', '休暇'],
    ['https://docs.example/100%', '100%'],
    ['https://docs.example/a%00b', 'A b'],
  ])('of %s is called %s', async (url, title) => {
    const { get, send } = testSandbox();
    await send('POST', `${base}/import`, { url, source: 'html' });
    expect((await get(`${base}/pages`)).json.pages.at(-1).title).toBe(title);
  });

  test.each([
    [{}, 400],
    [{ url: 'https://a.example' }, 400],
    [{ source: 'website' }, 400],
    [{ url: 'a.example', source: 'website' }, 400],
    [{ url: 'file:///etc/passwd', source: 'website' }, 400],
    [{ url: 'https://a.example', source: 'telepathy' }, 400],
  ])('of %j answers %i', async (body, status) => {
    const { get, send } = testSandbox();
    expect((await send('POST', `${base}/import`, body)).status).toBe(status);
    expect((await get(base)).json.id).toBe('rev_cr_onboarding');
  });

  test.each(['3', '4'])('into #%s, which is merged or archived, is refused', async (number) => {
    const { send } = testSandbox();
    expect((await send('POST', `${requests}/${number}/content/import`, source)).status).toBe(409);
    const page = `${requests}/${number}/content/page/page_welcome/import`;
    expect((await send('POST', page, source)).status).toBe(409);
  });

  test('into a page that is not there is a 404', async () => {
    const { send } = testSandbox();
    expect((await send('POST', `${base}/page/page_gone/import`, source)).status).toBe(404);
  });
});
