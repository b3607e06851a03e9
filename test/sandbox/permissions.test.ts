import { describe, expect, test } from 'vitest';
import { type TestSandbox, testSandbox } from './test-sandbox.ts';

const org = '/v1/orgs/org_acme';

async function permissions(docs: TestSandbox, shared: string): Promise<[string, string | null][]> {
  const { json } = await docs.get(`/v1/${shared}/permissions/teams`);
  expect(json.count).toBe(json.items.length);
  return json.items.map((item: { permission: string | null; team: { id: string } }) => [
    item.team.id,
    item.permission,
  ]);
}

/** The spaces that a member reaches, with the role there. */
async function spacesOf(docs: TestSandbox, user: string): Promise<Record<string, string>> {
  const { json } = await docs.get(`${org}/members/${user}/spaces`);
  const items: { permission: string; space: { id: string } }[] = json.items;
  return Object.fromEntries(items.map(({ permission, space }) => [space.id, permission]));
}

describe.each(['collections/col_internal', 'spaces/space_drafts'])('the teams of %s', (shared) => {
  const path = (team: string) => `/v1/${shared}/permissions/teams/${team}`;

  test('get a role, another role and none', async () => {
    const docs = testSandbox();
    const before = await permissions(docs, shared);
    for (const role of ['edit', 'review', 'review']) {
      expect((await docs.send('PATCH', path('team_design'), { role })).status).toBe(204);
      expect(await permissions(docs, shared)).toEqual([...before, ['team_design', role]]);
    }
    expect((await docs.send('DELETE', path('team_design'))).status).toBe(204);
    expect(await permissions(docs, shared)).toEqual(before);
    expect((await docs.send('DELETE', path('team_design'))).status).toBe(404);
  });

  test('keep their role where none is given, and may read where they had none', async () => {
    const docs = testSandbox();
    await docs.send('PATCH', path('team_design'), {});
    await docs.send('PATCH', path('team_tokyo'), { role: 'admin' });
    await docs.send('PATCH', path('team_tokyo'), {});
    expect(await permissions(docs, shared)).toEqual(
      expect.arrayContaining([
        ['team_design', 'read'],
        ['team_tokyo', 'admin'],
      ]),
    );
  });

  test('are teams of the organization, with roles that there are', async () => {
    const docs = testSandbox();
    for (const team of ['team_x', 'team_globex']) {
      expect((await docs.send('PATCH', path(team), { role: 'read' })).status).toBe(404);
    }
    for (const role of ['guest', 'owner', 1]) {
      expect((await docs.send('PATCH', path('team_design'), { role })).status).toBe(400);
    }
    expect((await docs.get('/v1/collections/x/permissions/teams')).status).toBe(404);
    expect((await docs.get('/v1/spaces/x/permissions/teams')).status).toBe(404);
  });

  test('open what is there to their members, unless they are guests', async () => {
    const docs = testSandbox();
    const opened = async () =>
      Object.keys(await spacesOf(docs, 'user_uma')).filter((id) => id !== 'space_guides');
    expect(await opened()).toEqual([]);
    await docs.send('PATCH', path('team_design'), { role: null });
    expect(await permissions(docs, shared)).toContainEqual(['team_design', null]);
    expect(await opened()).toEqual([]);
    await docs.send('PATCH', path('team_design'), { role: 'comment' });
    expect(await opened()).not.toEqual([]);
  });

  test('go with the team', async () => {
    const docs = testSandbox();
    await docs.send('PATCH', path('team_empty'), { role: 'read' });
    await docs.send('DELETE', `${org}/teams/team_empty`);
    expect((await permissions(docs, shared)).map(([team]) => team)).not.toContain('team_empty');
  });
});

test('a permission holds the whole team', async () => {
  const docs = testSandbox();
  const { json } = await docs.get('/v1/collections/col_internal/permissions/teams');
  const { json: team } = await docs.get(`${org}/teams/team_platform`);
  expect(json.items).toEqual([{ permission: 'read', team }]);
});

describe('what spaces inherit', () => {
  test('comes from collections at any depth, and the stronger role counts', async () => {
    const docs = testSandbox();
    await docs.send('PATCH', '/v1/collections/col_product/permissions/teams/team_design', {
      role: 'comment',
    });
    await docs.send('PATCH', '/v1/collections/col_legacy/permissions/teams/team_design', { role: 'edit' });
    expect(await spacesOf(docs, 'user_uma')).toEqual({
      space_guides: 'review',
      space_tutorials: 'comment',
      space_changelog: 'comment',
      space_japanese: 'comment',
      space_arabic: 'comment',
      space_rest: 'comment',
      space_sdk: 'comment',
      space_legacy: 'edit',
    });
    expect((await docs.get(`${org}/teams/team_design`)).json.spaces).toBe(8);
    expect(await permissions(docs, 'spaces/space_rest')).toEqual([]);
  });

  test('follows a collection that moves', async () => {
    const docs = testSandbox();
    await docs.send('PATCH', '/v1/collections/col_internal/permissions/teams/team_design', { role: 'edit' });
    await docs.send('POST', '/v1/collections/col_legacy/move', { parent: 'col_internal' });
    expect(await spacesOf(docs, 'user_uma')).toEqual({
      space_guides: 'review',
      space_hr: 'edit',
      space_runbooks: 'edit',
      space_legacy: 'edit',
    });
    await docs.send('POST', '/v1/collections/col_legacy/move', { parent: null });
    expect(await spacesOf(docs, 'user_uma')).not.toHaveProperty('space_legacy');
  });
});
