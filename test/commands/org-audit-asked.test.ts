import { expect, test } from 'vitest';
import { granting, refusing } from '../support/access.ts';
import { auditCli, goodTables, member, user } from '../support/audited.ts';

const line = 'org audit --rules DA301,DA307 --json';

test('a guest is asked about once; the roles of teams are the matter of another rule', async () => {
  const tables = goodTables();
  Object.assign(tables.collection_teams?.find(({ team }) => team === 'team_partners') ?? {}, {
    role: 'edit',
  });
  const docs = await auditCli(tables, granting('user_gus', 'space_guide', 'edit'));
  const run = await docs(line);
  expect(JSON.parse(run.stdout).findings).toMatchObject([{ rule: 'DA301', object: { id: 'user_gus' } }]);
  const others = run.requests.filter(({ path }) => /user_(?:gus|kim)\/spaces/.test(path));
  expect(others.map(({ path }) => path)).toEqual(['/v1/orgs/org_acme/members/user_gus/spaces?limit=1000']);
});

test('a direct grant is named with its space', async () => {
  const docs = await auditCli(goodTables(), granting('user_gus', 'space_plans', 'review'));
  expect(JSON.parse((await docs(line)).stdout).findings).toMatchObject([
    {
      rule: 'DA307',
      message: 'is a guest with the level review in Plans, which no team gives',
      evidence: { ways: [{ level: 'review', space: 'space_plans', place: 'Plans' }] },
      mend: null,
    },
  ]);
});

test('a level below edit is allowed', async () => {
  const docs = await auditCli(goodTables(), granting('user_gus', 'space_plans', 'comment'));
  expect(await docs(line)).toMatchObject({ code: 0 });
});

test('a guest about whom the service does not answer is not judged', async () => {
  const docs = await auditCli(goodTables(), refusing(/user_gus\/spaces/));
  const run = await docs(line);
  expect(run.code).toBe(12);
  expect(JSON.parse(run.stdout).findings).toMatchObject([
    { rule: 'DA307', outcome: 'not-evaluated', object: { kind: 'member', id: 'user_gus' } },
  ]);
});

test('in a snapshot it is not judged', async () => {
  const docs = await auditCli(goodTables());
  await docs('org snapshot --out copy.json');
  const run = await docs(line.replace('audit', 'audit --snapshot copy.json'));
  expect(run.code).toBe(12);
  expect(JSON.parse(run.stdout).findings).toMatchObject([
    { rule: 'DA307', outcome: 'not-evaluated', message: 'a copy does not hold what was granted directly' },
  ]);
});

test('more than 2,000 guests are not asked about', async () => {
  const tables = goodTables();
  const names = Array.from({ length: 2000 }, (_, at) => `g${at}`);
  tables.users?.push(...names.map(user));
  tables.members?.push(...names.map((name) => member(name, { role: null })));
  const run = await (await auditCli(tables))(line);
  expect(run.code).toBe(12);
  expect(JSON.parse(run.stdout).findings).toMatchObject([
    {
      rule: 'DA307',
      object: { kind: 'organization' },
      message:
        'the service lists the spaces of each person apart, and 2001 are more than the 2000 that are asked about',
    },
  ]);
  expect(run.requests.filter(({ path }) => /members\/user_g\d+\/spaces/.test(path))).toEqual([]);
});
