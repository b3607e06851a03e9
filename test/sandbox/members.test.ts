import { describe, expect, test } from 'vitest';
import { startTime, type TestSandbox, testSandbox } from './test-sandbox.ts';

const org = '/v1/orgs/org_acme';
const members = `${org}/members`;

async function listed(docs: TestSandbox, query: string): Promise<string[]> {
  const { json } = await docs.get(`${members}?${query}`);
  expect(json.count).toBe(json.items.length);
  return json.items.map((item: { id: string }) => item.id);
}

describe('the list', () => {
  test('comes with the newest members first, and the other way round on demand', async () => {
    const docs = testSandbox();
    const newest = await listed(docs, '');
    expect(newest.slice(0, 2)).toEqual(['user_uma', 'user_pat']);
    expect(await listed(docs, 'order=desc&sort=joinedAt')).toEqual(newest);
    expect(await listed(docs, 'order=asc')).toEqual(newest.toReversed());
  });

  test('by last visit holds only active members who have been there', async () => {
    const docs = testSandbox();
    const ids = await listed(docs, 'sort=lastSeenAt');
    expect(ids[0]).toBe('user_ada');
    const never = ['user_tom', 'user_uma', 'user_dee'];
    const others = (await listed(docs, '')).filter((id) => !never.includes(id));
    expect(ids.toSorted()).toEqual(others.sort());
    expect(await listed(docs, 'sort=lastSeenAt&order=asc')).toEqual(ids.toReversed());
  });

  test.each([
    ['role=admin', ['user_ada', 'user_grace']],
    ['role=guest', ['user_gil', 'user_hana', 'user_pat', 'user_uma']],
    ['search=ADA%20L', ['user_ada']],
    ['search=contractor.EXAMPLE', ['user_gil']],
    ['search=%E7%BE%8E', ['user_mei']],
    ['search=ZO%C3%8B', ['user_zoe']],
    ['search=partner&role=guest&order=asc', ['user_pat', 'user_uma']],
    ['search=no one%20at%20all', []],
  ])('%s finds %j', async (query, expected) => {
    expect((await listed(testSandbox(), query)).sort()).toEqual(expected);
  });
});

test('a member has every documented field', async () => {
  const { json } = await testSandbox().get(`${members}/user_ada`);
  expect(json).toEqual({
    object: 'member',
    id: 'user_ada',
    role: 'admin',
    user: {
      object: 'user',
      id: 'user_ada',
      displayName: 'Ada Lovelace',
      email: 'ada@acme.example',
      photoURL: 'http://app.sandbox.localhost/u/user_ada/photo',
      urls: { location: 'http://sandbox.localhost/v1/users/user_ada' },
    },
    disabled: false,
    joinedAt: '2025-01-06T09:00:00.000Z',
    lastSeenAt: '2025-07-25T09:00:00.000Z',
    sso: false,
    spaces: 12,
    teams: 1,
  });
});

test('a guest has null for a role', async () => {
  expect((await testSandbox().get(`${members}/user_gil`)).json.role).toBeNull();
});

describe('changing a member', () => {
  test('sets the role, null for a guest', async () => {
    const docs = testSandbox();
    expect((await docs.send('PATCH', `${members}/user_ana`, { role: 'review' })).json.role).toBe('review');
    expect((await docs.send('PATCH', `${members}/user_ana`, { role: null })).json.role).toBeNull();
    expect((await docs.send('PATCH', `${members}/user_ana`, {})).json.role).toBeNull();
    expect((await docs.get(`${members}/user_ana`)).json.role).toBeNull();
  });

  test('refuses a role that is none', async () => {
    const docs = testSandbox();
    expect((await docs.send('PATCH', `${members}/user_ana`, { role: 'guest' })).status).toBe(400);
    expect((await docs.get(`${members}/user_ana`)).json.role).toBe('read');
  });

  test('touches one organization only', async () => {
    const docs = testSandbox();
    await docs.send('PATCH', `${members}/user_ada`, { role: 'read' });
    expect((await docs.get('/v1/orgs/org_globex/members/user_ada')).json.role).toBe('admin');
  });

  test('single sign-on stays', async () => {
    const docs = testSandbox();
    expect((await docs.send('POST', `${members}/user_ana/sso`)).json.sso).toBe(true);
    expect((await docs.send('POST', `${members}/user_ana/sso`)).json.sso).toBe(true);
    expect((await docs.send('POST', `${members}/no one/sso`)).status).toBe(404);
  });
});

test('removing a member takes them out of the organization and its teams, and nothing else', async () => {
  const docs = testSandbox();
  const { count } = (await docs.get(members)).json;
  expect((await docs.send('DELETE', `${members}/user_mei`)).status).toBe(204);
  expect((await docs.get(`${members}/user_mei`)).status).toBe(404);
  expect((await docs.send('DELETE', `${members}/user_mei`)).status).toBe(404);
  expect((await docs.get(members)).json.count).toBe(count - 1);
  expect((await docs.get(`${org}/teams/team_docs`)).json.members).toBe(6);
  expect((await docs.get(`${org}/teams/team_tokyo/members`)).json.items).toHaveLength(1);
});

describe('the spaces of a member', () => {
  async function spacesOf(docs: TestSandbox, user: string): Promise<Record<string, string>> {
    const { json } = await docs.get(`${members}/${user}/spaces`);
    expect(json.count).toBe((await docs.get(`${members}/${user}`)).json.spaces);
    return Object.fromEntries(
      json.items.map((item: { permission: string; space: { id: string } }) => [
        item.space.id,
        item.permission,
      ]),
    );
  }

  test('of a guest are those of the teams, through collections at any depth', async () => {
    const spaces = await spacesOf(testSandbox(), 'user_gil');
    expect(spaces).toEqual({
      space_handbook: 'edit',
      space_guides: 'admin',
      space_tutorials: 'admin',
      space_changelog: 'admin',
      space_japanese: 'admin',
      space_arabic: 'admin',
      space_rest: 'admin',
      space_sdk: 'admin',
      space_legacy: 'admin',
    });
  });

  test('of a guest without teams are none', async () => {
    expect(await spacesOf(testSandbox(), 'user_pat')).toEqual({});
  });

  test('of a member are all, with the strongest of the nearest default level and the team roles', async () => {
    const spaces = await spacesOf(testSandbox(), 'user_ana');
    expect(Object.keys(spaces)).toHaveLength(12);
    expect(spaces).toMatchObject({
      space_hr: 'read',
      space_guides: 'edit',
      space_rest: 'edit',
      space_legacy: 'comment',
      space_handbook: 'read',
    });
  });

  test('of a member follow the default levels, up to the role in the organization', async () => {
    const docs = testSandbox();
    const level = (collection: string, defaultLevel: string | null) =>
      docs.send('PATCH', `/v1/collections/${collection}`, { defaultLevel });
    await docs.send('PATCH', `${members}/user_pat`, { role: 'read' });
    await level('col_product', 'inherit');
    expect(await spacesOf(docs, 'user_pat')).toMatchObject({ space_tutorials: 'read', space_sdk: 'read' });
    await level('col_product', 'review');
    expect(await spacesOf(docs, 'user_pat')).toMatchObject({ space_sdk: 'review', space_legacy: 'read' });
    await level('col_internal', null);
    await level('col_api', null);
    const closed = await spacesOf(docs, 'user_pat');
    expect(closed).not.toHaveProperty('space_hr');
    expect(closed).not.toHaveProperty('space_sdk');
    expect(closed).toMatchObject({ space_tutorials: 'review', space_legacy: 'read' });
    expect(await spacesOf(docs, 'user_ada')).toMatchObject({ space_hr: 'admin', space_sdk: 'admin' });
  });

  test('of a disabled member are none', async () => {
    const docs = testSandbox();
    const { json } = await docs.get(`${members}?limit=1000`);
    const disabled = json.items.find((member: { disabled: boolean }) => member.disabled).id;
    expect(await spacesOf(docs, disabled)).toEqual({});
  });

  test('follow the teams', async () => {
    const docs = testSandbox();
    await docs.send('DELETE', `${org}/teams/team_docs/members/user_gil`);
    expect(await spacesOf(docs, 'user_gil')).toEqual({});
    await docs.send('PUT', `${org}/teams/team_design/members/user_gil`, {});
    expect(await spacesOf(docs, 'user_gil')).toEqual({ space_guides: 'review' });
  });

  test('come in the order asked for', async () => {
    const docs = testSandbox();
    const ids = async (order: string) =>
      (await docs.get(`${members}/user_gil/spaces?order=${order}`)).json.items.map(
        (item: { space: { id: string } }) => item.space.id,
      );
    expect(await ids('desc')).toEqual((await ids('asc')).toReversed());
  });
});

describe('the teams of a member', () => {
  test('come with the role there', async () => {
    const { json } = await testSandbox().get(`${members}/user_linus/teams`);
    const roles = json.items.map((item: { team: { id: string }; member: { role: string } }) => [
      item.team.id,
      item.member.role,
    ]);
    expect(roles).toEqual([
      ['team_docs', 'owner'],
      ['team_platform', 'member'],
    ]);
  });

  test('are filtered by a part of the title, in any case', async () => {
    const docs = testSandbox();
    const found = async (title: string) =>
      (await docs.get(`${members}/user_linus/teams?title=${encodeURIComponent(title)}`)).json.count;
    expect(await found('DOC')).toBe(1);
    expect(await found('o')).toBe(2);
    expect(await found('東京')).toBe(0);
  });
});

test('a ping moves the last visit of the caller', async () => {
  const docs = testSandbox();
  docs.wait(60_000);
  const { json } = await docs.send('POST', `${org}/ping`);
  expect(json.serviceVisitorClaims).toMatch(/./);
  const seen = new Date(startTime + 60_000).toISOString();
  expect((await docs.get(`${members}/user_ada`)).json.lastSeenAt).toBe(seen);
  expect((await docs.get('/v1/orgs/org_globex/members/user_ada')).json.lastSeenAt).toBeUndefined();
});
