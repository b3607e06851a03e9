import { describe, expect, test } from 'vitest';
import { type AskingLine, createQuestions } from '../../src/cli/session/questions.ts';
import { type Cli, scriptedCli } from '../support/cli.ts';

const place = 'profile prod, https://prod.example';
const update = 'teams update team_docs --title Two';

/** Returns the items of the lists that say which spaces an organization has: an administrator, and a space. */
function itemsOf(path: string, space: string): readonly object[] {
  if (/\/orgs\/[^/]+\/members\b(?!\/)/.test(path)) return [{ id: 'user_ada', role: 'admin' }];
  return /\/members\/.*\/spaces\b/.test(path) ? [{ space: { id: space } }] : [];
}

/** A command line with a profile `prod` that is protected, and in use. */
async function protectedCli(): Promise<Cli> {
  const docs = await scriptedCli(({ method, path }) => ({
    json: method === 'GET' ? { id: 'team_docs', items: itemsOf(path, 's') } : { id: 'team_docs' },
  }));
  const env = { DOCS_ADMIN_BASE_URL: '' };
  const set = (line: string) => docs(line, { env });
  await set('profiles create prod --base-url https://prod.example --org org_acme --protected');
  expect(await set('profiles use prod')).toMatchObject({ code: 0 });
  return (line, options = {}) => docs(line, { ...options, env: { ...env, ...options.env } });
}

describe('a protected profile', () => {
  test('asks for its name on a terminal, with --yes too', async () => {
    const docs = await protectedCli();
    for (const line of [update, `${update} --yes --profile prod`, 'api POST /v1/x']) {
      const run = await docs(line, { terminal: true, answers: ['prod'] });
      expect(run).toMatchObject({ code: 0, questions: [expect.stringContaining(place)] });
      expect(run.requests).toHaveLength(1);
    }
  });

  test.each([
    ['', 'cancelled; nothing was sent\n'],
    ['y', 'this is not the name of the profile, prod; nothing was sent\n'],
    ['production', 'this is not the name of the profile, prod; nothing was sent\n'],
  ])('sends nothing where %j is typed', async (answer, message) => {
    const docs = await protectedCli();
    expect(await docs(update, { terminal: true, answers: [answer] })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
      requests: [],
    });
  });

  test('ends what a deletion takes with a full stop', async () => {
    const docs = await protectedCli();
    const run = await docs('teams delete team_docs', { terminal: true, answers: ['prod'] });
    expect(run.questions).toEqual([
      expect.stringContaining('lose the access that it gives them. This is protected: '),
    ]);
  });

  test('asks once for a confirmation and the requests after it', async () => {
    const docs = await protectedCli();
    const run = await docs('teams delete team_docs', { terminal: true, answers: ['prod'] });
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
    expect(run.questions).toEqual([
      expect.stringMatching(/^delete team team_docs\?.*Type the profile's name/),
    ]);
    const two = await docs('comments resolve c1 c2 --space s', { terminal: true, answers: ['prod'] });
    expect(two.writes).toHaveLength(2);
    expect(two.questions).toHaveLength(1);
  });

  test('whose name needs quotes is quoted in the hint', async () => {
    const context = {
      profile: { value: "it's prod", source: 'settings' },
      stored: { protected: true },
      profiles: { "it's prod": { protected: true } },
      find: () => undefined,
      baseUrl: () => 'https://prod.example',
      readOnly: [],
      assertReadable() {},
    };
    const guard = createQuestions({
      system: { env: {}, stdin: {}, stderr: {} },
      line: { flags: {} },
      context,
      note() {},
    } as unknown as AskingLine);
    await expect(guard.beforeChange()).rejects.toMatchObject({
      hint: {
        code: 'words',
        data: { text: "give both --yes and --profile 'it'\\''s prod' to change something there" },
      },
    });
  });

  test('needs --yes and --profile without a terminal', async () => {
    const docs = await protectedCli();
    for (const line of [update, `${update} --yes`, `${update} --profile prod`, 'api DELETE /v1/x --yes']) {
      expect(await docs(line)).toMatchObject({
        code: 2,
        stdout: '',
        stderr:
          'error: the profile prod is protected, and there is no terminal to ask for its name\n' +
          'hint: give both --yes and --profile prod to change something there\n',
        requests: [],
      });
    }
    const named = { env: { DOCS_ADMIN_PROFILE: 'prod' } };
    expect(await docs(`${update} --yes`, named)).toMatchObject({ code: 2, requests: [] });
    expect(await docs(`${update} --yes --profile prod`)).toMatchObject({
      code: 0,
      requests: [{ method: 'PATCH' }],
    });
    expect(await docs(`${update} --yes --profile prod --no-input`, { terminal: true })).toMatchObject({
      code: 0,
    });
  });

  test('is asked for before bulk work begins, not in the middle of it', async () => {
    const docs = await protectedCli();
    expect(await docs('teams delete a b --yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the profile prod is protected'),
      requests: [],
    });
    expect((await docs('runs list --json')).stdout.trim()).toBe('[]');
    const run = await docs('comments resolve c1 c2 --space s --profile prod --yes');
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'PUT' }, { method: 'PUT' }] });
  });

  test('is read, and tried with a dry run, as any other', async () => {
    const docs = await protectedCli();
    expect(await docs('teams list')).toMatchObject({ code: 0, requests: [{ method: 'GET' }] });
    expect(await docs(`${update} --dry-run`)).toMatchObject({ code: 0, requests: [] });
  });

  test('can be made of a profile that is there, and back', async () => {
    const docs = await protectedCli();
    expect((await docs('profiles list --json --fields name,protected')).stdout).toContain(
      '"protected": true',
    );
    await docs('config set protected false --yes --profile prod');
    expect(await docs(update)).toMatchObject({ code: 0, requests: [{ method: 'PATCH' }] });
    await docs('config set protected true');
    expect(await docs(update)).toMatchObject({ code: 2, requests: [] });
    expect(await docs('config set protected perhaps')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('true, false'),
    });
  });
});

/** Ways to the place of the profile `prod` that do not name it. */
const otherWays: [string, string, Record<string, string>][] = [
  ['another profile', '--profile other', {}],
  [
    'the environment',
    '--profile default',
    { DOCS_ADMIN_BASE_URL: 'https://prod.example', DOCS_ADMIN_ORG: 'org_acme' },
  ],
  ['flags', '--profile default --base-url https://PROD.example/ --org org_acme', {}],
  ['an address without an organization', '--profile default --base-url https://prod.example:443', {}],
];

describe('the place of a protected profile', () => {
  async function twoProfiles() {
    const docs = await protectedCli();
    await docs('profiles create other --base-url https://prod.example --org org_acme');
    return docs;
  }
  const change = 'comments delete c1 --space s';

  test.each(otherWays)('asks for its name through %s', async (_, flags, env) => {
    const docs = await twoProfiles();
    const asked = { terminal: true, env };
    const run = await docs(`${change} ${flags} --yes`, { ...asked, answers: ['prod'] });
    expect(run).toMatchObject({
      code: 0,
      questions: [
        "This is protected: https://prod.example, by profile prod. Type that profile's name to go ahead",
      ],
      writes: [{ method: 'DELETE' }],
    });
    expect(await docs(`${change} ${flags} --yes`, { ...asked, answers: ['other'] })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('this is not the name of the profile, prod; nothing was sent'),
      writes: [],
    });
  });

  test.each(otherWays)('is refused through %s without a terminal', async (_, flags, env) => {
    const docs = await twoProfiles();
    expect(await docs(`${change} ${flags} --yes`, { env })).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'error: https://prod.example is protected by the profile prod, and there is no terminal to ask for its name\n' +
        'hint: give both --yes and --profile prod to change something there\n',
      writes: [],
    });
  });

  test.each(['https://prod.example./', 'https://prod.example.:443'])(
    'is that of %s, too',
    async (address) => {
      const docs = await twoProfiles();
      const run = await docs(`${change} --yes --profile default --base-url ${address} --org org_acme`);
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain('is protected by the profile prod');
    },
  );

  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://localhost.:3000',
  ])('on this machine has every name of it: %s', async (address) => {
    const docs = await twoProfiles();
    await docs('profiles create here --base-url http://localhost:3000 --org org_acme --protected');
    const run = await docs(`${change} --yes --profile default --allow-http --base-url ${address}`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('is protected by the profile here');
    const other = address.replace('3000', '3001');
    expect(await docs(`${change} --yes --profile default --allow-http --base-url ${other}`)).toMatchObject({
      code: 0,
    });
  });

  test('is asked for with the question of the command', async () => {
    const docs = await twoProfiles();
    const run = await docs('teams delete team_docs --profile other', { terminal: true, answers: ['prod'] });
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
    expect(run.questions).toEqual([
      expect.stringMatching(
        /^delete team team_docs\?.*protected: https:\/\/prod\.example, by profile prod\./,
      ),
    ]);
  });

  test('can be changed with another protected profile that is named', async () => {
    const docs = await twoProfiles();
    await docs('config set protected true --profile other');
    expect(await docs(`${change} --yes --profile other`)).toMatchObject({ code: 0 });
  });

  test('is another one with another address, path or organization', async () => {
    const docs = await twoProfiles();
    for (const flags of [
      '--base-url https://prod.example/path --org org_acme',
      '--base-url https://prod.example:8443 --org org_acme',
      '--base-url https://prod.example --org org_globex',
    ])
      expect(await docs(`${change} --yes --profile default ${flags}`)).toMatchObject({ code: 0 });
  });

  test.each([
    'api PUT /v1/orgs/org_acme/teams -f title=Two',
    'api PUT /v1//orgs/%6frg_acme/teams?x=1 -f title=Two',
  ])('is that of the request: %s', async (line) => {
    const docs = await twoProfiles();
    const there = `${line} --profile default --base-url https://prod.example --org org_globex`;
    expect(await docs(`${there} --yes`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('https://prod.example is protected by the profile prod'),
      requests: [],
    });
    expect(await docs(there, { terminal: true, answers: ['prod'] })).toMatchObject({
      code: 0,
      questions: [expect.stringContaining("by profile prod. Type that profile's name to go ahead")],
      requests: [{ method: 'PUT' }],
    });
  });

  test('is that of each row', async () => {
    const docs = await twoProfiles();
    const elsewhere = '--profile default --base-url https://prod.example --org org_globex';
    const rows = '{"title":"One","org":"org_globex"}\n{"title":"Two","org":"org_acme"}\n';
    const line = `batch --file - ${elsewhere} --yes -- teams update team_docs --title {title} --org {org}`;
    const run = await docs(line, { stdin: rows });
    expect(run).toMatchObject({ code: 9, writes: [{ path: '/v1/orgs/org_globex/teams/team_docs' }] });
    expect(run.stdout).toContain('https://prod.example is protected by the profile prod');
  });

  test('is all of an address where the profile names no organization', async () => {
    const docs = await twoProfiles();
    await docs('config unset org --profile prod');
    const there = '--profile default --base-url https://prod.example --org org_globex';
    expect(await docs(`${change} --yes ${there}`)).toMatchObject({ code: 2, writes: [] });
  });
});

test.each([
  'collections update col_empty --title New',
  'collections delete col_empty',
  'api PATCH /v1/collections/col_empty -f title=New',
  'spaces permissions set space_handbook team_docs --role read',
  'batch --file ids.csv -- collections update {id} --title New',
])('what has no organization in its address belongs to a protected place: %s', async (line) => {
  const docs = await scriptedCli(
    ({ path }) => {
      const items = itemsOf(path, 'space_other');
      return { json: { id: 'col_empty', title: 'Empty', organization: 'org_acme', items } };
    },
    { 'ids.csv': 'id\ncol_empty\n' },
  );
  await docs('profiles create prod --base-url https://docs.example --org org_acme --protected');
  const run = (org: string, more = '') =>
    docs(line.replace(/( --(?= )|$)/, ` --org ${org} --yes${more}$1`), { env: { DOCS_ADMIN_ORG: '' } });
  const refused = await run('org_globex');
  expect(refused.code, refused.stderr).toBe(line.startsWith('batch') ? 9 : 2);
  expect(refused.writes).toEqual([]);
  expect(refused.stdout + refused.stderr).toContain('https://docs.example is protected by the profile prod');
  expect((await run('org_acme', ' --profile prod')).writes).toHaveLength(1);
});

test.each([
  'collections transfer col_empty --to-org org_acme',
  'collections transfer col_empty --to-org acme',
  'api POST /v1/collections/col_empty/transfer -f organization=org_acme',
  'api POST /v1/integrations/new -f organization=acme',
])('what comes to a protected organization asks for its name: %s', async (line) => {
  const docs = await scriptedCli(() => ({
    json: { id: 'col_empty', title: 'Empty', organization: 'org_globex', items: [] },
  }));
  await docs('profiles create prod --base-url https://docs.example --org org_acme --protected');
  const run = (more: string) => docs(`${line} --yes ${more}`, { env: { DOCS_ADMIN_ORG: '' } });
  const refused = await run('--org org_globex');
  expect(refused).toMatchObject({ code: 2, writes: [] });
  expect(refused.stderr).toContain('https://docs.example is protected by the profile prod');
  expect((await run('--profile prod')).writes).toHaveLength(1);
});

test.each([
  ['what goes to it', 'collections transfer col_empty --to-org org_initech', 'org_globex'],
  ['a thing that is in it', 'collections update col_empty --title New', 'org_initech'],
])('another organization that is not protected asks for nothing: %s', async (_, line, organization) => {
  const docs = await scriptedCli(() => ({
    json: { id: 'col_empty', title: 'Empty', organization, items: [] },
  }));
  await docs('profiles create prod --base-url https://docs.example --org org_acme --protected');
  const run = await docs(`${line} --org org_globex --yes`);
  expect(run, run.stderr).toMatchObject({ code: 0, writes: [{}] });
});

test.each([403, 404])('what cannot be read (%i) counts as protected, and says so', async (status) => {
  const docs = await scriptedCli(({ method }) => (method === 'GET' ? { status, json: {} } : { json: {} }));
  await docs('profiles create prod --base-url https://docs.example --org org_acme --protected');
  for (const [line, thing] of [
    ['api PATCH /v1/collections/col_empty -f title=New', 'collection "col_empty"'],
    ['api POST /v1/spaces/space_x/comments -f body=x', 'space "space_x"'],
  ]) {
    const there = `${line} --org org_globex`;
    const refused = await docs(`${there} --yes`);
    expect(refused).toMatchObject({ code: 2, writes: [] });
    expect(refused.stderr).toContain(
      `error: the organization of ${thing} cannot be read: it counts as protected by the profile prod, ` +
        'and there is no terminal to ask for its name\nhint: give both --yes and --profile prod',
    );
    const asked = await docs(there, { terminal: true, answers: ['prod'] });
    expect(asked.writes).toHaveLength(1);
    expect(asked.questions).toEqual([
      `This is protected: ${thing}, whose organization cannot be read, by profile prod. Type that profile's name to go ahead`,
    ]);
  }
});

test('what belongs to the organization of the line does not', async () => {
  const docs = await scriptedCli(() => ({
    json: { id: 'col_empty', organization: 'org_globex', items: [] },
  }));
  await docs('profiles create prod --base-url https://docs.example --org org_acme --protected');
  const run = await docs('collections update col_empty --title New --org org_globex --yes');
  expect(run, run.stderr).toMatchObject({ code: 0, writes: [{ method: 'PATCH' }] });
});

describe('on a terminal', () => {
  test('a change says first where it happens; piped or read it does not', async () => {
    const docs = await protectedCli();
    await docs('config set protected false --yes --profile prod');
    const changed = await docs(`${update} --no-color`, { terminal: true });
    expect(changed.stderr.split('\n')[0]).toBe(`using ${place}`);
    expect((await docs(`${update} --quiet`, { terminal: true })).stderr).toBe('');
    expect((await docs(update)).stderr).not.toContain('using');
    expect((await docs('teams list', { terminal: true })).stderr).not.toContain('using');
  });

  test('a confirmation names it as well, and then it is not said twice', async () => {
    const docs = await protectedCli();
    await docs('config set protected false --yes --profile prod');
    const run = await docs('teams delete team_docs --no-color', { terminal: true, answers: [true] });
    expect(run.questions).toEqual([expect.stringContaining(`(${place})`)]);
    expect(run.stderr).toBe('✓ deleted team team_docs\n');
  });

  test('what concerns this machine only names no service', async () => {
    const docs = await protectedCli();
    await docs('config set protected false --yes --profile prod');
    const run = await docs('profiles delete prod', { terminal: true, answers: [true] });
    expect(run.questions).toEqual(['delete profile prod and its stored token?']);
  });
});

const loosening = [
  ['config unset protected', 'config get protected'],
  ['config set protected false', 'config get protected'],
  ['config set base-url https://other.example', 'config get base-url'],
  ['config unset base-url', 'config get base-url'],
  ['profiles delete prod', 'profiles list'],
] as const;

describe('what ends or bypasses the protection', () => {
  test.for(loosening)('%s asks for the name on a terminal', async ([line, look]) => {
    const docs = await protectedCli();
    const before = await docs(look);
    for (const answer of ['', 'y', 'default']) {
      const refused = await docs(`${line} --yes --profile prod`, { terminal: true, answers: [answer] });
      expect(refused).toMatchObject({
        code: 2,
        questions: [expect.stringMatching(/The profile prod is protected\. Type its name to go ahead$/)],
        stderr: expect.stringContaining('cancelled; nothing was changed'),
      });
      expect((await docs(look)).stdout).toBe(before.stdout);
    }
    expect(await docs(line, { terminal: true, answers: ['prod'] })).toMatchObject({ code: 0 });
    expect((await docs(look)).stdout).not.toBe(before.stdout);
  });

  test.for(loosening)('%s needs --yes and --profile off a terminal', async ([line, look]) => {
    const docs = await protectedCli();
    const before = await docs(look);
    for (const flags of ['', '--yes', '--profile prod']) {
      expect(await docs(`${line} ${flags}`)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('hint: give both --yes and --profile prod to go ahead\n'),
      });
    }
    expect((await docs(look)).stdout).toBe(before.stdout);
    expect(await docs(`${line} --yes --profile prod`)).toMatchObject({ code: 0 });
  });

  test('other settings, and more protection, are stored without a question', async () => {
    const docs = await protectedCli();
    for (const line of [
      'config set org org_globex',
      'config set protected true',
      'config set base-url https://prod.example',
    ])
      expect(await docs(line)).toMatchObject({ code: 0, questions: [] });
  });
});
