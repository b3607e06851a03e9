import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/sandbox/store/store.ts';
import { sandboxInFile, type TestSandbox, testSandbox } from './test-sandbox.ts';

const space = '/v1/spaces/space_handbook';
const guides = { url: 'https://github.example/acme/guides.git', ref: 'refs/heads/main' };

/** The revision that is the content of the space. */
async function headOf(get: TestSandbox['get']): Promise<string> {
  const { json } = await get('/v1/orgs/org_acme/sites/site_handbook/site-spaces');
  return json.items[0].space.revision;
}

describe('an import', () => {
  test('is recorded as the synchronisation of the space, without credentials', async () => {
    const { send, get } = testSandbox();
    expect((await get(`${space}/git/info`)).status).toBe(404);
    const done = await send('POST', `${space}/git/import`, {
      ...guides,
      url: 'https://me:pass@github.example/acme/handbook.git?token=abc',
    });
    expect(done).toMatchObject({ status: 204, json: undefined });
    expect((await get(`${space}/git/info`)).json).toEqual({
      repoName: 'acme/handbook',
      url: 'https://github.example/acme/handbook.git',
      updatedAt: '2026-01-15T12:00:00.000Z',
    });
  });

  test('makes a revision with the content of the present one; open change requests are outdated', async () => {
    const { path, send, get } = sandboxInFile();
    const before = await headOf(get);
    await send('POST', `${space}/git/import`, { ...guides, repoCommitURL: 'https://github.example/c/' });
    const after = await headOf(get);
    expect(after).not.toBe(before);
    const store = openStore(path);
    onTestFinished(() => store.close());
    const pages = 'SELECT id, parent, title, path, markdown FROM pages WHERE revision = ? ORDER BY seq';
    expect(store.all(pages, before)).not.toEqual([]);
    expect(store.all(pages, after)).toEqual(store.all(pages, before));
    const revision = store.get<{ parents: string; git: string }>(
      'SELECT * FROM revisions WHERE id = ?',
      after,
    );
    expect(JSON.parse(revision?.parents ?? '')).toEqual([before]);
    expect(JSON.parse(revision?.git ?? '')).toMatchObject({
      ref: 'refs/heads/main',
      url: expect.stringMatching(/^https:\/\/github.example\/c\/[0-9a-f]{40}$/),
      createdByService: false,
    });
    for (const [id, outdated] of [
      ['cr_onboarding', true],
      ['cr_merged', false],
    ] as const) {
      expect((await get(`${space}/change-requests/${id}`)).json).toMatchObject({ id, outdated });
    }
  });

  test('that is standalone leaves the space as it is', async () => {
    const { send, get } = testSandbox();
    const before = await headOf(get);
    expect((await send('POST', `${space}/git/import`, { ...guides, standalone: true })).status).toBe(204);
    expect(await headOf(get)).toBe(before);
    expect((await get(`${space}/git/info`)).status).toBe(404);
  });

  test.for([
    ['git@github.example:acme/guides.git', 'ssh://github.example/acme/guides.git'],
    ['ssh://git@github.example/acme/guides', 'ssh://github.example/acme/guides'],
    ['https://gitlab.example/acme/guides/', 'https://gitlab.example/acme/guides/'],
  ] as const)('understands %s', async ([url, shown]) => {
    const { send, get } = testSandbox();
    await send('POST', `${space}/git/import`, { ...guides, url });
    expect((await get(`${space}/git/info`)).json).toMatchObject({ repoName: 'acme/guides', url: shown });
  });

  test('needs an address, a branch and a space', async () => {
    const { send } = testSandbox();
    expect((await send('POST', `${space}/git/import`, { ...guides, url: 'guides' })).status).toBe(400);
    expect((await send('POST', `${space}/git/import`, { ...guides, ref: 'main' })).status).toBe(400);
    expect((await send('POST', '/v1/spaces/space_nowhere/git/import', guides)).status).toBe(404);
  });
});

test('an export is recorded too, with who hosts the repository', async () => {
  const { send, get } = testSandbox();
  const gitInfo = { provider: 'gitlab', url: 'https://gitlab.example/acme/guides' };
  const body = { ...guides, commitMessage: 'Update', gitInfo, timestamp: '2026-01-15T10:00:00+02:00' };
  expect((await send('POST', `${space}/git/export`, body)).status).toBe(204);
  expect((await get(`${space}/git/info`)).json).toEqual({
    repoName: 'acme/guides',
    installationProvider: 'gitlab',
    url: 'https://gitlab.example/acme/guides',
    updatedAt: '2026-01-15T08:00:00.000Z',
  });
});

describe('the order of events', () => {
  const at = (timestamp: string, name: string, more = {}) => ({
    url: `https://git.example/acme/${name}`,
    ref: 'refs/heads/main',
    timestamp,
    ...more,
  });

  test('an event that is older than the last is ignored, whichever way it goes', async () => {
    const { send, get } = testSandbox();
    await send('POST', `${space}/git/import`, at('2026-01-10T12:00:00Z', 'first'));
    const first = (await get(`${space}/git/info`)).json;
    expect((await send('POST', `${space}/git/import`, at('2026-01-10T11:59:59Z', 'late'))).status).toBe(204);
    const late = at('2026-01-10T12:30:00+01:00', 'late', { commitMessage: 'Late' });
    expect((await send('POST', `${space}/git/export`, late)).status).toBe(204);
    expect((await get(`${space}/git/info`)).json).toEqual(first);
    await send('POST', `${space}/git/import`, at('2026-01-10T12:00:00Z', 'same-time'));
    expect((await get(`${space}/git/info`)).json.repoName).toBe('acme/same-time');
  });

  test('unless it is forced; the time does not go back', async () => {
    const { send, get } = testSandbox();
    await send('POST', `${space}/git/import`, at('2026-01-10T12:00:00Z', 'first'));
    await send('POST', `${space}/git/import`, at('2026-01-05T12:00:00Z', 'forced', { force: true }));
    expect((await get(`${space}/git/info`)).json).toMatchObject({
      repoName: 'acme/forced',
      updatedAt: '2026-01-10T12:00:00.000Z',
    });
  });

  test('an event without a time is never late', async () => {
    const { send, get } = testSandbox();
    await send('POST', `${space}/git/import`, at('2030-01-10T12:00:00Z', 'future'));
    await send('POST', `${space}/git/import`, guides);
    expect((await get(`${space}/git/info`)).json.repoName).toBe('acme/guides');
  });
});
