import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { withoutAnswer } from '../support/refusing.ts';

const files = {
  'roster.csv': 'team,user,role\nteam_tokyo,user_pat,member\nteam_tokyo,user_grace,member\n',
  'site.yaml': 'format: docs-admin-organization/1\nsites:\n  Partner portal: { visibility: public }\n',
  'org.yaml':
    'format: docs-admin-organization/1\nteams:\n  東京オフィス:\n    members: { yuki@acme.example: owner, mei.chen@acme.example: member, pat@partner.example: member }\n',
};
const opens = 'joins team 東京オフィス, which has admin';

test.each([
  'teams members sync --file roster.csv --out plan.json',
  'org plan --file org.yaml --out plan.json',
  'teams merge team_tokyo team_design --out plan.json',
])('a plan that opens more by now is out of date: %s', async (line) => {
  const docs = await sandboxCli(files);
  expect(await docs(line)).toMatchObject({ code: 0 });
  const into = line.includes('merge') ? 'team_design' : 'team_tokyo';
  await docs(`collections permissions set col_product ${into} --role admin --yes`);
  const refused = await docs('apply-plan plan.json --yes');
  expect(refused, refused.stderr).toMatchObject({ code: 6, writes: [] });
  expect(refused.stderr.split('error: ').at(-1)).toMatch(/which has admin/);
  await docs(`collections permissions remove col_product ${into} --yes`);
  expect((await docs('apply-plan plan.json --yes')).code).toBe(0);
});

test('a digest is that of what was reviewed to open', async () => {
  const docs = await sandboxCli(files);
  const digestOf = async () =>
    /digest ([0-9a-f]{12})/.exec((await docs('org plan --file org.yaml')).stdout)?.[1];
  const reviewed = await digestOf();
  await docs('collections permissions set col_product team_tokyo --role admin --yes');
  const refused = await docs(`org apply --file org.yaml --digest ${reviewed} --yes`);
  expect(refused).toMatchObject({ code: 6, writes: [] });
  expect(refused.stderr).toContain(`  now also opens: pat@partner.example ${opens}\n`);
  const again = await docs(`org apply --file org.yaml --digest ${await digestOf()} --yes`);
  expect(again.writes, again.stderr).toHaveLength(1);
});

const siteSpaces = 'site-spaces create --site site_partners --space space_hr --yes';

test('a stored plan that opens a site holds the spaces in it', async () => {
  const docs = await sandboxCli(files);
  const plan = await docs('org plan --file site.yaml --out plan.json');
  const text = 'site Partner portal: share-link → public, with space API v1';
  expect(plan.stdout).toContain(`opens (1)\n  ${text}\n`);
  const spaces = [
    { id: 'space_legacy', siteSpace: 'sitesp_legacy', title: 'API v1', hasCondition: false, isHidden: false },
  ];
  expect(JSON.parse((await docs('org plan --file site.yaml -o json')).stdout).opens).toEqual([
    expect.objectContaining({ text, spaces }),
  ]);
  await docs(siteSpaces);
  const refused = await docs('apply-plan plan.json --yes');
  expect(refused, refused.stderr).toMatchObject({ code: 6, writes: [] });
  expect(refused.stderr).toContain(
    '  now also opens: site Partner portal: share-link → public, with 2 spaces: API v1, People & HR\n',
  );
});

test('a condition that a colleague takes away makes a plan that opens the site another one', async () => {
  const docs = await sandboxCli(files);
  const condition = (flag: string) =>
    docs(`site-spaces update sitesp_legacy --site site_partners ${flag} --yes`);
  expect((await condition('--condition visitor.claims.staff')).code).toBe(0);
  const planned = JSON.parse((await docs('org plan --file site.yaml -o json')).stdout);
  expect(planned.opens[0].text).toContain(', with space API v1 (with a condition)');
  await condition('--no-condition');
  const refused = await docs(`org apply --file site.yaml --digest ${planned.digest} --yes`);
  expect(refused, refused.stderr).toMatchObject({ code: 6, writes: [] });
});

test('what the plan itself takes out of a site is not opened with it', async () => {
  const docs = await sandboxCli(files);
  const lines = [
    siteSpaces,
    'site-spaces delete sitesp_legacy --site site_partners',
    'sites update site_partners --visibility public',
  ];
  const dryRun = await docs('batch --file - --dry-run', { stdin: lines.join('\n') });
  const opening = 'site Partner portal: share-link → public';
  expect(dryRun.stderr).toContain(`  ${opening}\n`);
  expect(dryRun.stderr).toContain(` and ${opening}; nothing was sent`);
});

test('a site whose spaces the service does not show is asked about all the same', async () => {
  const docs = await sandboxCli(files, withoutAnswer(/\/site-spaces/, 403));
  const line = 'sites update site_partners --visibility public';
  const { questions, writes } = await docs(line, { terminal: true, answers: [false] });
  expect(questions[0]).toMatch(/: share-link → public\? \(/);
  expect(writes).toEqual([]);
});

test('a section whose condition ends is shown with the spaces in it, and not with others of its site', async () => {
  const docs = await sandboxCli(files);
  const line = 'sections update section_news --site site_docs --no-condition';
  const { questions } = await docs(line, { terminal: true, answers: [false] });
  expect(questions[0]).toMatch(/condition visitor.claims.plan == "pro" → none, with space Changelog\? \(/);
  await docs(`site-spaces update sitesp_changelog --site site_docs --condition visitor.claims.staff`);
  const own = await docs(line, { terminal: true, answers: [false] });
  expect(own.questions[0]).toMatch(/, with space Changelog \(with a condition\)\? \(/);
});
