import { describe, expect, test } from 'vitest';
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
      evidence: { ways: [{ level: 'review', space: 'space_plans' }] },
      fix: null,
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
    {
      rule: 'DA307',
      outcome: 'not-evaluated',
      message: 'a snapshot does not hold what was granted directly',
    },
  ]);
});

describe('with more than 2,000 guests', () => {
  const guests = Array.from({ length: 2000 }, (_, at) => `g${at}`);
  const reason =
    'was left out: it asks the service about each of 2001 people, and an audit asks about 2000 at most by itself; `docs-admin org audit --rules DA307` applies it';

  function largeCli(transport?: Parameters<typeof auditCli>[1], files?: Record<string, string>) {
    const tables = goodTables();
    tables.users?.push(...guests.map(user));
    tables.members?.push(...guests.map((name) => member(name, { role: null })));
    return auditCli(tables, transport, files);
  }

  test('an audit leaves the rule out, says so, and passes', async () => {
    const docs = await largeCli();
    const run = await docs('org audit --json');
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining(`DA307 ${reason}\n`) });
    const { complete, counts, findings, leftOut } = JSON.parse(run.stdout);
    expect({ complete, findings, leftOut }).toEqual({
      complete: true,
      findings: [],
      leftOut: [{ rule: 'DA307', people: 2001, reason }],
    });
    const { counts: others } = JSON.parse((await docs('org audit --json --except DA307')).stdout);
    expect(counts).toEqual(others);
    expect(run.requests.filter(({ path }) => /members\/user_g\d+\/spaces/.test(path))).toEqual([]);
  });

  test.each([
    ['table', '', `DA307 ${reason}`],
    ['markdown', `**DA307** ${reason}.`, ''],
    ['html', `<p class="sum">DA307 ${reason}.</p>`, ''],
    ['junit', `<testcase classname="DA307"`, ''],
    ['junit', `<skipped message="${reason}"/>`, ''],
    ['sarif', `"text": "DA307 ${reason}."`, ''],
  ])('%s says so', async (format, stdout, stderr) => {
    const run = await (await largeCli())(`org audit --severity high -o ${format}`);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain(stdout);
    expect(run.stderr).toContain(stderr);
  });

  test('the rule is applied to everyone if it is named', async () => {
    const docs = await largeCli(granting('user_g1999', 'space_plans', 'review'));
    const run = await docs('org audit --rules da307 --json');
    expect(run.code).toBe(11);
    expect(JSON.parse(run.stdout)).toMatchObject({
      complete: true,
      findings: [{ rule: 'DA307', outcome: 'fail', object: { id: 'user_g1999' } }],
    });
    expect(JSON.parse(run.stdout).leftOut).toBeUndefined();
    expect(run.requests.filter(({ path }) => /members\/user_g\w+\/spaces/.test(path))).toHaveLength(2001);
  });

  test('a finding of an earlier audit is not gone because the rule was left out', async () => {
    const small = await auditCli(goodTables(), granting('user_gus', 'space_plans', 'review'));
    const docs = await largeCli(undefined, { 'before.json': (await small(line)).stdout });
    const run = await docs('org audit diff before.json live --severity high --json');
    expect(run.code).toBe(12);
    expect(JSON.parse(run.stdout)).toMatchObject({
      new: [],
      gone: [],
      incomparable: [{ before: { rule: 'DA307', object: { id: 'user_gus' } }, after: null }],
    });
  });

  test('an exception for the rule is left alone', async () => {
    const exception =
      'format: docs-admin-audit-exceptions/1\nexceptions:\n- { rule: DA307, object: user_gus, evidence: any, reason: known, expires: never }\n';
    const docs = await largeCli(undefined, { 'accepted.yaml': exception });
    expect(await docs('org audit --severity high --exceptions accepted.yaml')).toMatchObject({ code: 0 });
  });
});
