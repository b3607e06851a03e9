import { expect, test, vi } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { forbidden, head } from '../support/planned.ts';

vi.setConfig({ testTimeout: 60_000 });

test('a finding about a space that moves to another section is neither new nor gone', async () => {
  const file = `${head}sites:
  Acme Docs:
    sections:
      - { title: Guides, path: guides, default: true, spaces: [ { space: Guides, default: true }, { space: ドキュメント } ] }
      - { title: API reference, path: api, spaces: [ { space: REST API, default: true }, { space: 'SDKs: "TypeScript", Python' }, { space: Tutorials } ] }
      - { title: News, path: news, spaces: [ { space: Changelog, default: true } ] }
`;
  const docs = await sandboxCli({ 'org.yaml': file });
  const run = await docs('org rehearse --file org.yaml --json');
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  const { plan, audit } = JSON.parse(run.stdout);
  expect(plan.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        action: 'move',
        kind: 'site-space',
        fields: [{ field: 'sectionId', before: 'guides', after: 'api' }],
      }),
    ]),
  );
  expect(audit).toMatchObject({ new: [], gone: [] });
});

test('what the organization does not show is refused in the copy too, and is not taken for empty', async () => {
  const file = `${head}teams: { Docs: { members: { ada@acme.example: owner } }, Platform: {} }
saml: { Okta: { default-role: guest } }
members: { linus@acme.example: read }
`;
  const hidden = /\/saml$|\/teams\/team_docs\/members$/;
  const docs = await sandboxCli({ 'org.yaml': file }, forbidden(hidden));
  const run = await docs('org rehearse --file org.yaml --json');
  expect([run.code, run.stderr]).toEqual([12, run.stderr]);
  const { plan } = JSON.parse(run.stdout);
  expect(plan.changes).toEqual([expect.objectContaining({ kind: 'member', name: 'linus@acme.example' })]);
  expect(plan.complete).toBe(false);
  expect(plan.unknown).toEqual([
    expect.objectContaining({ part: 'team-member', name: 'Docs', reason: '403' }),
    expect.objectContaining({ part: 'saml', reason: '403' }),
  ]);
  const list = await docs('org rehearse -- saml list');
  expect(list.code).toBe(4);
});

test.each([
  [
    'batch --file rows.txt',
    2,
    'rows.txt:2: a transfer cannot be rehearsed: a copy holds one organization only',
  ],
  [
    'batch --file ids.csv -- collections transfer {id} --to-org org_globex',
    2,
    'a transfer cannot be rehearsed',
  ],
  [
    'api POST /v1/collections/col_empty/transfer -f organization=org_globex',
    2,
    'a transfer cannot be rehearsed',
  ],
])('a transfer in another command is refused before anything changes: %s', async (line, code, words) => {
  const docs = await sandboxCli({
    'rows.txt':
      'collections update col_api --description x\ncollections transfer col_empty --to-org org_globex\n',
    'ids.csv': 'id\ncol_empty\n',
  });
  const run = await docs(`org rehearse -- ${line}`);
  expect(run.code).toBe(code);
  expect(run.stderr).toContain(words);
  expect(run.stdout).toMatch(/, 0 requests to change/);
});

test.each(['', ' --json', ' --journal rows.jsonl'])(
  'what fails in a copy is told, and no run that only the copy has:%s',
  async (flag) => {
    const docs = await sandboxCli({ 'ids.csv': 'id,title\nteam_docs,One\nteam_gone,Two\n' });
    const run = await docs(
      `org rehearse -- batch --file ids.csv${flag} -- teams update {id} --title {title}`,
    );
    expect(run).toMatchObject({ code: 9, writes: [] });
    expect(run.stderr).toContain(
      'error: the rehearsed command ended with exit code 9\n' +
        '  error: 1 of 2 rows done, 1 failed\n' +
        '  ids.csv:3: not found: team "team_gone" not found\n',
    );
    expect(run.stderr).not.toContain('runs ');
  },
);

test('a thing with another title is no other thing', async () => {
  const rows = [
    'teams update team_docs --title Writers',
    'collections update col_product --title Products',
    'collections update col_api --title APIs',
    'sites update site_docs --title Help',
    'section-groups update group_build --site site_docs --title Develop',
    'translations update translation_docs --title Languages',
    'saml update saml_okta --label SSO',
  ];
  const docs = await sandboxCli({ 'rows.txt': rows.join('\n') });
  const run = await docs('org rehearse --json -- batch --file rows.txt');
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  const { plan } = JSON.parse(run.stdout);
  expect(plan.changes.map(({ action, kind }: Record<string, string>) => `${action} ${kind}`)).toEqual([
    'rename team',
    'rename collection',
    'rename collection',
    'rename site',
    'rename section-group',
    'rename translation',
    'rename saml',
  ]);
  expect(plan).toMatchObject({ opens: [], loses: [] });
});
