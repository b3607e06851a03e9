import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AuditReport, hasPlaceholder } from '../../src/audit/report.ts';
import { auditCli, daysAgo, goodTables, member, membership, user } from '../support/audited.ts';

const owners = ['kim', 'gus'];

test.each<[string, object, { email?: string }]>([
  ['DA206', { last_seen_at: daysAgo(100) }, {}],
  ['DA207', { last_seen_at: null }, {}],
  ['DA208', {}, { email: 'x@elsewhere.example' }],
  ['DA301', { role: null }, {}],
])('%s: an owner who goes for the same reason does not stay as the owner', async (rule, facts, account) => {
  const tables = goodTables();
  for (const name of owners) {
    Object.assign(tables.members?.find((row) => row.user === `user_${name}`) ?? {}, facts);
    const own = account.email === undefined ? {} : { email: `${name}${account.email}` };
    Object.assign(tables.users?.find((row) => row.id === `user_${name}`) ?? {}, own);
  }
  tables.team_members = owners.map((name) => membership('docs', name, 'owner'));
  const docs = await auditCli(tables);
  const run = await docs(`org audit --rules ${rule},DA102 --domains acme.example --json`);
  const { findings } = JSON.parse(run.stdout) as AuditReport;
  const lines = findings.filter((one) => one.rule === rule).map(({ fix }) => fix ?? '');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(hasPlaceholder(line)).toBe(true);
});

test('an owner leaves teams that keep another owner, and is off-boarded to a successor where no one else stays', async () => {
  const tables = goodTables();
  tables.team_members?.push(membership('docs', 'gus', 'member'), membership('partners', 'eva', 'owner'));
  tables.team_members?.push(membership('docs', 'tom', 'owner'));
  tables.users?.push(user('eva'), user('tom'));
  const idle = { last_seen_at: daysAgo(100) };
  tables.members?.push(member('eva', idle), member('tom', idle));
  for (const name of ['gus', 'ada'])
    Object.assign(tables.members?.find((row) => row.user === `user_${name}`) ?? {}, idle);
  const docs = await auditCli(tables);
  const fixes = async (rules: string) =>
    JSON.parse((await docs(`org audit --rules ${rules} --json`)).stdout).findings.flatMap(
      (one: { rule: string; object: { name: string }; fix: string }) =>
        one.rule === 'DA206'
          ? `${one.object.name}: ${one.fix.replaceAll(/docs-admin |\n/g, ' ').trim()}`
          : [],
    );
  expect(await fixes('DA206,DA102')).toEqual([
    'tom@acme.example: teams members remove team_docs user_tom  members remove user_tom',
    'eva@acme.example: teams members remove team_partners user_eva  members remove user_eva',
    'gus@acme.example: members remove user_gus',
    "ada@acme.example: members offboard '<administrator>' --successor '<successor>'",
  ]);
  // Without the members of teams, no one knows who owns one.
  expect(await fixes('DA206')).toContain(
    "gus@acme.example: members offboard user_gus --successor '<successor>'",
  );
});

test('several commands of one finding are one a line, in every format for people and programs', async () => {
  const tables = goodTables();
  Object.assign(tables.members?.find((row) => row.user === 'user_kim') ?? {}, { disabled: 1 });
  tables.team_members = [
    membership('docs', 'kim', 'owner'),
    membership('partners', 'ada', 'owner'),
    membership('partners', 'kim', 'member'),
  ];
  const lines = [
    'docs-admin teams members remove team_partners user_kim',
    "docs-admin teams members update team_docs --add '<member>' --role '<member>=owner' --remove user_kim",
  ];
  const docs = await auditCli(tables);
  const printed = async (format: string) => (await docs(`org audit --rules DA205 -o ${format}`)).stdout;
  expect(
    JSON.parse(await printed('json'))
      .findings[0].fix.split('\n')
      .sort(),
  ).toEqual(lines);
  for (const format of ['table', 'markdown', 'csv']) {
    const text = await printed(format);
    for (const line of lines) expect(text.replaceAll('""', '"')).toContain(line);
    expect(text).not.toMatch(/&&|␊|\\n/);
  }
  const table = await docs('org audit --rules DA205');
  expect(table.stderr).toContain('Write what you choose in the place of a word such as <member>');
  const page = await printed('html');
  expect(page.match(/<code class="fix">/g)).toHaveLength(2);
  expect(page).toContain('Write what you choose in the place of a word such as &lt;member&gt;');
});

test('batch takes the printed lines, with the profile that they name; a placeholder is refused', async () => {
  const tables = goodTables();
  tables.collection_teams?.push({ collection: 'col_internal', team: 'team_partners', role: 'edit' });
  const docs = await auditCli(tables);
  const audit = await docs('--profile sandbox org audit --rules DA301,DA302 --query findings[].fix -o json');
  const lines = (JSON.parse(audit.stdout) as string[]).join('\n');
  expect(lines).toBe('docs-admin --profile sandbox teams members remove team_partners user_gus');
  writeFileSync(join(docs.folder, 'fixes.txt'), `${lines}\n`);
  const run = await docs('--profile sandbox batch --file fixes.txt --yes');
  expect(run).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
  expect(await docs('batch --file fixes.txt --yes')).toMatchObject({ code: 2, writes: [] });
  writeFileSync(
    join(docs.folder, 'choice.txt'),
    "docs-admin custom-fields values set --space space_plans 'tier=<value>'\n",
  );
  const refused = await docs('batch --file choice.txt --yes');
  expect(refused).toMatchObject({ code: 2, writes: [] });
  expect(refused.stderr).toContain('choice.txt:1: <value> stands for what you choose');
});
