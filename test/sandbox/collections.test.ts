import { describe, expect, test } from 'vitest';
import { type TestSandbox, testSandbox } from './test-sandbox.ts';

const org = '/v1/orgs/org_acme';
const collections = `${org}/collections`;

async function ids(docs: TestSandbox, path: string): Promise<string[]> {
  const { json } = await docs.get(path);
  expect(json.count).toBe(json.items.length);
  return json.items.map((item: { id: string }) => item.id);
}

describe('the list', () => {
  test('comes with nested collections, the top level first, and without them on demand', async () => {
    const docs = testSandbox();
    const all = ['col_product', 'col_internal', 'col_empty', 'col_legacy', 'col_api'];
    expect(await ids(docs, collections)).toEqual(all);
    expect(await ids(docs, `${collections}?nested=true`)).toEqual(all);
    expect(await ids(docs, `${collections}?nested=false`)).toEqual(all.slice(0, 3));
    expect((await docs.get('/v1/orgs/org_x/collections')).status).toBe(404);
  });

  test('goes on where a page ends', async () => {
    const docs = testSandbox();
    const seen: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const { json } = await docs.get(`${collections}?limit=2${next && `&page=${next}`}`);
      expect(json.count).toBe(5);
      seen.push(...json.items.map((item: { id: string }) => item.id));
      next = json.next?.page;
    }
    expect(seen).toEqual(await ids(docs, collections));
  });

  test('holds the spaces that are directly in a collection', async () => {
    const docs = testSandbox();
    expect(await ids(docs, '/v1/collections/col_api/spaces')).toEqual(['space_rest', 'space_sdk']);
    expect(await ids(docs, '/v1/collections/col_empty/spaces')).toEqual([]);
    expect((await docs.get('/v1/collections/col_x/spaces')).status).toBe(404);
  });
});

test('a collection has every documented field', async () => {
  const docs = testSandbox();
  expect((await docs.get('/v1/collections/col_product')).json).toEqual({
    object: 'collection',
    id: 'col_product',
    title: 'Product',
    description: 'Everything about Product',
    organization: 'org_acme',
    defaultLevel: 'edit',
    urls: {
      location: 'http://sandbox.localhost/v1/collections/col_product',
      app: 'http://app.sandbox.localhost/c/col_product',
    },
    permissions: { admin: true, create: true },
  });
  expect((await docs.get('/v1/collections/col_api')).json).toMatchObject({ parent: 'col_product' });
});

describe('creating and changing', () => {
  test('a new collection stands at the end of its parent', async () => {
    const docs = testSandbox();
    const { status, json } = await docs.send('POST', collections, { title: 'API v3', parent: 'col_product' });
    expect(status).toBe(201);
    expect(json).toMatchObject({ id: 'col_1', title: 'API v3', parent: 'col_product' });
    await docs.send('POST', collections, {});
    expect(await ids(docs, `${collections}?nested=false`)).toEqual([
      'col_product',
      'col_internal',
      'col_empty',
      'col_2',
    ]);
  });

  test('the parent is a collection of the same organization', async () => {
    const docs = testSandbox();
    for (const parent of ['col_x', 'col_globex', 'space_guides']) {
      const { status, json } = await docs.send('POST', collections, { parent });
      expect(status).toBe(400);
      expect(json.error.message).toContain(`"${parent}"`);
    }
    expect(await ids(docs, collections)).toHaveLength(5);
  });

  test('changes what is named; the default level is a role, null or inherit', async () => {
    const docs = testSandbox();
    const path = '/v1/collections/col_product';
    const { json } = await docs.send('PATCH', path, { title: 'Products' });
    expect(json).toMatchObject({ title: 'Products', defaultLevel: 'edit', description: expect.anything() });
    for (const defaultLevel of [null, 'inherit', 'read']) {
      expect((await docs.send('PATCH', path, { defaultLevel })).json).toMatchObject({ defaultLevel });
      expect((await docs.get(path)).json).toMatchObject({ defaultLevel });
    }
    expect((await docs.get('/v1/collections/col_api')).json).toMatchObject({ defaultLevel: 'inherit' });
    const { items } = (await docs.get(`${path}/spaces`)).json;
    expect(items.map((space: { defaultLevel: unknown }) => space.defaultLevel)).toContain('inherit');
    expect((await docs.send('PATCH', path, { defaultLevel: 'owner' })).status).toBe(400);
    expect((await docs.send('PATCH', '/v1/collections/col_x', {})).status).toBe(404);
  });
});

describe('deleting', () => {
  test('takes along everything in it, at any depth', async () => {
    const docs = testSandbox();
    expect((await docs.send('DELETE', '/v1/collections/col_api')).status).toBe(204);
    expect((await docs.send('DELETE', '/v1/collections/col_api')).status).toBe(404);
    for (const path of ['collections/col_legacy', 'spaces/space_rest/permissions/teams']) {
      expect((await docs.get(`/v1/${path}`)).status).toBe(404);
    }
    expect((await docs.get(`${org}/members/user_ada`)).json.spaces).toBe(9);
    expect(await ids(docs, '/v1/collections/col_product/spaces')).toHaveLength(5);
  });

  test('takes its spaces off the sites, where the defaults move on', async () => {
    const docs = testSandbox();
    const siteSpaces = `${org}/sites/site_docs/site-spaces`;
    await docs.send('DELETE', '/v1/collections/col_legacy');
    expect((await docs.get(`${org}/sites/site_partners`)).json).toMatchObject({
      siteSpaces: 0,
      published: false,
    });
    expect(await ids(docs, siteSpaces)).toHaveLength(6);
    await docs.send('POST', siteSpaces, { spaceId: 'space_hr', sectionId: 'section_api' });
    await docs.send('DELETE', '/v1/collections/col_api');
    const { json } = await docs.get(siteSpaces);
    const inApi = json.items.filter(({ section }: { section: string }) => section === 'section_api');
    expect(inApi).toMatchObject([{ space: { id: 'space_hr' }, default: true }]);
    expect(json.items.filter((item: { default: boolean }) => item.default)).toHaveLength(3);
  });
});

describe('moving', () => {
  const move = (docs: TestSandbox, id: string, body: object) =>
    docs.send('POST', `/v1/collections/${id}/move`, body);
  const space = (id: string) => ({ type: 'space', space: id });

  test('into another collection, and to the top level', async () => {
    const docs = testSandbox();
    expect((await move(docs, 'col_legacy', { parent: 'col_empty' })).json.parent).toBe('col_empty');
    expect((await move(docs, 'col_legacy', {})).json.parent).toBe('col_empty');
    expect((await move(docs, 'col_api', { parent: null })).json).not.toHaveProperty('parent');
    expect(await ids(docs, `${collections}?nested=false`)).toEqual([
      'col_product',
      'col_internal',
      'col_empty',
      'col_api',
    ]);
    expect(await ids(docs, '/v1/collections/col_legacy/spaces')).toEqual(['space_legacy']);
  });

  test('never into itself, at whatever depth', async () => {
    const docs = testSandbox();
    for (const parent of ['col_product', 'col_api', 'col_legacy']) {
      expect((await move(docs, 'col_product', { parent })).status).toBe(409);
    }
    expect((await docs.get('/v1/collections/col_product')).json).not.toHaveProperty('parent');
  });

  test('only into a collection of the organization', async () => {
    const docs = testSandbox();
    for (const parent of ['col_x', 'col_globex', '']) {
      expect((await move(docs, 'col_api', { parent })).status).toBe(400);
    }
    expect((await move(docs, 'col_x', {})).status).toBe(404);
  });

  test('without a neighbour to the end, and among the spaces where neighbours say', async () => {
    const docs = testSandbox();
    await move(docs, 'col_product', {});
    expect(await ids(docs, `${collections}?nested=false`)).toEqual([
      'col_internal',
      'col_empty',
      'col_product',
    ]);
    await move(docs, 'col_empty', { position: { after: space('space_handbook') } });
    await move(docs, 'col_internal', { position: { before: space('space_drafts') } });
    await move(docs, 'col_product', { position: { before: space('space_handbook') } });
    expect(await ids(docs, `${collections}?nested=false`)).toEqual([
      'col_product',
      'col_empty',
      'col_internal',
    ]);
  });

  test('leaves the spaces in their order', async () => {
    const docs = testSandbox();
    const path = '/v1/collections/col_product/spaces';
    const before = await ids(docs, path);
    const position = { after: space('space_guides'), before: space('space_tutorials') };
    expect((await move(docs, 'col_internal', { parent: 'col_product', position })).status).toBe(200);
    expect(await ids(docs, path)).toEqual(before);
  });

  test('refuses neighbours that are no spaces there, and moves nothing', async () => {
    const docs = testSandbox();
    const wrong = [
      { before: space('space_x') },
      { after: space('space_drafts') },
      { before: space('col_api') },
      { after: space('space_tutorials'), before: space('space_guides') },
    ];
    for (const position of wrong) {
      const { status, json } = await move(docs, 'col_internal', { parent: 'col_product', position });
      expect(status).toBe(400);
      expect(json.error.message).toContain('position');
    }
    expect((await docs.get('/v1/collections/col_internal')).json).not.toHaveProperty('parent');
  });
});

describe('a transfer', () => {
  const transfer = (docs: TestSandbox, id: string, organization: string) =>
    docs.send('POST', `/v1/collections/${id}/transfer`, { organization });

  test('carries collections and spaces along, to the end of the top level', async () => {
    const docs = testSandbox();
    const { status, json } = await transfer(docs, 'col_api', 'org_globex');
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: 'col_api', organization: 'org_globex' });
    expect(json).not.toHaveProperty('parent');
    expect(await ids(docs, '/v1/orgs/org_globex/collections')).toEqual([
      'col_globex',
      'col_api',
      'col_legacy',
    ]);
    expect((await docs.get('/v1/collections/col_legacy')).json).toMatchObject({
      organization: 'org_globex',
      parent: 'col_api',
    });
    const { items } = (await docs.get('/v1/collections/col_legacy/spaces')).json;
    expect(items).toMatchObject([{ id: 'space_legacy', organization: 'org_globex', parent: 'col_legacy' }]);
    expect(await ids(docs, collections)).toEqual(['col_product', 'col_internal', 'col_empty']);
    expect((await docs.get(`${org}/members/user_ada`)).json.spaces).toBe(9);
    expect((await docs.get('/v1/orgs/org_globex/members/user_ada')).json.spaces).toBe(4);
  });

  test('leaves behind what belongs to the organization: sites, teams and fields', async () => {
    const docs = testSandbox();
    await transfer(docs, 'col_product', 'org_globex');
    expect((await docs.get('/v1/collections/col_product/permissions/teams')).json.items).toEqual([]);
    expect((await docs.get('/v1/spaces/space_guides/permissions/teams')).json.items).toEqual([]);
    expect((await docs.get('/v1/spaces/space_guides/custom-fields')).json).toEqual([]);
    expect((await docs.get(`${org}/sites/site_docs`)).json.siteSpaces).toBe(0);
    expect((await docs.get(`${org}/teams/team_docs`)).json.spaces).toBe(1);
    const given = await docs.send('PATCH', '/v1/spaces/space_guides/permissions/teams/team_globex', {});
    expect(given.status).toBe(204);
  });

  test('keeps the content of its spaces', async () => {
    const docs = testSandbox();
    await transfer(docs, 'col_product', 'org_globex');
    const { items } = (await docs.get('/v1/collections/col_product/spaces')).json;
    expect(items[0]).toMatchObject({
      id: 'space_guides',
      changeRequests: 1,
      revision: expect.any(String),
      gitSync: { repoName: 'acme/guides' },
    });
  });

  test('needs another organization that exists', async () => {
    const docs = testSandbox();
    expect((await transfer(docs, 'col_api', 'org_x')).status).toBe(400);
    expect((await transfer(docs, 'col_api', 'org_acme')).status).toBe(409);
    expect((await transfer(docs, 'col_x', 'org_globex')).status).toBe(404);
    expect((await docs.send('POST', '/v1/collections/col_api/transfer', {})).status).toBe(400);
  });
});
