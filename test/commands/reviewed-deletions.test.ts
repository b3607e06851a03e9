import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { killableRun } from '../support/killed.ts';
import { head, orgCli } from '../support/planned.ts';

test.each([
  [
    'a team that got a role on a collection',
    'managed: { teams: full }\nteams: { Docs: {}, Platform: {}, Design 🎨: {}, "Support, EMEA": {}, 東京オフィス: {} }',
    'collections permissions set col_product team_empty --role admin --yes',
  ],
  [
    'a site that was made public',
    'managed: { sites: full }\nsites: { Acme Docs: {}, "Handbook 手册, “internal”": {} }',
    'sites update site_partners --visibility public --yes',
  ],
  [
    'a field that got values',
    'managed: { custom-fields: full }\ncustom-fields: { public: { title: May be published, type: boolean } }',
    'custom-fields values set --space space_handbook owner_team=Kept',
  ],
])('apply-plan refuses to delete %s', async (_, file, since) => {
  const org = await orgCli(`${file}\n`);
  const flags = '--delete --max-removals 100 --allow-delete sites,collections';
  expect((await org.docs(`org plan --file org.yaml --out plan.json ${flags}`)).code).toBe(0);
  expect((await org.docs(since)).code).toBe(0);
  const run = await org.docs('apply-plan plan.json --yes --max-removals 100 --allow-delete sites');
  expect(run).toMatchObject({ code: 6, writes: [] });
});

test('a resumed run refuses to delete a team that got an owner', async () => {
  const file = `${head}managed: { teams: full }\nteams: { Docs: {}, Platform: {}, "Support, EMEA": {}, 東京オフィス: {} }\n`;
  const run = await killableRun(
    { 'org.yaml': file },
    'org apply --file org.yaml --yes --delete --max-removals 100',
  );
  const { docs } = await run.killedAfter(1);
  const filled = await docs('teams members set team_empty user_kim --role owner --yes');
  const resumed = await docs('runs resume run.jsonl --yes');
  expect([filled.code, resumed.writes.map(({ path }) => path)]).toEqual([0, []]);
});

test('a resumed run refuses to delete a section group that got a section', async () => {
  const { stdout } = await (await sandboxCli())('org export --only sites --quiet');
  const file = stdout
    .replace('      - title: Learn\n        icon: graduation-cap\n', '')
    .replace('        group: Learn\n', '')
    .replace('title: Build\n        icon: ""', 'title: Build\n        icon: hammer');
  const line = 'org apply --file org.yaml --yes --delete --max-removals 100';
  const { docs } = await (await killableRun({ 'org.yaml': file }, line)).killedAfter(1);
  const filled = await docs('section-groups add-section group_learn section_news --site site_docs');
  const resumed = await docs('runs resume run.jsonl --yes');
  expect([filled.code, resumed.code, resumed.writes]).toEqual([0, 6, []]);
  expect(resumed.stderr).toContain(
    'Learn: changed by another user since the run began: section section_news\n',
  );
});
