import { expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

test.each([
  ['teams list --sort members -o csv --fields id,members --no-headers', 'team_empty,0\nteam_tokyo,2\n'],
  ['teams list --sort=-members -o id', 'team_docs\nteam_platform\n'],
  ['teams list --sort -title -o id', 'team_tokyo\nteam_support\n'],
  ['members list --sort user.displayName --fields user.displayName --no-headers', '-Pat +1 @work\n'],
  ['sso list --sort=-label -o id', 'saml_okta\nsaml_entra\n'],
  ['sso list --sort label -o id', 'saml_entra\nsaml_okta\n'],
  [
    'custom-fields values list --space space_guides --sort=-customField.name --fields customField.name --no-headers',
    'tier\nreview_days\npublic\n',
  ],
  [
    'content pages list --space space_handbook --change-request 1 --sort title --json --query [].title',
    '[\n  "Holidays 休暇",\n  "Onboarding",\n',
  ],
  ['spaces permissions list space_guides --sort team.title -o id', 'team_'],
])('%s', async (line, start) => {
  const docs = await sandboxCli();
  const { code, stdout, stderr } = await docs(line);
  expect([code, stdout.slice(0, start.length), stderr]).toEqual([0, start, '']);
});

test('a column that is no field names the field that it shows', async () => {
  const docs = await sandboxCli();
  expect(await docs('spaces list --sort collection')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('invalid --sort: there is no field "collection"; did you mean parent?'),
  });
});

const teams = [
  { id: 'b', title: 'team 10', members: 10 },
  { id: 'c', title: 'Team 9', members: 9 },
  { id: 'd', title: null },
  { id: 'a', title: 'team 10', members: 100 },
];
const inTwoPages = () =>
  scriptedCli(({ path }) => ({
    json: path.includes('page=')
      ? { items: teams.slice(2) }
      : { items: teams.slice(0, 2), next: { page: 'p' } },
  }));

test.each([
  ['title', ['c', 'b', 'a', 'd']],
  ['-title', ['b', 'a', 'c', 'd']],
  ['members', ['c', 'b', 'a', 'd']],
  ['-members', ['a', 'b', 'c', 'd']],
])('--sort %s: numbers by size, texts as in a dictionary, what is missing last', async (field, ids) => {
  const docs = await inTwoPages();
  expect((await docs(`teams list -o id --sort=${field}`)).stdout.trim().split('\n')).toEqual(ids);
});

test('a limit takes the first ones of the whole list, and the command says that it reads all', async () => {
  const docs = await inTwoPages();
  const run = await docs('teams list --sort members --limit 1 -o id');
  expect(run).toMatchObject({
    code: 0,
    stdout: 'c\n',
    stderr: '--sort members reads the whole list before it takes the first 1\n',
  });
  expect(run.requests.map(({ path }) => path)).toEqual([
    '/v1/orgs/org_acme/teams?limit=1000',
    '/v1/orgs/org_acme/teams?limit=1000&page=p',
  ]);
});

test.each([
  ['teams list --sort titel', 'invalid --sort: there is no field "titel"; did you mean title?'],
  [
    'teams list --sort a..b',
    'invalid --sort: "a..b" is no field: give names joined by dots, such as urls.published',
  ],
  [
    'members list --sort user.email --order desc',
    '--sort user.email sorts here, and --order is for what the service sorts',
  ],
  [
    'members spaces user_ada --sort=-space.title --order asc',
    '--sort -space.title sorts here, and --order is for what the service sorts',
  ],
])('%s is a usage error', async (line, message) => {
  const docs = await sandboxCli();
  const { code, stdout, stderr } = await docs(line);
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `error: ${message}`]);
});

test('members are sorted by the service where it can', async () => {
  const docs = await sandboxCli();
  const theirs = await docs('members list --sort joinedAt --limit 2 -o id');
  expect(theirs.requests[0]?.path).toContain('sort=joinedAt&limit=2');
  const ours = await docs('members list --sort=-teams --quiet --limit 2 -o id');
  expect(ours.requests[0]?.path).not.toContain('sort=');
});
