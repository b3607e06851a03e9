import { expect, test } from 'vitest';
import { auditCli, daysAgo, goodTables, value } from '../support/audited.ts';

/** Audits the good organization with other values of a field in both spaces. */
async function audited(rule: string, name: string, values: readonly unknown[], changed = daysAgo(3)) {
  const tables = goodTables();
  for (const row of tables.spaces ?? []) Object.assign(row, { updated_at: changed });
  const others = tables.custom_field_values?.filter(({ field }) => field !== `field_${name}`) ?? [];
  const own = ['guide', 'plans'].flatMap((id, at) =>
    values[at] === undefined ? [] : [value(id, name, values[at])],
  );
  tables.custom_field_values = [...others, ...own];
  const docs = await auditCli(tables);
  const run = await docs(`org audit --rules ${rule} --${name}-field ${name} --json`);
  const { findings } = JSON.parse(run.stdout) as { findings: { message: string }[] };
  return findings.map(({ message }) => message).sort();
}

// Today is 2026-06-01, and both spaces have changed three days ago.
test.each([
  [['2026-06-01'], ['was to be reviewed on 2026-06-01']],
  [['2026-06-02'], []],
  [['2026-05-01T10:00:00Z'], ['was to be reviewed on 2026-05-01']],
  [['3'], ['was to be reviewed on 2026-06-01']],
  [['4'], []],
  [[''], []],
  [[], []],
  [
    ['2026-02-30', 'soon'],
    [
      'has the review date "2026-02-30": no date, and no number of days',
      'has the review date "soon": no date, and no number of days',
    ],
  ],
])('the review dates %j give %j', async (values, messages) => {
  expect(await audited('DA809', 'review', values)).toEqual(messages);
});

test('a number of days is counted from the last change', async () => {
  for (const [days, messages] of [
    [90, ['was to be reviewed on 2026-06-01']],
    [89, []],
  ] as const)
    expect(await audited('DA809', 'review', ['90'], daysAgo(days))).toEqual(messages);
});

test.each([
  ['kim@acme.example', true],
  ['KIM@acme.example', true],
  ['user_kim', true],
  ['kim', true],
  ['Docs', true],
  ['team_docs', true],
  ['eva@acme.example', false],
  ['docs', false],
])('an owner %s passes: %j', async (owner, passes) => {
  const message = `has the owner "${owner}", who is no active member and no team`;
  expect(await audited('DA810', 'owner', [owner])).toEqual(passes ? [] : [message]);
});

test('a disabled member is no owner', async () => {
  const tables = goodTables();
  Object.assign(tables.members?.find((row) => row.user === 'user_kim') ?? {}, { disabled: 1 });
  tables.custom_field_values = [value('guide', 'owner', 'kim'), value('plans', 'owner', 'Docs')];
  const run = await (await auditCli(tables))('org audit --rules DA810 --owner-field owner --json');
  expect(JSON.parse(run.stdout).findings).toMatchObject([
    { object: { id: 'space_guide' }, evidence: { owners: ['kim'] } },
  ]);
});

test.each([
  [
    '--rules DA809',
    'DA809 needs the custom field that says when spaces are to be reviewed',
    '--review-field',
  ],
  ['--rules DA810', 'DA810 needs the custom field that names the owners of spaces', '--owner-field'],
  ['--review-field gone', 'invalid --review-field: there is no custom field "gone"', ''],
  ['--owner-field gone', 'invalid --owner-field: there is no custom field "gone"', ''],
])('org audit %s is a usage error', async (flags, message, hint) => {
  const run = await (await auditCli(goodTables()))(`org audit ${flags}`);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain(message);
  expect(run.stderr).toContain(hint);
});
