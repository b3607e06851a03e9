import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { restoreSandbox } from '../../src/sandbox/reset.ts';
import { openStore } from '../../src/sandbox/store/store.ts';
import { type CliInFolder, sandboxCli, scriptedCli } from '../support/cli.ts';

type Row = Readonly<Record<string, unknown>>;

/** Runs `org snapshot` and returns what it wrote. */
async function snapshotOf(docs: CliInFolder, flags = '') {
  const run = await docs(`org snapshot --out copy.json ${flags}`);
  const path = join(docs.folder, 'copy.json');
  const text = statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, 'utf8') : undefined;
  const tables = (text ? JSON.parse(text).tables : {}) as Record<string, Row[]>;
  return { run, text, tables, path };
}

/** A command line whose sandbox holds a snapshot. */
async function loaded(docs: CliInFolder, text: string | undefined): Promise<CliInFolder> {
  const path = join(docs.folder, 'copy.db');
  restoreSandbox(path, text ?? '', 'copy.json');
  return sandboxCli({}, undefined, openStore(path));
}

/** The sandbox, but these paths may not be read. */
const refusing =
  (path: RegExp, status = 403) =>
  (sandbox: Transport): Transport =>
  async (request, signal) => {
    if (!path.test(request.url)) return sandbox(request, signal);
    const body = new TextEncoder().encode(JSON.stringify({ error: { code: status, message: 'not yours' } }));
    return { status, headers: { 'content-type': 'application/json' }, body };
  };

describe('some sections', () => {
  test('only their lists are read, and the rest is unknown', async () => {
    const docs = await sandboxCli();
    const { run, tables, text } = await snapshotOf(docs, '--only teams,saml');
    expect(run).toMatchObject({ code: 0, stderr: expect.stringMatching(/^wrote copy\.json$/m) });
    expect(run.requests.map(({ path }) => path.replace(/\?.*|.*org_acme/g, '')).sort()).toEqual(
      [
        '/members',
        '/saml',
        '/teams',
        ...Array(6).fill(expect.stringMatching(/^\/teams\/team_\w+\/members$/)),
      ].sort(),
    );
    expect(tables.teams).toHaveLength(6);
    const unread = JSON.parse(String(tables.meta?.find(({ name }) => name === 'unread')?.value));
    expect(unread.lists).toContainEqual({
      kind: 'site',
      in: { kind: 'organization', id: 'org_acme' },
      reason: { message: 'left out of the snapshot' },
    });
    const audit = await docs('org audit --snapshot copy.json --rules DA101,DA503,DA701 -o json');
    expect(audit.code).toBe(12);
    expect(JSON.parse(audit.stdout).counts).toMatchObject({ notEvaluated: expect.any(Number) });
    expect(audit.stdout).toContain('the OpenAPI specifications cannot be read: left out of the snapshot');
    expect(audit.stdout).not.toContain('the teams cannot be read');
    const copy = await loaded(docs, text);
    expect((await copy('teams list -o id')).stdout).toBe((await docs('teams list -o id')).stdout);
  });

  test('of a list that cannot be read among the chosen ones, nothing is written', async () => {
    const docs = await sandboxCli({}, refusing(/saml/));
    expect((await snapshotOf(docs, '--only teams,saml')).run).toMatchObject({ code: 12 });
    expect((await snapshotOf(docs, '--without saml')).run).toMatchObject({ code: 0 });
  });

  test.each([
    ['--only nothing', 'invalid --only: "nothing" is no section of an organization file'],
    ['--without organization', 'a snapshot is of one organization'],
  ])('%s is refused', async (flags, message) => {
    const { run, text } = await snapshotOf(await sandboxCli(), flags);
    expect(run).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining(message) });
    expect(text).toBeUndefined();
  });
});

const lists = [
  'members list',
  'teams list',
  'teams members list team_docs',
  'collections list',
  'collections permissions list col_product',
  'spaces permissions list space_handbook',
  'custom-fields list',
  'custom-fields values list --space space_guides',
  'openapi list',
  'saml list',
  'translations list',
  'translations languages list translation_docs',
  'sites adaptive-schema get site_docs',
];
/** Lists of which the service tells more than it lets anyone write. */
const partOfLists = [
  'sites list --fields id,title,visibility,basename,hostname,proxy.origin,adaptiveContent,siteSpaces,features',
  'spaces list --fields id,title,emoji,visibility,editMode,parent,defaultLevel,gitSync,revision,permissions',
  'collections spaces col_product --fields id,title',
  'sections list --site site_docs --fields id,title,path,description,default,condition,sectionGroup,icon',
  'section-groups list --site site_docs --fields id,title,icon,sections.id',
  'site-spaces list --site site_docs --fields id,path,section,space.id,default,condition',
  'site-spaces list --site site_handbook --fields id,path,section,space.id,default',
];

describe('a snapshot', () => {
  test('fills a sandbox that answers the same', async () => {
    const docs = await sandboxCli();
    const { run, text } = await snapshotOf(docs);
    expect(run).toMatchObject({ code: 0, stdout: '', writes: [] });
    const copy = await loaded(docs, text);
    for (const list of [...lists, ...partOfLists, 'org export']) {
      const [here, there] = [await docs(`${list} --json`), await copy(`${list} --json`)];
      expect([list, there.code, there.stdout]).toEqual([list, 0, here.stdout]);
    }
  });

  test('of the copy is the same again', async () => {
    const docs = await sandboxCli();
    const { text } = await snapshotOf(docs);
    expect((await snapshotOf(await loaded(docs, text))).text).toBe(text);
  });

  test('says what it does not hold, and is for its owner only', async () => {
    const docs = await sandboxCli();
    const { run, path } = await snapshotOf(docs);
    expect(run.stderr.split('\n')).toEqual([
      'a snapshot has no content, change requests, comments or integrations',
      'the service does not tell the settings of the organization, the texts of specifications, share keys, customizations, and the places of spaces among collections',
      'wrote copy.json',
      '',
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('reads each list once', async () => {
    const docs = await scriptedCli(({ path }) => ({ json: answers[path] ?? { items: [] } }), {});
    const { run, tables } = await snapshotOf(docs);
    expect(run.code).toBe(0);
    expect(run.requests.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        ...[
          'members',
          'teams',
          'collections',
          'custom-fields',
          'sites',
          'openapi',
          'translations',
          'saml',
        ].map((list) => `/v1/orgs/org_acme/${list}?limit=1000`),
        '/v1/orgs/org_acme/members?role=admin&limit=50',
        '/v1/orgs/org_acme/members/user_ada/spaces?limit=1000',
        '/v1/orgs/org_acme/teams/team_docs/members?limit=1000',
        '/v1/collections/col_a/permissions/teams?limit=1000',
        '/v1/spaces/space_a/permissions/teams?limit=1000',
        '/v1/spaces/space_a/custom-fields',
        '/v1/orgs/org_acme/sites/site_a/adaptive-schema',
        ...['sections', 'section-groups', 'site-spaces'].map(
          (list) => `/v1/orgs/org_acme/sites/site_a/${list}?limit=1000`,
        ),
        '/v1/orgs/org_acme/translations/translation_a/languages?limit=1000',
      ]
        .map((path) => `GET ${path}`)
        .sort(),
    );
    expect(tables.sites).toEqual([
      expect.objectContaining({
        id: 'site_a',
        title: 'A',
        proxy: 'https://***@a.example/docs?v=1&token=***',
      }),
    ]);
    expect(tables.openapi_specs).toEqual([
      expect.objectContaining({ source_url: 'https://a.example/x.yaml?api_key=***' }),
    ]);
    expect(JSON.stringify(tables)).not.toContain('hunter2');
  });
});

const answers: Record<string, unknown> = {
  '/v1/orgs/org_acme/members?limit=1000': {
    items: [
      { id: 'user_ada', role: 'admin', user: { id: 'user_ada', displayName: 'Ada', email: 'a@b.example' } },
      { id: 'user_twin', role: null, user: { id: 'user_twin', displayName: 'Twin', email: 'A@B.example' } },
      { id: 'user_mute', role: 'read', user: { id: 'user_mute' } },
    ],
  },
  '/v1/orgs/org_acme/members?role=admin&limit=50': { items: [{ id: 'user_ada', role: 'admin' }] },
  '/v1/orgs/org_acme/members/user_ada/spaces?limit=1000': { items: [{ space: { id: 'space_a' } }] },
  '/v1/orgs/org_acme/teams?limit=1000': { items: [{ id: 'team_docs', title: 'Docs' }] },
  '/v1/orgs/org_acme/collections?limit=1000': { items: [{ id: 'col_a', title: 'A\u0000\ud800' }] },
  '/v1/spaces/space_a/custom-fields': [],
  '/v1/orgs/org_acme/sites?limit=1000': {
    items: [
      { id: 'site_a', title: 'A', proxy: { origin: 'https://me:hunter2@a.example/docs?v=1&token=hunter2' } },
    ],
  },
  '/v1/orgs/org_acme/sites/site_a/adaptive-schema': { jsonSchema: {} },
  '/v1/orgs/org_acme/sites/site_a/site-spaces?limit=1000': {
    items: [{ id: 'sitesp_a', space: { id: 'space_hidden' } }],
  },
  '/v1/orgs/org_acme/openapi?limit=1000': {
    items: [{ id: 'openapi_a', slug: 'a', sourceURL: 'https://a.example/x.yaml?api_key=hunter2' }],
  },
  '/v1/orgs/org_acme/translations?limit=1000': { items: [{ id: 'translation_a', title: 'T' }] },
};

describe('what a copy cannot hold as it is', () => {
  test('is named, and the copy works', async () => {
    const docs = await scriptedCli(({ path }) => ({ json: answers[path] ?? { items: [] } }), {});
    const { run, tables, text } = await snapshotOf(docs);
    expect(run.stderr).toContain(
      '2 members without an e-mail address that no one else has: the copy makes one up\n',
    );
    expect(run.stderr).toContain('left out, since it cannot be read: site_spaces: the space space_hidden\n');
    expect(tables.users?.map(({ email }) => email)).toEqual([
      'user_mute@no-email.invalid',
      'A@B.example',
      'user_ada@no-email.invalid',
    ]);
    const copy = await loaded(docs, text);
    expect(await copy('collections list --fields title')).toMatchObject({
      code: 0,
      stdout: 'title\nA\ufffd\n',
    });
  });
});

describe('a list that cannot be read', () => {
  const forbidden = 'the members of team team_tokyo cannot be read (403): ';

  test('refuses the snapshot', async () => {
    const docs = await sandboxCli({}, refusing(/team_tokyo\/members/));
    const { run, text } = await snapshotOf(docs);
    expect(run.code).toBe(12);
    expect(run.stderr).toContain('error: the snapshot is incomplete: not everything can be read\n');
    expect(run.stderr).toContain(forbidden);
    expect(run.stderr).toContain('hint: nothing was written; --allow-partial leaves it out\n');
    expect(text).toBeUndefined();
  });

  test('is left out with --allow-partial, and the exit code is the same', async () => {
    const docs = await sandboxCli({}, refusing(/team_tokyo\/members/));
    const { run, text } = await snapshotOf(docs, '--allow-partial');
    expect(run.code).toBe(12);
    expect(run.stderr).toContain(forbidden);
    const copy = await loaded(docs, text);
    expect((await copy('teams members list team_tokyo -o id')).stdout).toBe('');
    expect((await copy('teams members list team_docs -o id')).stdout).not.toBe('');
  });

  test.each([
    'members\\?limit',
    'teams\\?',
    'collections\\?',
    '/spaces\\?',
    'custom-fields',
    'sites\\?',
    'sections\\?',
    'section-groups',
    'orgs/org_acme/',
  ])('%s: what is left is whole', async (path) => {
    const docs = await sandboxCli({}, refusing(new RegExp(path)));
    const { run, text } = await snapshotOf(docs, '--allow-partial');
    expect(run.code).toBe(12);
    const copy = await loaded(docs, text);
    expect(await copy('teams list')).toMatchObject({ code: 0 });
  });

  test('a token that is refused is no gap', async () => {
    const docs = await sandboxCli({}, refusing(/teams/, 401));
    expect((await snapshotOf(docs, '--allow-partial')).run.code).toBe(4);
  });
});

describe('--pseudonyms', () => {
  test('leave nothing of names, e-mails, titles, texts, addresses and certificates', async () => {
    const docs = await sandboxCli();
    const { tables: originals } = await snapshotOf(docs);
    const { run, tables } = await snapshotOf(docs, '--pseudonyms --yes');
    expect(run.code).toBe(0);
    const kept = JSON.stringify(
      Object.values(tables)
        .flat()
        .map((row) => Object.entries(row).filter(([column]) => !isId(column))),
    );
    for (const text of personal(originals)) expect(kept).not.toContain(JSON.stringify(text).slice(1, -1));
  });

  test('are the same each time, and the copy has the same shape', async () => {
    const docs = await sandboxCli();
    const { text } = await snapshotOf(docs, '--pseudonyms');
    expect((await snapshotOf(docs, '--pseudonyms --yes')).text).toBe(text);
    const copy = await loaded(docs, text);
    for (const list of ['members list', 'teams list', 'sites list', 'spaces list', 'collections list']) {
      const ids = `${list} -o id`;
      expect((await copy(ids)).stdout).toBe((await docs(ids)).stdout);
    }
    const [ada] = JSON.parse(
      (await copy('members get user_ada --json')).stdout.replace(/^/, '[').concat(']'),
    );
    expect(ada.user).toMatchObject({
      displayName: expect.stringMatching(/^Person \d+$/),
      email: expect.stringMatching(/^person-\d+@example\.invalid$/),
    });
  });
});

/** Columns that hold ids, times, words of the service or numbers, which stay. */
function isId(column: string): boolean {
  return !personalColumns.includes(column);
}

const personalColumns = [
  ...['display_name', 'email', 'search', 'title', 'description', 'placeholder', 'options', 'value', 'label'],
  ...['basename', 'hostname', 'proxy', 'path', 'condition', 'json_schema', 'slug', 'source_url', 'sso_url'],
  ...['entity_id', 'certificate', 'instructions', 'repo_name', 'url', 'name'],
];

/** Every text of a person in the tables that says something. */
function personal(tables: Record<string, Row[]>): string[] {
  const own = Object.entries(tables).filter(([table]) => !['meta', 'organizations'].includes(table));
  return own
    .flatMap(([, rows]) => rows)
    .flatMap((row) => personalColumns.map((column) => row[column]))
    .filter((text): text is string => typeof text === 'string' && /\p{L}{3}/u.test(text) && text !== 'false');
}

test.each([
  ['', 'error: no --out given\nhint: name the file to write, such as --out acme.json\n'],
  ['--out missing/acme.json', 'error: cannot write '],
])('org snapshot %s is a usage error, and nothing is read', async (flags, message) => {
  const run = await (await sandboxCli({}))(`org snapshot ${flags}`);
  expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
  expect(run.stderr).toContain(message);
});
