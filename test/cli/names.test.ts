import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const org = '/v1/orgs/org_acme';
const page = (items: unknown[]) => ({ json: { items } });

describe('a title or an e-mail stands for an id', () => {
  test.for<[line: string, sent: object]>([
    ['teams get name:Docs', { method: 'GET', path: `${org}/teams/team_docs` }],
    ['teams get "name:Support, EMEA"', { method: 'GET', path: `${org}/teams/team_support` }],
    ['sites get "name:Acme Docs"', { method: 'GET', path: `${org}/sites/site_docs` }],
    ['members get ada@acme.example', { method: 'GET', path: `${org}/members/user_ada` }],
    ['members get ADA@acme.example', { method: 'GET', path: `${org}/members/user_ada` }],
    ['collections get name:Product', { method: 'GET', path: '/v1/collections/col_product' }],
    ['custom-fields get name:Tier', { method: 'GET', path: `${org}/custom-fields/tier` }],
    [
      'change-requests get "name:Ideas, “unfinished” 📝" --space space_handbook',
      { method: 'GET', path: '/v1/spaces/space_handbook/change-requests/cr_draft' },
    ],
    ['saml get name:Okta', { method: 'GET', path: `${org}/saml/saml_okta` }],
    [
      'sections update name:Guides --site "name:Acme Docs" --title Manuals',
      { method: 'PATCH', path: `${org}/sites/site_docs/sections/section_guides`, body: { title: 'Manuals' } },
    ],
    [
      'sections move name:Guides --site site_docs --before "name:API reference"',
      {
        method: 'POST',
        path: `${org}/sites/site_docs/sections/section_guides/move`,
        body: { position: { before: { type: 'site-section', siteSection: 'section_api' } } },
      },
    ],
    [
      'spaces permissions set name:Handbook name:Docs --role read --yes',
      {
        method: 'PATCH',
        path: '/v1/spaces/space_handbook/permissions/teams/team_docs',
        body: { role: 'read' },
      },
    ],
    [
      'sites create --title Two --space name:Handbook,space_guides --yes',
      {
        method: 'POST',
        path: `${org}/sites`,
        body: { title: 'Two', spaces: ['space_handbook', 'space_guides'] },
      },
    ],
    [
      'teams create --title Reviewers --member grace@acme.example,user_ada',
      {
        method: 'PUT',
        path: `${org}/teams`,
        body: { title: 'Reviewers', members: ['user_grace', 'user_ada'] },
      },
    ],
    [
      'collections create --title Notes --parent name:Product',
      { method: 'POST', path: `${org}/collections`, body: { title: 'Notes', parent: 'col_product' } },
    ],
    [
      'saml create --label Two --default-team name:Docs --yes',
      { method: 'POST', path: `${org}/saml`, body: { label: 'Two', defaultTeam: 'team_docs' } },
    ],
    [
      'change-requests list --space name:Handbook --contributor ada@acme.example',
      {
        method: 'GET',
        path: '/v1/spaces/space_handbook/change-requests?contributor=user_ada&limit=1000',
      },
    ],
    [
      'teams members update team_docs --role grace@acme.example=owner',
      {
        method: 'PUT',
        path: `${org}/teams/team_docs/members`,
        body: { memberships: { user_grace: { role: 'owner' } } },
      },
    ],
  ])('%s', async ([line, sent]) => {
    const docs = await sandboxCli();
    const run = await docs(line);
    expect(run).toMatchObject({ code: 0 });
    expect(run.requests.at(-1)).toEqual(sent);
  });

  test('in the environment and in a document too', async () => {
    const docs = await sandboxCli({ 'body.json': '{"label":"Two","defaultTeam":"name:Docs"}' });
    const sections = await docs('sections list', { env: { DOCS_ADMIN_SITE: 'name:Acme Docs' } });
    expect(sections.requests.at(-1)?.path).toContain('/sites/site_docs/sections');
    const created = await docs('saml create --input body.json --yes');
    expect(created.requests.at(-1)?.body).toEqual({ label: 'Two', defaultTeam: 'team_docs' });
  });

  test('a dry run looks names up, and shows ids', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams delete name:Docs --dry-run --json');
    expect(JSON.parse(run.stdout)).toMatchObject({
      method: 'DELETE',
      url: expect.stringMatching(/team_docs$/),
    });
    // The requests for the name, and those of the guards for the team.
    expect(run.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  test('a list is asked for what it can narrow, and read once', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'section-groups create --site site_docs --title All --section name:Guides,"name:API reference"',
    );
    expect(run.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      `GET ${org}/sites/site_docs/sections`,
      `POST ${org}/sites/site_docs/section-groups`,
    ]);
    const narrowed = await docs('members get ada@acme.example');
    expect(narrowed.requests.map(({ path }) => path)).toContain(
      `${org}/members?search=ada%40acme.example&limit=1000`,
    );
  });

  test('in bulk work every name is looked up once, before anything is changed', async () => {
    const docs = await sandboxCli();
    const line = 'teams delete name:Docs "name:Support, EMEA" team_design';
    const tried = await docs(`${line} --dry-run`);
    expect(tried.stdout).toMatch(/team_docs.*team_support.*team_design/s);
    const run = await docs(`${line} --yes`);
    expect(run).toMatchObject({ code: 0 });
    const all = run.requests.map(({ method, path }) => `${method} ${path.replace(org, '')}`);
    // Undo also reads the roles of the teams.
    const sent = all.filter((one) => one.includes(' /teams'));
    expect([...sent.slice(0, 3), ...sent.slice(3).sort()]).toEqual([
      'GET /teams?title=Docs&limit=1000',
      'GET /teams?title=Support%2C%20EMEA&limit=1000',
      // How many there are, for the guard.
      'GET /teams?limit=1000',
      'DELETE /teams/team_design',
      'DELETE /teams/team_docs',
      'DELETE /teams/team_support',
      // The request for undo.
      ...['design', 'docs', 'support'].map((team) => `GET /teams/team_${team}/members?limit=1000`),
    ]);
    const wrong = await docs('teams delete team_tokyo name:Nobody --yes');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('no team has this title') });
    expect(wrong.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('an e-mail address in a list stands for one person', async () => {
    const docs = await sandboxCli();
    const { writes } = await docs('teams members update team_docs --add kim@acme.example --yes');
    expect(writes).toMatchObject([{ body: { add: ['user_kim'] } }]);
  });

  test('nothing is looked up where an id is given, or no id is asked for', async () => {
    const docs = await sandboxCli();
    const added = await docs('teams members update team_docs --add user_kim --yes');
    expect(added.requests).toHaveLength(1);
    const raw = await docs(['teams', 'update', 'team_docs', '--title', 'name:Docs']);
    expect(raw.requests).toEqual([
      { method: 'PATCH', path: `${org}/teams/team_docs`, body: { title: 'name:Docs' } },
    ]);
  });
});

describe('a name that stands for nothing is not found', () => {
  test.for<[line: string, message: string]>([
    ['teams get name:docs', 'error: <teamId> "name:docs" not found: no team has this title'],
    [
      'teams list --owner nobody@acme.example',
      'error: --owner "nobody@acme.example" not found: no member has this address\nhint: `docs-admin members list` shows all of them\n',
    ],
    [
      'sections list --site name:Nowhere',
      'error: --site "name:Nowhere" not found: no site has this title\n' +
        'hint: a title must be exact, in upper and lower case; `docs-admin sites list` shows what there is\n',
    ],
    [
      'sections update name:Nowhere --site "name:Acme Docs" --title Manuals',
      '`docs-admin sections list --site site_docs` shows what there is\n',
    ],
    [
      'change-requests get name:Nothing --space name:Handbook',
      'error: <id|number> "name:Nothing" not found: no open or draft change request has this title\n' +
        'hint: a title must be exact, in upper and lower case; `docs-admin change-requests list --space space_handbook` and `docs-admin change-requests list --space space_handbook --status draft` show what there is\n',
    ],
    ['spaces permissions list name:', 'error: <spaceId> "name:" not found: no space has this title'],
  ])('%s', async ([line, message]) => {
    const docs = await sandboxCli();
    const run = await docs(line);
    expect(run).toMatchObject({ code: 5, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(run.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('of several to be read, only its own row fails', async () => {
    const docs = await sandboxCli();
    const read = await docs('members get gone@acme.example user_ada -o id');
    expect(read).toMatchObject({ code: 9, stdout: 'user_ada\n' });
    expect(read.stderr).toContain('"gone@acme.example" not found: no member has this address');
  });

  test('of several to be changed, nothing is changed', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams update name:Nobody team_docs --title Guides');
    expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
  });

  test('of several, an ambiguous one stops all before the first request', async () => {
    const teams = ['a', 'b'].map((id) => ({ id, title: 'Twins' }));
    const docs = await scriptedCli(() => page(teams));
    const run = await docs('teams get name:Twins other');
    expect(run).toMatchObject({ code: 2, stdout: '' });
  });

  test('as JSON, it is the same kind of error as an id that is not there', async () => {
    const docs = await sandboxCli();
    for (const user of ['nobody@acme.example', 'user_nobody']) {
      const { code, stderr } = await docs(['members', 'get', user, '--json']);
      expect({ code, error: JSON.parse(stderr).error }).toMatchObject({
        code: 5,
        error: { kind: 'not-found', exitCode: 5 },
      });
    }
  });

  test('an address that is the id of one person and the e-mail of another is the id', async () => {
    const other = { id: 'user_other', user: { id: 'user_other', email: 'ada@old.example' } };
    const docs = await scriptedCli(({ path }) =>
      path.includes('/members?') ? page([other]) : { json: { id: 'ada@old.example', role: 'read' } },
    );
    const run = await docs('members update ada@old.example --role edit -o id');
    expect(run.requests.filter(({ method }) => method === 'PATCH')).toMatchObject([
      { path: `${org}/members/ada%40old.example` },
    ]);
  });

  test('an address that several have is no one', async () => {
    const people = ['user_one', 'user_two'].map((id) => ({ id, user: { id, email: 'Ada@acme.example' } }));
    const docs = await scriptedCli(({ path }) =>
      path.includes('/members?') ? page(people) : { status: 404 },
    );
    const run = await docs('members update ada@acme.example --role edit');
    expect(run.code).toBe(2);
    for (const id of ['user_one', 'user_two']) expect(run.stderr).toContain(id);
    expect(run.requests.map(({ method }) => method)).not.toContain('PATCH');
  });

  test('an id that looks like an address is found as an id', async () => {
    const docs = await scriptedCli(({ path }) =>
      path.includes('/members?') ? page([]) : { json: { id: 'ada@old.example', role: 'read' } },
    );
    const run = await docs('members get ada@old.example -o id');
    expect(run).toMatchObject({ code: 0, stdout: 'ada@old.example\n' });
    expect(run.requests.at(-1)?.path).toBe(`${org}/members/ada%40old.example`);
  });
});

describe('a name that is no use is a usage error', () => {
  test('organizations have no list', async () => {
    const docs = await sandboxCli();
    expect(await docs('teams list --org name:Acme')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'error: invalid --org "name:Acme": the service has no list of organizations',
      ),
      requests: [],
    });
  });

  test.for<[line: string, message: string, hint: string]>([
    ['content pages get name:Welcome', 'invalid <pageId> "name:Welcome": a page has an id only', 'page'],
    ['content files get name:logo', 'invalid <fileId> "name:logo": a file has an id only', 'file'],
    [
      'content reusable-contents get name:Contact',
      'invalid <id> "name:Contact": a reusable content has an id only',
      'reusable content',
    ],
  ])('%s', async ([line, message, kind]) => {
    const docs = await sandboxCli();
    const run = await docs(`${line} --space space_handbook --change-request 1`);
    const stderr = `error: ${message}\nhint: give the id of the ${kind}\n`;
    expect(run).toMatchObject({ code: 2, stdout: '', stderr, requests: [] });
  });

  test('several of the same title are listed with their ids', async () => {
    const docs = await scriptedCli(() =>
      page([
        { id: 't1', title: 'Docs' },
        { id: 't2', title: 'Docs' },
        { id: 't3', title: 'Docs 2' },
      ]),
    );
    expect(await docs('teams delete name:Docs --yes')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: [
        'error: invalid <teamId> "name:Docs": 2 of them have this name',
        '  t1  Docs',
        '  t2  Docs',
        'hint: give the id of the team that you mean\n',
      ].join('\n'),
      requests: [{ method: 'GET', path: `${org}/teams?title=Docs&limit=1000` }],
    });
  });

  test('the look-up fails as any request does', async () => {
    const docs = await scriptedCli(() => ({ status: 403, json: { message: 'not yours' } }));
    expect(await docs('teams get name:Docs')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('not allowed: not yours'),
    });
  });

  test('spaces need an administrator in sight', async () => {
    const docs = await scriptedCli(() => page([]));
    expect(await docs('spaces permissions list name:Handbook')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('give the id of the space'),
    });
  });

  test('a look-up needs to know the organization', async () => {
    const docs = await scriptedCli(() => page([]));
    expect(await docs('collections get name:Product', { env: { DOCS_ADMIN_ORG: '' } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--org'),
      requests: [],
    });
  });
});
