import { describe, expect, test } from 'vitest';
import { auditCli, fixtureOf, goodTables, member, user, withEmptyTeams } from '../support/audited.ts';
import { withoutAnswer } from '../support/refusing.ts';

const empties = 'org audit --rules DA103 --fail-on low';

describe('the table', () => {
  test('is grouped by severity, with the command that fixes under each finding', async () => {
    const tables = withEmptyTeams('one');
    Object.assign(tables.saml_providers?.[0] ?? {}, { default_role: 'edit' });
    const run = await (await auditCli(tables))('org audit --rules DA103,DA504,DA105');
    expect(run.stdout).toBe(`HIGH (1)
RULE   KIND  OBJECT  OUTCOME  FINDING
DA504  saml  okta    fail     gives new members the role edit
  fix: docs-admin saml update saml_okta --default-role read

LOW (1)
RULE   KIND  OBJECT    OUTCOME  FINDING
DA103  team  Team one  fail     has no members
  fix: docs-admin teams delete team_one

`);
    expect(run.stderr).toBe('1 rule passed, 2 findings\nerror: 1 finding at or above the severity high\n');
  });

  test('says what passed if there is nothing else', async () => {
    const run = await (await auditCli(goodTables()))('org audit');
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toMatch(/^\d+ rules passed, 0 findings\nrules: highest \(not calibrated\)\n$/);
  });

  test('repeats the profile and the organization of the line in the commands', async () => {
    const docs = await auditCli(withEmptyTeams('one'));
    const run = await docs('--profile sandbox org audit --rules DA103 --org org_acme');
    expect(run.stdout).toContain('docs-admin --profile sandbox --org org_acme teams delete team_one');
  });

  test.each([
    ['csv', 'severity,rule,outcome,baseline,object.kind,object.id,object.name,message,fix,fixable\n'],
    ['id', 'team_one\n'],
  ])('-o %s prints the findings as rows', async (format, start) => {
    const run = await (await auditCli(withEmptyTeams('one')))(`org audit --rules DA103 -o ${format}`);
    expect(run.stdout.startsWith(start)).toBe(true);
  });

  test('--query reads the whole audit', async () => {
    const run = await (await auditCli(withEmptyTeams('one')))('org audit --rules DA103 --query counts.fail');
    expect(run.stdout).toBe('1\n');
  });
});

test.each([0, 1, 500, 1200])('JSON of %i findings is written as all other JSON is', async (count) => {
  const tables = goodTables();
  const names = Array.from({ length: count }, (_, at) => `p${at}`);
  tables.users?.push(...names.map(user));
  tables.members?.push(...names.map((name) => member(name, { last_seen_at: null })));
  const { stdout } = await (await auditCli(tables))('org audit --rules DA207 --json');
  const report = JSON.parse(stdout);
  expect(report.findings).toHaveLength(count);
  expect(stdout).toBe(`${JSON.stringify(report, null, 2)}\n`);
});

describe('the exit code', () => {
  test.each([
    ['', 0],
    ['--fail-on high', 0],
    ['--fail-on low', 11],
    ['--fail-on note', 11],
  ])('of a low finding with %s is %i', async (flags, code) => {
    const docs = await auditCli(withEmptyTeams('one'));
    expect(await docs(`org audit --rules DA103 ${flags}`)).toMatchObject({ code });
  });

  test('is 12 if something cannot be evaluated, and 11 if something fails as well', async () => {
    const docs = await auditCli(withEmptyTeams('one'), withoutAnswer(/team_docs\/members/, 403));
    const run = await docs('org audit --rules DA103');
    expect(run.code).toBe(12);
    expect(run.stderr).toContain('error: the audit is incomplete: not everything could be evaluated\n');
    expect(run.stderr).toContain('DA103 Docs: the members of team team_docs cannot be read (403)');
    expect(await docs(empties)).toMatchObject({ code: 11 });
  });

  test('is 4 for a token that is refused', async () => {
    const docs = await auditCli(goodTables(), withoutAnswer(/teams/, 401));
    expect(await docs(empties)).toMatchObject({ code: 4, stdout: '' });
  });
});

describe('the choice of rules', () => {
  test('--rules, --except and --severity', async () => {
    const docs = await auditCli(goodTables());
    const count = async (flags: string) =>
      JSON.parse((await docs(`org audit ${flags} --json`)).stdout).counts.pass;
    expect(await count('--rules da101,DA102,DA103 --except DA102')).toBe(2);
    expect(await count('--rules DA101,DA102,DA501 --severity high')).toBe(2);
  });

  test('takes a rule that is named twice once, in small letters as well', async () => {
    const docs = await auditCli(withEmptyTeams('one'));
    const run = await docs('org audit --rules DA103,da103,DA105 --except da105 --json');
    expect(JSON.parse(run.stdout).counts).toEqual({ pass: 0, fail: 1, accepted: 0, notEvaluated: 0 });
  });

  test('reads only what the chosen rules need, each list once', async () => {
    const docs = await auditCli(goodTables());
    const { requests } = await docs(empties);
    expect(requests.map(({ path }) => path).sort()).toEqual([
      '/v1/orgs/org_acme/teams/team_docs/members?limit=1000',
      '/v1/orgs/org_acme/teams/team_partners/members?limit=1000',
      '/v1/orgs/org_acme/teams?limit=1000',
    ]);
    const all = (await docs('org audit --domains a.example --internal Internal')).requests;
    const lists = all.map(({ path }) => path).filter((path) => !path.includes('role=admin'));
    expect(new Set(lists).size).toBe(lists.length);
  });

  test('reads members in whole pages, and never one by one', async () => {
    const tables = goodTables();
    const names = Array.from({ length: 2500 }, (_, at) => `p${at}`);
    tables.users?.push(...names.map(user));
    tables.members?.push(...names.map((name) => member(name)));
    const docs = await auditCli(tables);
    const { requests } = await docs('org audit --rules DA101,DA201,DA203,DA205,DA206,DA207,DA301');
    const all = requests.map(({ path }) => path);
    expect(all.filter((path) => /\/members\?(?!role)/.test(path) && !path.includes('/teams/'))).toHaveLength(
      3,
    );
    expect(all.filter((path) => path.includes('/members/user_p'))).toEqual([]);
    expect(all.length).toBeLessThan(20);
  });

  test.each([
    ['--rules DA999', 'invalid --rules: there is no rule "DA999"\nhint: `docs-admin org audit rules` lists'],
    ['--except x', 'invalid --except: there is no rule "x"'],
    ['--severity bad', 'invalid --severity: "bad" is no severity'],
    ['--fail-on bad', 'invalid --fail-on: "bad" is no severity'],
    ['--rules DA101 --except DA101', 'invalid --rules: no rule is left'],
    [
      '--rules DA208',
      'invalid --rules: DA208 needs the domains that are expected\nhint: name the domains with',
    ],
    ['--rules DA305', 'invalid --rules: DA305 needs the internal collections\nhint: name the internal'],
    ['-o xml', 'unknown output format "xml"'],
    ['--baseline nothing.json', 'nothing.json'],
    ['--exceptions nothing.yaml', 'nothing.yaml'],
    ['--file nothing.yaml', 'nothing.yaml'],
    ['--snapshot nothing.json', 'nothing.json'],
    ['--max-chars 5', 'invalid --max-chars 5'],
    ['rulez', 'unknown command "rulez"'],
    ['--rules DA101 diff a b', 'error: --rules before diff is a flag of `docs-admin org audit`'],
  ])('org audit %s is a usage error, and nothing is read', async (flags, message) => {
    const docs = await auditCli(goodTables());
    const run = await docs(`org audit ${flags}`);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(message);
  });

  test('an internal collection that does not exist is a usage error', async () => {
    const run = await (await auditCli(goodTables()))('org audit --rules DA305 --internal Secret');
    expect(run).toMatchObject({
      code: 2,
      stderr: 'error: invalid --internal: no collection is called "Secret"\n',
    });
  });
});

describe('a snapshot', () => {
  test('is audited without the service', async () => {
    const files = { 'copy.json': fixtureOf(withEmptyTeams('one')) };
    const docs = await auditCli(goodTables(), undefined, files);
    const run = await docs(`${empties} --snapshot copy.json --json`);
    expect(run).toMatchObject({ code: 11, requests: [] });
    expect(
      JSON.parse(run.stdout).findings.map(({ object }: { object: { id: string } }) => object.id),
    ).toEqual(['team_one']);
  });

  test.each([
    ['text.txt', 'hello\n', 'is not valid JSON'],
    ['export.yaml', 'format: docs-admin-organization/1\n', 'is not valid JSON'],
    ['other.json', '{"a":1}', 'is no snapshot: it must be an object with the format'],
  ])('in %s is none: the error says what writes one', async (name, text, message) => {
    const docs = await auditCli(goodTables(), undefined, { [name]: text });
    const run = await docs(`org audit --snapshot ${name}`);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(`${name} ${message}`);
    expect(run.stderr).toContain('\nhint: `docs-admin org snapshot` writes such a file of an organization');
  });

  test('says nothing of what it does not hold', async () => {
    const docs = await auditCli(goodTables());
    await docs('org snapshot --out copy.json');
    const run = await docs('org audit --snapshot copy.json --rules DA601,DA801,DA803,DA103 --json');
    expect(run.code).toBe(12);
    const { counts, findings } = JSON.parse(run.stdout);
    expect(counts).toEqual({ pass: 1, fail: 0, accepted: 0, notEvaluated: 4 });
    expect(findings[0].message).toMatch(/cannot be read: the snapshot does not hold them$/);
  });
});

describe('org audit rules', () => {
  test('lists every rule, and works without settings', async () => {
    const docs = await auditCli(goodTables());
    const run = await docs('org audit rules --json');
    expect(run).toMatchObject({ code: 0, requests: [] });
    const rules = JSON.parse(run.stdout);
    expect(new Set(rules.map(({ id }: { id: string }) => id)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule).toMatchObject({ id: expect.stringMatching(/^DA\d{3}$/), version: 1 });
      for (const text of [rule.title, rule.why, rule.howToFix]) expect(text.length).toBeGreaterThan(10);
    }
  });

  test.each(['yaml', 'jsonl', 'csv', 'tsv'])('has nothing but data as %s', async (format) => {
    const run = await (await auditCli(goodTables()))(`org audit rules -o ${format}`);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('DA307');
  });

  test('--severity leaves out lower ones', async () => {
    const run = await (await auditCli(goodTables()))('org audit rules --severity critical -o id');
    expect(run.stdout).toBe('DA305\nDA501\nDA704\n');
  });
});
