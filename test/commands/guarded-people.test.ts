import { describe, expect, test } from 'vitest';
import { type Cli, type Script, sandboxCli, scriptedCli } from '../support/cli.ts';

const org = '/v1/orgs/org_acme';
const paths = (run: { requests: readonly { method: string; path: string }[] }) =>
  run.requests.map(({ method, path }) => `${method} ${path.replace(org, '')}`);

/** A demo organization in which Ada is the only administrator. */
async function oneAdmin(files: Record<string, string> = {}): Promise<Cli> {
  const docs = await sandboxCli(files);
  expect(await docs('members update user_grace --role edit --yes')).toMatchObject({ code: 0 });
  return docs;
}

/** A dry run shows first what it would do. */
const shownBy = (line: string) =>
  line.includes('--dry-run') ? expect.stringMatching(/^method\turl\tbody\nP\S+\t\S+\t\S+\n$/) : '';

describe('the last administrator', () => {
  const held =
    'error: org_acme would lose its last administrator: Ada Lovelace (user_ada); nothing was sent\n' +
    'hint: make another member an administrator first\n';

  test.each([
    'members remove user_ada --yes --allow-ownerless',
    'members update user_ada --role read --yes',
    'members update user_ada --role guest',
    'members update user_ada --role overlord',
    'members update user_ada --role owner',
    'members update user_ada user_pat --role owner --max-removals 9',
    'members update user_ada user_pat --role read --max-removals 9',
    'members remove user_pat user_ada --yes --allow-ownerless --max-removals 9',
    'batch --file ids.csv --yes --allow-ownerless -- members remove {id}',
    'batch --file ids.csv --max-removals 9 -- members update {id} --role read',
    'members update user_ada --role read --dry-run',
    'members update ada@acme.example --role read',
  ])('%s is refused, and nothing lifts it', async (line) => {
    const docs = await oneAdmin({ 'ids.csv': 'id\nuser_ada\n' });
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: shownBy(line), writes: [] });
    expect(run.stderr).toContain(held);
  });

  test('the flags for all other objections are named with it', async () => {
    const docs = await sandboxCli();
    const { stdout: stdin } = await docs('members list -o id');
    const run = await docs('members remove - --yes', { stdin });
    expect(run).toMatchObject({ code: 2, writes: [] });
    const all = stdin.trimEnd().split('\n').length;
    expect(run.stderr).toMatch(
      /\nhint: make another member an administrator first; the rest is allowed with --max-removals \d+ --allow-ownerless\n$/,
    );
    expect(run.stderr).toContain(`remove ${all} of ${all} members`);
  });

  test('is refused on a terminal without a question', async () => {
    const docs = await oneAdmin();
    const run = await docs('members remove user_ada --allow-ownerless', { terminal: true });
    expect(run).toMatchObject({ code: 2, writes: [], questions: [] });
  });

  test('all of several are the last', async () => {
    const docs = await sandboxCli();
    const run = await docs('members list --role admin -o id');
    expect(await docs('members update - --role read', { stdin: run.stdout })).toMatchObject({
      code: 2,
      writes: [],
      stderr: expect.stringContaining(
        'would lose all 2 of its administrators: Grace Hopper (user_grace) and Ada',
      ),
    });
    expect(await docs('members update user_grace --role read --yes')).toMatchObject({ code: 0 });
  });

  test('who is made one in the same run does not count', async () => {
    const docs = await oneAdmin({
      'rows.txt': 'members update user_grace --role admin\nmembers update user_ada --role read\n',
    });
    expect(await docs('batch --file rows.txt --allow-opening administrators')).toMatchObject({
      code: 2,
      writes: [],
    });
  });

  test('who is disabled does not count', async () => {
    const members = [
      { id: 'a', role: 'admin', teams: 0 },
      { id: 'd', role: 'admin', disabled: true, teams: 0 },
    ];
    const service: Script = ({ method, path }) => {
      if (method !== 'GET') return { json: { id: 'x' } };
      return {
        json: path.includes('?') ? { items: members } : members.find(({ id }) => path.endsWith(`/${id}`)),
      };
    };
    const docs = await scriptedCli(service);
    expect(await docs('members update a --role read')).toMatchObject({ code: 2, writes: [] });
    expect(await docs('members update d --role read --yes')).toMatchObject({ code: 0 });
    expect(await docs('members remove d --yes')).toMatchObject({ code: 0 });
  });
});

describe('the last owner of a team', () => {
  const held =
    'error: team "Platform" (team_platform) would lose its last owner: Grace Hopper (user_grace); nothing was sent\n' +
    'hint: `docs-admin teams members set team_platform <userId> --role owner` gives the team another owner first; if you mean it, allow it with --allow-ownerless\n';

  test.each([
    'teams members remove team_platform user_grace --yes',
    'teams members update team_platform --remove user_grace',
    'teams members update team_platform --remove grace@acme.example',
    'teams members update team_platform --role user_grace=member',
    'teams members set team_platform user_grace --role member',
    'teams members set name:Platform user_grace --role member --dry-run',
    'batch --file ids.csv --yes -- teams members remove team_platform {id}',
    'batch --file ids.csv -- teams members set team_platform {id} --role member',
  ])('%s is refused, and lifted by its flag', async (line) => {
    const docs = await sandboxCli({ 'ids.csv': 'id\nuser_grace\n' });
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: shownBy(line), writes: [] });
    expect(run.stderr).toContain(held);
    const lifted = line.startsWith('batch')
      ? line.replace(' -- ', ' --allow-ownerless --yes -- ')
      : `${line} --allow-ownerless --yes`;
    expect(await docs(lifted)).toMatchObject({ code: 0 });
  });

  test.each(['members remove user_grace --yes', 'members remove user_grace user_pat --yes'])(
    '%s: who leaves the organization leaves the team',
    async (line) => {
      const docs = await sandboxCli();
      const run = await docs(line);
      expect(run).toMatchObject({ code: 2, writes: [] });
      expect(run.stderr).toContain(
        'team "Platform" (team_platform) would lose its last owner: Grace Hopper (user_grace); nothing was sent\n' +
          'hint: `docs-admin members offboard user_grace --successor <userId>` gives their teams another owner first; if you mean it, allow it with --allow-ownerless\n',
      );
      expect(await docs(`${line} --allow-ownerless`)).toMatchObject({ code: 0 });
    },
  );

  test('nothing holds back where another owner stays, or comes in the same request', async () => {
    const docs = await sandboxCli();
    expect(await docs('teams members remove team_docs user_ada --yes')).toMatchObject({ code: 0 });
    expect(
      await docs('teams members update team_docs --remove user_linus --role user_mei=owner --yes'),
    ).toMatchObject({
      code: 0,
    });
    expect(await docs('teams members remove team_docs user_mei --yes')).toMatchObject({ code: 2 });
  });

  test('a new owner of another row does not count', async () => {
    const docs = await sandboxCli({
      'rows.txt':
        'teams members set team_platform user_kim --role owner\nteams members set team_platform user_grace --role member\n',
    });
    expect(await docs('batch --file rows.txt --allow-opening administrators')).toMatchObject({
      code: 2,
      writes: [],
    });
  });

  test('an owner who is disabled does not count', async () => {
    const items = [
      { organization: { id: 'o' }, team: { role: 'owner' } },
      { organization: { id: 'd', disabled: true }, team: { role: 'owner' } },
    ];
    const docs = await scriptedCli(({ method }) =>
      method === 'GET' ? { json: { items } } : { status: 204 },
    );
    expect(await docs('teams members remove t o --yes')).toMatchObject({ code: 2, writes: [] });
    expect(await docs('teams members remove t d --yes')).toMatchObject({ code: 0 });
  });

  test.each([
    'teams members set team_platform user_grace --role admin',
    'teams members update team_platform --role user_grace=admin',
  ])('%s is refused: an unknown role does not keep the team', async (line) => {
    const docs = await sandboxCli();
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
    expect(run.stderr).toContain(held);
  });

  test('a team may be deleted with its owner', async () => {
    const docs = await sandboxCli();
    expect(await docs('teams delete team_platform --yes')).toMatchObject({ code: 0 });
  });
});

/** Tells whether a request is for what ends with teams, which undo gives back: their roles, and their place in providers. */
const isOfEndings = (path: string) =>
  /^GET .*(permissions\/teams|saml|collections|\/spaces|role=admin)/.test(path);

describe('what guards cost', () => {
  test.each([
    ['members update user_pat --role admin --yes', ['PATCH /members/user_pat']],
    ['members update user_pat --role read', ['GET /members/user_pat', 'PATCH /members/user_pat']],
    [
      'members update user_grace --role read --yes',
      ['GET /members/user_grace', 'GET /members?role=admin&limit=1000', 'PATCH /members/user_grace'],
    ],
    ['teams members set team_docs user_pat --role owner --yes', ['PUT /teams/team_docs/members/user_pat']],
    ['teams members set team_docs user_pat --yes', ['PUT /teams/team_docs/members/user_pat']],
    ['teams members update team_docs --add user_pat --yes', ['PUT /teams/team_docs/members']],
    [
      'teams members remove team_docs user_mei --yes',
      ['GET /teams/team_docs/members?limit=1000', 'DELETE /teams/team_docs/members/user_mei'],
    ],
    ['teams delete team_docs --yes', ['GET /teams/team_docs', 'DELETE /teams/team_docs']],
    ['members remove user_pat --yes', ['GET /members/user_pat', 'DELETE /members/user_pat']],
    [
      'members update user_pat user_hana --role admin --allow-opening administrators --yes',
      [
        'GET /members/user_pat',
        'GET /members/user_hana',
        'PATCH /members/user_pat',
        'PATCH /members/user_hana',
      ],
    ],
    [
      'members update user_pat user_hana --role read',
      ['GET /members?limit=1000', 'PATCH /members/user_pat', 'PATCH /members/user_hana'],
    ],
    [
      'teams delete team_docs team_empty --yes',
      [
        'GET /teams?limit=1000',
        'GET /teams/team_docs/members?limit=1000',
        'GET /teams/team_empty/members?limit=1000',
        'DELETE /teams/team_docs',
        'DELETE /teams/team_empty',
      ],
    ],
    [
      'teams delete team_docs team_empty team_tokyo --yes',
      [
        'GET /teams?limit=1000',
        ...['docs', 'empty', 'tokyo'].map((team) => `GET /teams/team_${team}/members?limit=1000`),
        'DELETE /teams/team_docs',
        'DELETE /teams/team_empty',
        'DELETE /teams/team_tokyo',
      ],
    ],
  ])('%s', async (line, expected) => {
    const docs = await sandboxCli();
    const run = await docs(line);
    expect(run.code).toBe(0);
    const isSeveral = /^teams delete \w+ \w+/.test(line);
    expect(paths(run).filter((path) => !isSeveral || !isOfEndings(path))).toEqual(expected);
  });

  test('what ends with several teams is read once for all of them', async () => {
    const [two, three] = await Promise.all(
      ['team_docs team_empty', 'team_docs team_empty team_tokyo'].map(async (teams) =>
        paths(await (await sandboxCli())(`teams delete ${teams} --yes`)).filter(isOfEndings),
      ),
    );
    expect(two?.length).toBe(21);
    expect(two?.sort()).toEqual(three?.sort());
  });

  test('many rows read each list once', async () => {
    const people = ['pat', 'hana', 'gil', 'uma', 'bo'].map((name) => `user_${name}`);
    const docs = await sandboxCli({ 'ids.csv': `id\n${people.join('\n')}\n` });
    const run = await docs('batch --file ids.csv --yes -- members remove {id}');
    expect(run).toMatchObject({ code: 0 });
    expect(paths(run).filter((line) => line.startsWith('GET'))).toEqual([
      'GET /members?limit=1000',
      'GET /teams?limit=1000',
      ...['docs', 'platform', 'support', 'design', 'tokyo', 'empty'].map(
        (team) => `GET /teams/team_${team}/members?limit=1000`,
      ),
      ...people.map((user) => `GET /members/${user}/teams?limit=1000`),
    ]);
  });
});

test.each([
  '--role user_ada=member --role ADA@acme.example=owner',
  '--role user_ada=member --role user_ada=owner',
])('two roles for one person are refused: %s', async (roles) => {
  const docs = await sandboxCli();
  const run = await docs(`teams members update team_docs ${roles} --yes`);
  expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
  expect(run.stderr).toMatch(/invalid --role .*user_ada/);
});

test.each(['--add', '--remove'])('%s with the e-mail address of two people is ambiguous', async (flag) => {
  const people = ['user_one', 'user_two'].map((id) => ({ id, user: { id, email: 'Ada@acme.example' } }));
  const docs = await scriptedCli(({ path }) =>
    path.includes('?') ? { json: { items: people } } : { status: 404, json: {} },
  );
  const run = await docs(`teams members update t ${flag} ada@acme.example`);
  expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
  expect(run.stderr).toContain(`invalid ${flag}`);
  expect(run.stderr).toMatch(/user_one.*\n.*user_two/);
});

test.each([
  ['{"memberships":{"user_yuki":null}}', 'invalid --role (user_yuki): must be an object'],
  ['{"memberships":null,"remove":"user_bo"}', 'invalid --remove'],
  ['{"memberships":{"user_yuki":{"role":7}}}', 'invalid --role (user_yuki.role) 7: must be a string'],
])('a body that is not valid is refused before guards read it: %s', async (body, where) => {
  const docs = await sandboxCli({ 'm.json': body });
  const run = await docs('teams members update team_tokyo --input m.json');
  expect(run).toMatchObject({ code: 2, requests: [] });
  expect(run.stderr).toContain(where);
  expect(run.stderr).not.toContain('internal');
});
