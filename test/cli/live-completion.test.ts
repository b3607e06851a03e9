import { expect, test } from 'vitest';
import { type Cli, sandboxCli, scriptedCli } from '../support/cli.ts';

const org = '/v1/orgs/org_acme';

/** Returns the candidates for the last of the words: the part before each tab. */
async function offered(docs: Cli, words: readonly string[], options = {}) {
  const run = await docs(['__complete', '--', ...words], options);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  return {
    ...run,
    values: run.stdout
      .split('\n')
      .map((line) => line.split('\t')[0])
      .filter(Boolean),
  };
}

test.for<[words: string[], first: string]>([
  [['teams', 'get', ''], 'team_docs\tDocs'],
  [['--profile', 'sandbox', 'teams', 'get', 'team_p'], 'team_platform\tPlatform'],
  [['sections', 'delete', '--site', 'site_docs', ''], 'section_guides\tLearn/Guides'],
  [['sections', 'delete', '--site', 'name:Acme Docs', 'section_n'], 'section_news\tNews'],
  [['sections', 'list', '--site', 'site_d'], 'site_docs\tAcme Docs'],
  [
    ['sections', 'move', 'section_news', '--site', 'site_docs', '--before', ''],
    'section_guides\tLearn/Guides',
  ],
  [['sites', 'update', 'site_docs', '--default-site-section', ''], 'section_guides\tLearn/Guides'],
  [['saml', 'create', '--default-team', 'team_s'], 'team_support\tSupport, EMEA'],
  [['teams', 'list', '--owner', 'user_ad'], 'user_ada\tAda Lovelace ada@acme.example'],
  [['sites', 'create', '--space', 'space_guides,space_ha'], 'space_guides,space_handbook\tHandbook'],
  [['spaces', 'permissions', 'set', 'space_guides', 'team_t'], 'team_tokyo\t東京オフィス'],
  [['crs', 'get', '--space', 'space_handbook', ''], 'cr_'],
  [['teams', 'get', 'team_docs', 'team_e'], 'team_empty\tNobody yet'],
  [['profiles', 'use', 's'], 'sandbox\t'],
  [['sites', 'list', '--profile', ''], 'default\t'],
  [['config', 'get', 'o'], 'org\torganization'],
  [['config', 'set', 'output', 'j'], 'json\t\njsonl\t\n'],
  [['config', 'set', 'protected', ''], 'true\t\nfalse\t\n'],
  [['teams', 'list', '--fields', 'ti'], 'title\t\n'],
  [['spaces', 'list', '--fields', 'gitSync.repoN'], 'gitSync.repoName\t\n'],
  [['members', 'list', '--fields', 'id,user.em'], 'id,user.email\t\n'],
  [['teams', 'members', 'remove', 'team_tokyo', ''], 'user_yuki\t'],
  [['teams', 'members', 'update', 'team_tokyo', '--remove', ''], 'user_yuki\t'],
  [['teams', 'members', 'set', 'team_tokyo', 'user_ad'], 'user_ada\t'],
  [['custom-fields', 'get', 'owner'], 'owner_team\t'],
  [['custom-fields', 'values', 'set', '--space', 'space_guides', 'owner'], 'owner_team=\t'],
  [['members', 'offboard', 'user_mei', '--successor', 'user_ad'], 'user_ada\tAda Lovelace'],
  [['teams', 'members', 'update', 'team_tokyo', '--role', ''], 'user_yuki=owner\t'],
  [['teams', 'members', 'update', 'team_tokyo', '--role', 'user_yuki=m'], 'user_yuki=member\t'],
  [['access', 'who-can', 'edit', '--space', 'space_ru'], 'space_runbooks\tInternal 内部/Runbooks'],
  [['open', ''], 'sites\t\nspaces\t\n'],
  [['open', 'sites', 'site_d'], 'site_docs\tAcme Docs'],
  [['open', 'crs', '--space', 'space_handbook', ''], 'cr_'],
  [['members', 'list', '--sort', 'user.em'], 'user.email\t\n'],
  [['members', 'list', '--sort', 'last'], 'lastSeenAt\t\n'],
  [['teams', 'list', '--sort', 'ti'], 'title\t\n'],
  [['translations', 'languages', 'set', 'translation_x', 'fr'], 'fr\t'],
])('%j', async ([words, first]) => {
  const docs = await sandboxCli();
  const { stdout } = await offered(docs, words);
  expect(stdout.startsWith(first)).toBe(true);
});

test.for<[words: string[]]>([
  [['teams', 'update', 'team_docs', '--title', '']],
  [['sites', 'create', '--new-space', '']],
  [['custom-fields', 'create', '']],
  [['spaces', 'permissions', 'set', 'space_guides', 'team_docs', '']],
  [['nothing', 'of', 'this', '']],
  [['teams', 'list', '--limit', '']],
  [[]],
])('nothing is known for %j', async ([words]) => {
  const docs = await sandboxCli();
  expect(await offered(docs, words)).toMatchObject({ stdout: '', requests: [] });
});

test('for a minute the same list is not asked for again; other surroundings are another list', async () => {
  const docs = await sandboxCli();
  const first = await offered(docs, ['teams', 'get', '']);
  expect(first.requests.map(({ path }) => path)).toEqual([`${org}/teams?limit=1000`]);
  const second = await offered(docs, ['teams', 'delete', 'team_d']);
  expect(second).toMatchObject({ requests: [], values: ['team_docs', 'team_design'] });
  expect(await offered(docs, ['teams', 'get', 'team_t'])).toMatchObject({
    requests: [],
    values: ['team_tokyo'],
  });
  const changed = await offered(docs, ['teams', 'get', ''], { env: { DOCS_ADMIN_ORG: 'org_globex' } });
  expect(changed.requests).toHaveLength(1);
  const other = await offered(docs, ['--org', 'org_umbrella', 'teams', 'get', '']);
  expect(other.requests).toHaveLength(1);
});

test('a failure is silent, and asked for once only', async () => {
  const docs = await scriptedCli(() => ({ status: 503, json: {} }));
  expect(await offered(docs, ['teams', 'get', ''])).toMatchObject({ stdout: '', requests: [{}] });
  const unset = { env: { DOCS_ADMIN_BASE_URL: '', DOCS_ADMIN_TOKEN: '' } };
  expect(await offered(docs, ['teams', 'get', ''], unset)).toMatchObject({ stdout: '', requests: [] });
});

test('no one is asked on a terminal either, and nothing is explained', async () => {
  const docs = await sandboxCli();
  const run = await offered(docs, ['sections', 'delete', '--debug', ''], { terminal: true });
  expect(run).toMatchObject({ stdout: '', questions: [], requests: [] });
});

test('titles cannot play tricks on the terminal', async () => {
  const docs = await scriptedCli(() => ({ json: { items: [{ id: 't', title: 'a\u001b[2J\tb\nc' }] } }));
  expect((await offered(docs, ['teams', 'get', ''])).stdout).toBe('t\ta^[[2J␉b␊c\n');
});

test('an id that the tool would read as something else is not offered', async () => {
  const ids = [
    '-x',
    '--yes',
    '~root',
    'name:x',
    '',
    '.',
    '..',
    'a/b',
    'a?b',
    'a%b',
    'a\u0007b',
    'a\u202eb',
    'ok',
  ];
  const docs = await scriptedCli(() => ({ json: { items: ids.map((id) => ({ id, title: 'T' })) } }));
  expect((await offered(docs, ['teams', 'get', ''])).values).toEqual(['ok']);
});

test('in a list, an id with a comma or blanks around it would be another one', async () => {
  const ids = ['a,b', ' c', 'd e'];
  const docs = await scriptedCli(() => ({
    json: { items: ids.map((id) => ({ id, user: { id, email: id, displayName: '' } })) },
  }));
  const flag = ['teams', 'create', '--member'];
  expect((await offered(docs, [...flag, ''])).values).toEqual(['d e']);
  expect((await offered(docs, ['members', 'get', ''])).values).toEqual(ids);
});

test('what stands in the list already is not offered again', async () => {
  const docs = await sandboxCli();
  const spaces = ['sites', 'create', '--space', 'space_guides,'];
  expect((await offered(docs, spaces)).values).not.toContain('space_guides,space_guides');
  const roles = ['teams', 'members', 'update', 'team_docs', '--role', 'user_mei=owner,'];
  const { values } = await offered(docs, roles);
  expect(values).toContain('user_mei=owner,user_linus=member');
  expect(values.filter((value) => value?.includes(',user_mei='))).toEqual([]);
});

test('who is in the team is not offered to be added', async () => {
  const docs = await sandboxCli();
  const { values } = await offered(docs, ['teams', 'members', 'update', 'team_tokyo', '--add', 'user_']);
  expect(values).toContain('user_ada');
  expect(values).not.toContain('user_yuki');
});

test('nothing is offered to be opened of a noun without pages', async () => {
  const docs = await sandboxCli();
  expect(await offered(docs, ['open', 'teams', ''])).toMatchObject({ values: [], requests: [] });
});

test('the value behind an equals sign is completed', async () => {
  const docs = await sandboxCli();
  expect((await offered(docs, ['teams', 'list', '--owner=user_ad'])).values).toEqual(['user_ada']);
  expect((await offered(docs, ['sites', 'create', '--space=space_guides,space_ha'])).values).toEqual([
    'space_guides,space_handbook',
  ]);
  expect((await offered(docs, ['teams', 'get', '--', '--owner=user_ad'])).values).toEqual([]);
});

test('runs are completed by their ids, the newest first', async () => {
  const docs = await sandboxCli();
  await docs('teams delete team_docs team_tokyo --yes');
  await docs('teams delete team_empty team_design --yes');
  const ids = (await docs('runs list -o id')).stdout.trim().split('\n');
  expect((await offered(docs, ['runs', 'show', ''])).values).toEqual(ids);
});

test('languages are those that the settings have', async () => {
  const docs = await sandboxCli();
  const id = (await docs('translations list -o id --limit 1')).stdout.trim();
  const languages = (await docs(['translations', 'languages', 'list', id, '-o', 'id'])).stdout
    .trim()
    .split('\n');
  for (const verb of ['get', 'delete'])
    expect((await offered(docs, ['translations', 'languages', verb, id, ''])).values).toEqual(languages);
});

test('profiles have their addresses beside them', async () => {
  const docs = await sandboxCli();
  await docs('profiles create work --base-url https://docs.example');
  expect((await offered(docs, ['profiles', 'use', 'w'])).stdout).toBe('work\thttps://docs.example\n');
});
