import { expect, test } from 'vitest';
import { formats } from '../../src/output/output.ts';
import { auditCli, goodTables, value } from '../support/audited.ts';
import { words } from '../support/words.ts';
import { hostile, hostileTables } from './hostile.ts';

const withTitles = formats.filter((format) => format !== 'id');

test.each([...withTitles, 'html', 'markdown', 'sarif', 'junit'])(
  'hostile titles are shown without their controls in -o %s',
  async (format) => {
    const docs = await auditCli(hostileTables());
    const { stdout } = await docs(`org audit --rules DA103,DA105 -o ${format}`);
    expect(stdout).toContain('team_hostile');
    expect(stdout).not.toContain(hostile);
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
    if (!['csv', 'tsv'].includes(format)) expect(stdout).not.toMatch(/[\u202e\u2028]/);
  },
);

test('a title that is a formula is none in CSV', async () => {
  const docs = await auditCli(hostileTables());
  const { stdout } = await docs('org audit --rules DA103 -o csv --fields object.name --query findings');
  expect(stdout).not.toMatch(/^"?=/m);
});

test('a text of the service stays one word of the command that fixes', async () => {
  const stray = hostile.replaceAll(',', '').replace(/[\u0007\u2028\u202e]/g, '');
  const tables = goodTables();
  tables.custom_field_values = [value('plans', 'tier', stray)];
  const docs = await auditCli(tables);
  const run = await docs('org audit --rules DA805 --json');
  const [{ fix }] = JSON.parse(run.stdout).findings;
  const line = words(fix);
  expect(line.slice(0, 4)).toEqual(['docs-admin', 'custom-fields', 'update', 'tier']);
  expect(line.slice(4)).toEqual(['--option=gold', '--option=silver', `--option=${stray}`]);
  expect(await docs([...line.slice(1), '--yes'])).toMatchObject({ code: 0 });
});
