import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const head = 'format: docs-admin-organization/1\norganization: org_acme\n';

const elsewhere = `${head}members: { ada@acme.example: admin, nobody@x.example: guest }
teams: { New: { members: { ada@acme.example: owner, gone@x.example: member } } }
spaces:
  Nowhere: { teams: { Docs: edit } }
sites:
  Handbook EU:
    sections:
      - { title: Lost, path: lost, spaces: [ { space: Nowhere } ] }
      - { title: Found, path: found, spaces: [ { space: Handbook }, { space: Gone } ] }
openapi: { uploaded: {} }
`;

const withFile = (text: string) => sandboxCli({ 'org.yaml': text });

test('an export without people names and reads none of them, and keeps the teams', async () => {
  const docs = await sandboxCli();
  const run = await docs('org export --without people,organization');
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('\nteams:\n  Design 🎨: {}\n  Docs: {}\n');
  expect(run.stdout).not.toMatch(/@|\nmembers:|\norganization:/);
  expect(run.requests.filter(({ path }) => /members(\?limit=1000)?$/.test(path))).toEqual([]);
  expect((await docs('org export --without members,organization')).stdout).toBe(run.stdout);
});

test('a plan without people leaves the members of teams as they are', async () => {
  const docs = await withFile(`${head}managed: { members: full, teams: full }
members: { file: not-copied.csv }
teams: { Docs: { members: {} }, New: { members: { file: not-copied.csv } } }
`);
  const run = await docs('org plan --file org.yaml --without people --json');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(run.stdout).changes).toMatchObject([{ action: 'create', kind: 'team', name: 'New' }]);
});

test.each(['plan', 'apply --yes', 'validate', 'rehearse'])(
  'org %s works with the chosen sections only',
  async (verb) => {
    const docs = await withFile(
      `${head}teams: { New: {} }\nsites: { Wrong: { sections: no list } }\nspaces: { Nowhere: {} }\n`,
    );
    expect((await docs(`org ${verb} --file org.yaml --only teams,spaces --without spaces`)).code).toBe(0);
    expect((await docs(`org ${verb} --file org.yaml --only sites`)).code).toBe(2);
  },
);

test('the id of the organization can be left out, so that the file fits another one', async () => {
  const docs = await withFile(
    'format: docs-admin-organization/1\norganization: org_other\nteams: { New: {} }\n',
  );
  expect((await docs('org plan --file org.yaml')).code).toBe(2);
  expect((await docs('org plan --file org.yaml --without organization')).code).toBe(0);
});

test('a choice that means nothing is refused, or has a warning', async () => {
  const docs = await withFile(`${head}teams: {}\n`);
  expect(await docs('org plan --file org.yaml --without group')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'error: invalid --without: "group" is no section of an organization file\n',
    ),
  });
  expect(await docs('org export --only teams --without teams')).toMatchObject({
    code: 2,
    requests: [],
    stderr: 'error: invalid --without: leaves no section\n',
  });
  expect((await docs('org plan --file org.yaml --only saml')).stderr).toBe(
    'warning: --only saml has no effect: the file has no section "saml"\n',
  );
});

test('what the organization does not have is an error, or left out with a warning', async () => {
  const docs = await withFile(elsewhere);
  expect(await docs('org plan --file org.yaml')).toMatchObject({ code: 2, writes: [] });
  const warnings = [
    'org.yaml:3:37: left out: members."nobody@x.example": "nobody@x.example" is not a member of org_acme; the service has no operation to invite people',
    'org.yaml:4:53: left out: teams.New.members."gone@x.example": "gone@x.example" is not a member of org_acme; the service has no operation to invite people',
    'org.yaml:6:3: left out: spaces.Nowhere: there is no space "Nowhere"; the service has no operation to create a space',
    'org.yaml:10:48: left out: sites."Handbook EU".sections[0].spaces[0].space: there is no space "Nowhere"; the service has no operation to create a space',
    'org.yaml:10:9: left out: sites."Handbook EU".sections[0]: has none of the spaces that it lists',
    'org.yaml:11:71: left out: sites."Handbook EU".sections[1].spaces[1].space: there is no space "Gone"; the service has no operation to create a space',
    'org.yaml:12:12: left out: openapi.uploaded: needs url or file: the service does not have it yet',
  ];
  const stderr = warnings.map((line) => `warning: ${line}\n`).join('');
  const plan = await docs('org plan --file org.yaml --skip-missing --json');
  expect(plan).toMatchObject({ code: 0, stderr });
  const { changes, warnings: shown } = JSON.parse(plan.stdout);
  expect(changes.map(({ action, name }: { action: string; name: string }) => `${action} ${name}`)).toEqual([
    'create New',
    'grant New: ada@acme.example',
    'create Handbook EU',
    'create Handbook EU: found',
    'create Handbook EU: found: Handbook',
  ]);
  expect(shown.map(({ file, line }: { file: string; line: number }) => `${file}:${line}`)).toEqual(
    warnings.map((line) => line.split(':', 2).join(':')),
  );
  const markdown = await docs('org plan --file org.yaml --skip-missing -o markdown');
  expect(markdown.stdout).toContain('### Warnings\n\n- `left out: members."nobody@x.example": ');

  await docs('org plan --file org.yaml --skip-missing --out plan.json');
  const applied = await docs('apply-plan plan.json --yes');
  expect(applied.code).toBe(0);
  expect(applied.stderr).toContain('left out: teams.New.members."gone@x.example": ');
  const again = await docs('org apply --file org.yaml --skip-missing --yes');
  expect(again).toMatchObject({ code: 0, writes: [] });
});

test('a section that is there stays as it is where it has none of its spaces here', async () => {
  const docs = await withFile(`${head}sites:
  Acme Docs:
    sections: [ { title: Guides, path: guides, spaces: [ { space: Nowhere } ] } ]
`);
  const run = await docs('org plan --file org.yaml --skip-missing --delete --json');
  const { changes } = JSON.parse(run.stdout);
  expect(changes.filter(({ name }: { name: string }) => name.startsWith('Acme Docs: guides'))).toEqual([]);
});
