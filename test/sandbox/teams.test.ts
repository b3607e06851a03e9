import { describe, expect, test } from 'vitest';
import { startTime, type TestSandbox, testSandbox } from './test-sandbox.ts';

const teams = '/v1/orgs/org_acme/teams';
const docsMembers = `${teams}/team_docs/members`;

async function rolesIn(docs: TestSandbox, team: string): Promise<Record<string, string>> {
  const { json } = await docs.get(`${teams}/${team}/members`);
  expect(json.count).toBe((await docs.get(`${teams}/${team}`)).json.members);
  return Object.fromEntries(
    json.items.map((item: { organization: { id: string }; team: { role: string } }) => [
      item.organization.id,
      item.team.role,
    ]),
  );
}

describe('the list', () => {
  test.each([
    ['', ['team_design', 'team_docs', 'team_empty', 'team_platform', 'team_support', 'team_tokyo']],
    ['title=SUPPORT', ['team_support']],
    ['title=%E6%9D%B1', ['team_tokyo']],
    ['title=o', ['team_docs', 'team_empty', 'team_platform', 'team_support']],
    ['owner=user_linus', ['team_docs']],
    ['owner=user_mei', []],
    ['owner=no one', []],
    ['owner=user_linus&title=plat', []],
  ])('with "%s" holds %j', async (query, expected) => {
    const { json } = await testSandbox().get(`${teams}?${query}`);
    expect(json.items.map((team: { id: string }) => team.id).sort()).toEqual(expected);
    expect(json.count).toBe(expected.length);
  });
});

test('a team has true counts', async () => {
  expect((await testSandbox().get(`${teams}/team_docs`)).json).toEqual({
    object: 'team',
    id: 'team_docs',
    title: 'Docs',
    members: 7,
    spaces: 9,
    createdAt: '2025-01-06T09:00:00.000Z',
  });
});

describe('a team', () => {
  test('is made with its members', async () => {
    const docs = testSandbox();
    const { status, json } = await docs.send('PUT', teams, {
      title: 'Reviewers',
      members: ['user_ana', 'user_bo', 'user_ana'],
    });
    expect({ status, ...json }).toEqual({
      status: 201,
      object: 'team',
      id: 'team_1',
      title: 'Reviewers',
      members: 2,
      spaces: 0,
      createdAt: new Date(startTime).toISOString(),
    });
    expect(await rolesIn(docs, 'team_1')).toEqual({ user_ana: 'member', user_bo: 'member' });
  });

  test('is not made where a member is unknown; all of them are named', async () => {
    const docs = testSandbox();
    const body = { title: 'Reviewers', members: ['user_x', 'user_ana', 'user_olga', 'ana@acme.example'] };
    const { status, json } = await docs.send('PUT', teams, body);
    expect(status).toBe(400);
    expect(json.error.details.map((detail: { path: unknown[] }) => detail.path)).toEqual([
      ['members', 0],
      ['members', 2],
      ['members', 3],
    ]);
    expect((await docs.get(teams)).json.count).toBe(6);
  });

  test.each([{}, { title: '' }, { title: 'x'.repeat(65) }])(
    'needs a title of 1 to 64 characters: %j',
    async (body) => {
      const docs = testSandbox();
      expect((await docs.send('PUT', teams, body)).status).toBe(400);
      expect((await docs.send('PATCH', `${teams}/team_docs`, body)).status).toBe(400);
    },
  );

  test('is renamed, and found by its new title only', async () => {
    const docs = testSandbox();
    expect((await docs.send('PATCH', `${teams}/team_docs`, { title: 'Writers' })).json.title).toBe('Writers');
    expect((await docs.get(`${teams}?title=docs`)).json.count).toBe(0);
    expect((await docs.get(`${teams}?title=WRIT`)).json.items[0].id).toBe('team_docs');
  });

  test('is deleted with its memberships and permissions; its members stay', async () => {
    const docs = testSandbox();
    expect((await docs.send('DELETE', `${teams}/team_docs`)).status).toBe(204);
    expect((await docs.send('DELETE', `${teams}/team_docs`)).status).toBe(404);
    expect((await docs.get(docsMembers)).status).toBe(404);
    expect((await docs.get('/v1/orgs/org_acme/members/user_gil')).json).toMatchObject({
      teams: 0,
      spaces: 0,
    });
  });

  test('of another organization is not found', async () => {
    const docs = testSandbox();
    for (const [method, body] of [['GET'], ['PATCH', { title: 'x' }], ['DELETE']] as const) {
      expect((await docs.send(method, `${teams}/team_globex`, body)).status).toBe(404);
    }
  });
});

describe('changing several members', () => {
  const before = {
    user_ada: 'owner',
    user_linus: 'owner',
    user_mei: 'member',
    user_yuki: 'member',
    user_zoe: 'member',
    user_ravi: 'member',
    user_gil: 'member',
  };

  test('adds by id and by e-mail address in any case', async () => {
    const docs = testSandbox();
    const { status } = await docs.send('PUT', docsMembers, { add: ['user_ana', 'BO@Acme.example'] });
    expect(status).toBe(204);
    expect(await rolesIn(docs, 'team_docs')).toEqual({ ...before, user_ana: 'member', user_bo: 'member' });
  });

  test('leaves the role of those who are there', async () => {
    const docs = testSandbox();
    await docs.send('PUT', docsMembers, { add: ['user_ada', 'linus@acme.example', 'user_mei'] });
    expect(await rolesIn(docs, 'team_docs')).toEqual(before);
  });

  test('removes by id and address; who is not there is no problem', async () => {
    const docs = testSandbox();
    await docs.send('PUT', docsMembers, { remove: ['user_mei', 'Yuki@acme.example', 'user_ana'] });
    const { user_mei: _, user_yuki: __, ...rest } = before;
    expect(await rolesIn(docs, 'team_docs')).toEqual(rest);
  });

  test('a user in both is removed', async () => {
    const docs = testSandbox();
    const body = {
      add: ['user_ana', 'user_mei'],
      memberships: { user_ana: { role: 'owner' } },
      remove: ['ana@acme.example', 'user_mei'],
    };
    await docs.send('PUT', docsMembers, body);
    const { user_mei: _, ...rest } = before;
    expect(await rolesIn(docs, 'team_docs')).toEqual(rest);
  });

  test('memberships set roles, of new ones too', async () => {
    const docs = testSandbox();
    const memberships = {
      user_mei: { role: 'owner' },
      user_ada: { role: 'member' },
      user_ana: { role: 'owner' },
    };
    await docs.send('PUT', docsMembers, { memberships });
    expect(await rolesIn(docs, 'team_docs')).toEqual({
      ...before,
      user_mei: 'owner',
      user_ada: 'member',
      user_ana: 'owner',
    });
  });

  test('names everyone who is unknown, and changes nothing then', async () => {
    const docs = testSandbox();
    const body = {
      add: ['user_ana', 'nobody@acme.example', 'user_olga'],
      memberships: { 'mei@acme.example': { role: 'owner' } },
      remove: ['user_mei', 'user_x'],
    };
    const { status, json } = await docs.send('PUT', docsMembers, body);
    expect(status).toBe(400);
    expect(json.error.details.map((detail: { path: unknown[] }) => detail.path)).toEqual([
      ['add', 1],
      ['add', 2],
      ['memberships', 'mei@acme.example'],
      ['remove', 1],
    ]);
    expect(await rolesIn(docs, 'team_docs')).toEqual(before);
  });

  test('who has left the organization can be removed once more', async () => {
    const docs = testSandbox();
    await docs.send('DELETE', '/v1/orgs/org_acme/members/user_mei');
    expect((await docs.send('PUT', docsMembers, { remove: ['user_mei'] })).status).toBe(204);
    expect((await docs.send('PUT', docsMembers, { add: ['user_mei'] })).status).toBe(400);
  });

  test('an empty change is a change of nothing', async () => {
    const docs = testSandbox();
    expect((await docs.send('PUT', docsMembers, {})).status).toBe(204);
    expect(await rolesIn(docs, 'team_docs')).toEqual(before);
  });

  test('refuses roles that are none', async () => {
    const docs = testSandbox();
    const body = { memberships: { user_mei: { role: 'boss' }, user_zoe: {} } };
    const { json } = await docs.send('PUT', docsMembers, body);
    expect(json.error.details).toHaveLength(2);
  });
});

describe('one member', () => {
  test('is added, changed, left alone and removed', async () => {
    const docs = testSandbox();
    const ana = `${teams}/team_empty/members/user_ana`;
    expect((await docs.send('PUT', ana, {})).status).toBe(204);
    expect(await rolesIn(docs, 'team_empty')).toEqual({ user_ana: 'member' });
    await docs.send('PUT', ana, { role: 'owner' });
    await docs.send('PUT', ana, {});
    expect(await rolesIn(docs, 'team_empty')).toEqual({ user_ana: 'owner' });
    expect((await docs.send('DELETE', ana)).status).toBe(204);
    expect((await docs.send('DELETE', ana)).status).toBe(404);
    expect(await rolesIn(docs, 'team_empty')).toEqual({});
  });

  test.each(['no one', 'user_olga', 'ana@acme.example'])('%s is not found', async (user) => {
    expect((await testSandbox().send('PUT', `${teams}/team_empty/members/${user}`, {})).status).toBe(404);
  });
});
