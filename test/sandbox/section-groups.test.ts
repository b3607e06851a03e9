import { describe, expect, test } from 'vitest';
import { type TestSandbox, testSandbox } from './test-sandbox.ts';

const site = '/v1/orgs/org_acme/sites/site_docs';
const groups = `${site}/section-groups`;

/** The groups of the site with the ids of their sections. */
async function grouped(docs: TestSandbox): Promise<[string, string[]][]> {
  const { json } = await docs.get(groups);
  expect(json.count).toBe(json.items.length);
  return json.items.map((group: { id: string; sections: { id: string }[] }) => [
    group.id,
    group.sections.map((section) => section.id),
  ]);
}

test('a group has every documented field', async () => {
  const { json } = await testSandbox().get(`${groups}?limit=1`);
  expect(json.items).toMatchObject([
    {
      object: 'site-section-group',
      id: 'group_learn',
      title: 'Learn',
      icon: 'graduation-cap',
      sections: [{ id: 'section_guides', sectionGroup: 'group_learn', siteSpaces: [{}, {}, {}] }],
    },
  ]);
  expect(json).toMatchObject({ count: 2, next: { page: expect.any(String) } });
});

describe('creating a group', () => {
  test('puts it at the end, and takes its sections out of other groups', async () => {
    const docs = testSandbox();
    const body = { title: 'All', sections: ['section_news', 'section_api'] };
    const { status, json } = await docs.send('POST', groups, body);
    expect(status).toBe(201);
    expect(json).toMatchObject({ id: 'group_1', title: 'All' });
    expect(json).not.toHaveProperty('icon');
    expect(await grouped(docs)).toEqual([
      ['group_learn', ['section_guides']],
      ['group_build', []],
      ['group_1', ['section_api', 'section_news']],
    ]);
    const { structure } = (await docs.get(`${site}/published`)).json;
    expect(structure.structure[2]).toMatchObject({ id: 'section_news', sectionGroup: 'group_1' });
  });

  test('without sections makes an empty one, also in a site without sections', async () => {
    const docs = testSandbox();
    const handbook = '/v1/orgs/org_acme/sites/site_handbook/section-groups';
    const { json } = await docs.send('POST', handbook, { title: 'G', icon: 'gear' });
    expect(json).toMatchObject({ title: 'G', icon: 'gear', sections: [] });
  });

  test('names every section that the site does not have, and makes nothing', async () => {
    const docs = testSandbox();
    const body = { title: 'No', sections: ['section_news', 'section_x', 'section_y'] };
    const { status, json } = await docs.send('POST', groups, body);
    expect(status).toBe(400);
    expect(json.error.message).toMatch(/section_x.*section_y/);
    expect(await grouped(docs)).toHaveLength(2);
    expect((await docs.send('POST', groups, { title: '' })).status).toBe(400);
    expect((await docs.send('POST', groups, {})).status).toBe(400);
  });
});

test('changing a group changes what is named, and clears its icon with null', async () => {
  const docs = testSandbox();
  const { json } = await docs.send('PATCH', `${groups}/group_learn`, { title: 'Start here' });
  expect(json).toMatchObject({ title: 'Start here', icon: 'graduation-cap', sections: [{}] });
  expect((await docs.send('PATCH', `${groups}/group_learn`, { icon: null })).json).not.toHaveProperty('icon');
  expect((await docs.send('PATCH', `${groups}/group_x`, {})).status).toBe(404);
});

test('deleting a group sets its sections free', async () => {
  const docs = testSandbox();
  expect((await docs.send('DELETE', `${groups}/group_learn`)).status).toBe(204);
  expect((await docs.send('DELETE', `${groups}/group_learn`)).status).toBe(404);
  const { json } = await docs.get(`${site}/sections`);
  expect(json.items).toHaveLength(3);
  expect(json.items[0]).not.toHaveProperty('sectionGroup');
  expect(json.items[0].siteSpaces).toHaveLength(3);
});

describe('the sections of a group', () => {
  test('adding one takes it out of its group, and is idempotent', async () => {
    const docs = testSandbox();
    for (let time = 0; time < 2; time++) {
      const { status, json } = await docs.send('POST', `${groups}/group_learn/sections`, {
        sectionId: 'section_api',
      });
      expect(status).toBe(200);
      expect(json.sections).toHaveLength(2);
    }
    expect(await grouped(docs)).toEqual([
      ['group_learn', ['section_guides', 'section_api']],
      ['group_build', []],
    ]);
  });

  test('adding needs a section of the site', async () => {
    const docs = testSandbox();
    const add = (group: string, body: object) => docs.send('POST', `${groups}/${group}/sections`, body);
    expect((await add('group_learn', { sectionId: 'section_x' })).status).toBe(400);
    expect((await add('group_learn', {})).status).toBe(400);
    expect((await add('group_x', { sectionId: 'section_api' })).status).toBe(404);
  });

  test('removing one leaves it on the site, outside of any group', async () => {
    const docs = testSandbox();
    const path = `${groups}/group_build/sections/section_api`;
    expect((await docs.send('DELETE', path)).status).toBe(204);
    expect((await docs.send('DELETE', path)).status).toBe(404);
    expect((await docs.send('DELETE', `${groups}/group_learn/sections/section_x`)).status).toBe(404);
    expect(await grouped(docs)).toEqual([
      ['group_learn', ['section_guides']],
      ['group_build', []],
    ]);
    expect((await docs.get(`${site}/sections`)).json.count).toBe(3);
  });

  test('stand in the order of the site, and go with it', async () => {
    const docs = testSandbox();
    await docs.send('POST', `${groups}/group_learn/sections`, { sectionId: 'section_news' });
    await docs.send('POST', `${site}/sections/section_guides/move`, {});
    expect((await grouped(docs))[0]).toEqual(['group_learn', ['section_news', 'section_guides']]);
    await docs.send('DELETE', `${site}/sections/section_news`);
    expect((await grouped(docs))[0]).toEqual(['group_learn', ['section_guides']]);
  });
});

describe('moving a group', () => {
  const beside = (id: string) => ({ type: 'site-section', id });

  test.each<[string, object | undefined, string[]]>([
    ['group_build', { before: beside('group_learn') }, ['group_build', 'group_learn', 'group_1']],
    ['group_learn', { after: beside('group_build') }, ['group_build', 'group_learn', 'group_1']],
    [
      'group_1',
      { after: beside('group_learn'), before: beside('group_build') },
      ['group_learn', 'group_1', 'group_build'],
    ],
    ['group_learn', undefined, ['group_build', 'group_1', 'group_learn']],
  ])('%s to %j', async (id, position, expected) => {
    const docs = testSandbox();
    await docs.send('POST', groups, { title: 'Third' });
    const { json } = await docs.send('POST', `${groups}/${id}/move`, { position });
    expect(json.id).toBe(id);
    expect((await grouped(docs)).map(([group]) => group)).toEqual(expected);
  });

  test('refuses a neighbour that is no group of the site', async () => {
    const docs = testSandbox();
    for (const id of ['group_x', 'section_api', 'group_build']) {
      const body = { position: { before: beside(id) } };
      expect((await docs.send('POST', `${groups}/group_build/move`, body)).status).toBe(400);
    }
  });
});
