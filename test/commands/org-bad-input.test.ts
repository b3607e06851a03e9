import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sectionNames } from '../../src/org/section-names.ts';
import type { Transport } from '../../src/ports.ts';
import { sandboxCli } from '../support/cli.ts';
import { answer } from '../support/scripted-transport.ts';

const format = 'format: docs-admin-organization/1\n';

const withFile = (text: string, through?: (sandbox: Transport) => Transport) =>
  sandboxCli({ 'org.yaml': text }, through);

describe('a file that cannot be used is refused by plan and apply, and nothing is sent', () => {
  test.each([
    [
      'of another organization',
      `${format}organization: org_other\nteams: {}\n`,
      'org.yaml:2:1: organization: the file is for "org_other", not for "org_acme"',
    ],
    ['of a newer format', 'format: docs-admin-organization/2\n', 'is newer than this version of docs-admin'],
    ['with tabs', `${format}teams:\n\tDocs: {}\n`, 'org.yaml:3:1: not valid YAML (tab as indent)'],
    ['with an anchor', `${format}teams: { Docs: &a {} }\n`, 'org.yaml:2:19: not valid YAML (an anchor (&)'],
    ['with an alias', `${format}teams: { Docs: *a }\n`, 'org.yaml:2:16: not valid YAML'],
    ['with a side file that is missing', `${format}members: { file: none.csv }\n`, 'none.csv: no such file'],
    ['with a folder as a side file', `${format}members: { file: . }\n`, 'members: cannot read .: '],
    [
      'with a set, which is no map',
      `${format}managed: { teams: full }\nteams: !!set { Docs }\n`,
      'org.yaml:3:14: not valid YAML (a tag (!), which is not supported here)',
    ],
    [
      'with a wrong value in a thing that is called __proto__',
      `${format}teams: { __proto__: { member: {} } }\n`,
      'org.yaml:2:23: teams.__proto__.member: is no key of an organization file',
    ],
  ])('%s', async (_, text, message) => {
    const docs = await withFile(text);
    for (const verb of ['plan', 'apply --yes']) {
      const run = await docs(`org ${verb} --file org.yaml`);
      expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
      expect(run.stderr).toContain(message);
      expect(run.stderr).toContain('nothing was sent');
    }
  });

  describe('with problems of its own and references to what is not there', () => {
    const files = {
      'org.yaml': `${format}members: { file: people.csv }
teams: { New: { member: {} } }
spaces: { Nowhere: {}, Handbook: { teams: { New: edit }, fields: { nope: x } } }
`,
      'people.csv': 'sep=;\nuser;role\nada@acme.example\nnobody@acme.example;admin\n',
    };
    const own = [
      '  org.yaml:3:17: teams.New.member: is no key of an organization file',
      '  people.csv:3: 1 cell, but the header has 2',
    ];

    test('all of them are told, a person at the line of the table', async () => {
      const docs = await sandboxCli(files);
      for (const verb of ['plan', 'apply --yes', 'rehearse']) {
        const run = await docs(`org ${verb} --file org.yaml`);
        expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
        expect(run.stderr.trimEnd().split('\n')).toEqual([
          'error: 5 problems in the organization file; nothing was sent',
          own[0],
          '  org.yaml:4:11: spaces.Nowhere: there is no space "Nowhere"; the service has no operation to create a space',
          '  org.yaml:4:68: spaces.Handbook.fields.nope: there is no custom field "nope"',
          own[1],
          '  people.csv:4: members."nobody@acme.example": "nobody@acme.example" is not a member of org_acme; the service has no operation to invite people',
        ]);
      }
    });

    test('those of the file are told where the service cannot be read', async () => {
      const docs = await sandboxCli(files, () => async () => answer(503));
      const run = await docs('org plan --file org.yaml --max-retries 0');
      expect(run.code).toBe(2);
      expect(run.stderr.trimEnd().split('\n').slice(1)).toEqual(own);
    });
  });

  test.each([
    [
      'a key that is unknown',
      'sites: { Docs: { visibilty: public, adaptive-schema: { file: schema.yaml } } }\n',
    ],
    ['a tab', 'sites:\n\tDocs: { adaptive-schema: { "file": "schema.yaml" } }\n'],
    [
      'a key twice',
      "teams: { A: {}, A: {} }\nsites: { Docs: { adaptive-schema: { file: './schema.yaml' } } }\n",
    ],
  ])('a part of a folder with %s: the file that it names is no part either', async (_, text) => {
    const docs = await withFile('');
    const folder = join(docs.folder, 'parts');
    await mkdir(folder);
    await writeFile(join(folder, 'sites.yaml'), `${format}${text}`);
    await writeFile(join(folder, 'schema.yaml'), 'type: object\n');
    const run = await docs('org plan --file parts');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toMatch(/^error: parts\/sites.yaml:\d+:\d+: .*; nothing was sent\n$/);
  });

  test('a folder without files', async () => {
    const docs = await withFile(format);
    await mkdir(join(docs.folder, 'empty'));
    const run = await docs('org plan --file empty');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('empty holds no organization file');
  });
});

describe('hostile names', () => {
  const names = [
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'red \u001b[31m and bell \u0007',
    '\u202etxt.exe\u202c',
    '<script>alert(1)</script>',
    '=HYPERLINK("https://evil.example")',
    '| a | b |\n# Heading',
    '[click](javascript:alert(1)) `x` **b**',
  ];
  const things = (content: object) =>
    `{${names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(content)}`).join(', ')}}`;
  const file = `{"format": "docs-admin-organization/1", "teams": ${things({})}, "collections": ${things({})}}`;

  test('are planned and shown, and no control character or markup gets through', async () => {
    const docs = await withFile(file);
    const text = await docs('org plan --file org.yaml');
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('team __proto__');
    expect(text.stdout).toContain('18 to create');
    expect(text.stdout).not.toMatch(/[\u001b\u0007\u202e\u202c]/);
    expect(text.stdout).not.toMatch(/^# Heading/m);
    const { stdout } = await docs('org plan --file org.yaml -o markdown');
    expect(stdout).not.toMatch(/[\u001b\u0007\u202e\u202c]/);
    const outsideOfCode = stdout.replace(/(`+) ?.*?\1/g, '');
    expect(outsideOfCode).not.toMatch(/<script|# Heading|\| a|javascript:/);
  });

  test('are made exactly, and a second plan finds nothing to do', async () => {
    const docs = await withFile(file);
    expect(await docs('org apply --file org.yaml --yes -q')).toMatchObject({ code: 0 });
    expect(await docs('org plan --file org.yaml --check')).toMatchObject({ code: 0 });
    const listed = JSON.parse((await docs('teams list --json')).stdout) as { title: string }[];
    expect(listed.map(({ title }) => title)).toEqual(expect.arrayContaining(names));
    expect(await docs('org export --out back.yaml')).toMatchObject({ code: 0 });
    expect(await docs('org plan --file back.yaml --check')).toMatchObject({ code: 0 });
  });

  test('of 1,000 characters are refused, with the place', async () => {
    const docs = await withFile(`${format}teams: { ${'x'.repeat(1000)}: {} }\n`);
    const run = await docs('org plan --file org.yaml');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain('org.yaml:2:10: ');
    expect(run.stderr).toContain('its name must have at most');
  });
});

/** The lists of each section below the organization. */
const lists = {
  members: 'members',
  teams: 'teams',
  'custom-fields': 'custom-fields',
  collections: 'collections',
  spaces: 'members/user_grace/spaces',
  sites: 'sites',
  openapi: 'openapi',
  translations: 'translations',
  saml: 'saml',
} as const;

/** Answers some lists of the organization with an error, and everything else as the sandbox does. */
const refusing =
  (list: string, status: number) =>
  (sandbox: Transport): Transport =>
  async (request, signal) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' || !pathname.endsWith(`/orgs/org_acme/${list}`))
      return sandbox(request, signal);
    const body = new TextEncoder().encode('{"error":{"code":1,"message":"no"}}');
    return { status, headers: { 'content-type': 'application/json' }, body };
  };

const sectionChanges: Record<keyof typeof lists, string> = {
  members: '{ pat@partner.example: read }',
  teams: '{ New: {} }',
  'custom-fields': '{ extra: { title: Extra, type: text } }',
  collections: '{ New: {} }',
  spaces: '{ Guides: { fields: {} } }',
  sites: '{ New: {} }',
  openapi: '{ new: { url: "https://a.example/b.yaml" } }',
  translations: '{ New: {} }',
  saml: '{ New: { sso-url: "https://a.example/sso", entity-id: "https://a.example" , certificate: "" } }',
};

describe.each(sectionNames)('the section %s', (section) => {
  const managed = section === 'spaces' ? '' : `managed: { ${section}: full }\n`;
  const other = section === 'teams' ? 'custom-fields' : 'teams';

  test('absent: is never read', async () => {
    const docs = await withFile(format);
    expect(await docs('org plan --file org.yaml')).toMatchObject({ code: 0, requests: [] });
    const one = await withFile(`${format}${other}: {}\n`);
    const run = await one('org plan --file org.yaml');
    expect(run.code).toBe(0);
    expect(run.requests.map(({ path }) => path.split('?')[0])).toEqual([`/v1/orgs/org_acme/${lists[other]}`]);
  });

  test('empty: is read, and where it is managed in full, everything in it would be deleted', async () => {
    const docs = await withFile(`${format}${managed}${section}: {}\n`);
    const run = await docs('org plan --file org.yaml --json');
    expect(run.code).toBe(0);
    const { changes, withheld } = JSON.parse(run.stdout);
    expect(changes).toEqual([]);
    expect(withheld.length > 0).toBe(managed !== '');
    expect(run.requests.map(({ path }) => path.split('?')[0])).toContain(
      `/v1/orgs/org_acme/${lists[section]}`,
    );
  });

  test.each(['null', '', '[]', '7', '{ file: none.csv }'])(
    '%j: is an error, with its place',
    async (value) => {
      const docs = await withFile(`${format}${section}: ${value}\n`);
      const run = await docs('org apply --file org.yaml --yes');
      expect(run).toMatchObject({ code: 2, writes: [] });
      expect(run.stderr).toMatch(new RegExp(`org\\.yaml:2:\\d+: ${section}`));
    },
  );

  test.each([403, 503])('answered with %i: nothing of it is planned, the rest is done', async (status) => {
    const text = `${format}${managed}${section}: ${sectionChanges[section]}\n${other}: ${sectionChanges[other]}\n`;
    const docs = await withFile(text, refusing(lists[section], status));
    const planned = await docs('org plan --file org.yaml --delete --json');
    expect(planned.code).toBe(12);
    const { changes, withheld, unknown, complete } = JSON.parse(planned.stdout);
    expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual([other.slice(0, -1)]);
    expect({ withheld, complete, unknown: unknown.length > 0 }).toEqual({
      withheld: [],
      complete: false,
      unknown: true,
    });
    const run = await docs('org apply --file org.yaml --delete --yes');
    expect(run.code).toBe(12);
    expect(run.writes.map(({ path }) => path)).toEqual([`/v1/orgs/org_acme/${lists[other]}`]);
  });
});

describe('a machine that cannot store', () => {
  const file = `${format}teams: { New: {} }\n`;

  test('a journal: nothing is sent', async () => {
    const docs = await withFile(file);
    const run = await docs('org apply --file org.yaml --yes --journal none/run.jsonl');
    expect(run).toMatchObject({ code: 3, writes: [] });
    expect(run.stderr).toContain('none/run.jsonl');
    const folder = await docs('org apply --file org.yaml --yes --journal .');
    expect(folder).toMatchObject({ code: 2, writes: [] });
    expect(folder.stderr).toContain('is there already');
  });

  test('a plan or an export: nothing is lost', async () => {
    const docs = await withFile(file);
    const run = await docs('org plan --file org.yaml --out none/plan.json');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toMatch(/cannot write \S*none\/plan\.json/);
    expect(await docs('org export --out none/org.yaml')).toMatchObject({ code: 2 });
    expect((await readdir(docs.folder)).filter((name) => name.endsWith('.yaml'))).toEqual(['org.yaml']);
    expect(await readFile(join(docs.folder, 'org.yaml'), 'utf8')).toBe(file);
  });
});

test('a file above the size that is parsed in pieces tells all problems beside duplicate keys', async () => {
  // Long names make the text long with few entries, which take most of the time.
  const name = (at: number) => `Team ${at} ${'x'.repeat(50)}`;
  const teams = Array.from({ length: 13_500 }, (_, at) => `  ${name(at)}: { members: {} }\n`).join('');
  const docs = await withFile(`${format}teams:
  ${name(7)}: { member: {} }
${teams}  ${name(13_499)}: {}
  Docs: { members: { eve@acme.example: owner, eve@acme.example: boss } }
  Design: { members: { eve@acme.example: boss } }
sites:
  A: { visible: true }
sites: {}
`);
  expect(teams.length).toBeGreaterThan(1024 * 1024);
  const run = await docs('org plan --file org.yaml');
  expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
  expect(run.stderr.split('\n')).toEqual([
    'error: 7 problems in the organization file; nothing was sent',
    `  org.yaml:3:${name(7).length + 7}: teams."${name(7)}".member: is no key of an organization file`,
    '  org.yaml:11:3: not valid YAML (duplicate key)',
    '  org.yaml:13504:3: not valid YAML (duplicate key)',
    '  org.yaml:13505:47: not valid YAML (duplicate key)',
    '  org.yaml:13506:24: teams.Design.members."eve@acme.example": must be "owner" or "member"',
    '  org.yaml:13508:8: sites.A.visible: is no key of an organization file',
    '  org.yaml:13509:1: not valid YAML (duplicate key)',
    '',
  ]);
});

test.each(['plan', 'apply --yes', 'validate'])(
  'org %s names a file that is missing once, and says how to get one',
  async (verb) => {
    const docs = await sandboxCli();
    const run = await docs(`org ${verb} --file nosuch.yaml`);
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain('cannot read nosuch.yaml: no such file; nothing was sent');
    expect(run.stderr.match(/nosuch/g)).toHaveLength(1);
    expect(run.stderr).toContain(
      'name an organization file, or a folder of such files; `docs-admin org export --out organization.yaml` writes one',
    );
  },
);

test('a file that is there and cannot be read needs no other one', async () => {
  const docs = await sandboxCli({ 'org.yaml': new Uint8Array([0x66, 0xff, 0xfe]) });
  const run = await docs('org plan --file org.yaml');
  expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
  expect(run.stderr).not.toContain('org export');
  expect(run.stderr.match(/org\.yaml/g)).toHaveLength(1);
});
