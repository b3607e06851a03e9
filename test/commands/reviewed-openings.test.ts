import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const files = {
  'roster.csv': 'team,user,role\nteam_tokyo,user_pat,member\nteam_tokyo,user_grace,member\n',
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
  expect(refused.stderr).toContain(`  now opens: pat@partner.example ${opens}\n`);
  const again = await docs(`org apply --file org.yaml --digest ${await digestOf()} --yes`);
  expect(again.writes, again.stderr).toHaveLength(1);
});
