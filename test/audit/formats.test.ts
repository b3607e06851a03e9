import { expect, test } from 'vitest';
import { auditCli } from '../support/audited.ts';
import { words } from '../support/words.ts';
import { hostile, hostileTables } from './hostile.ts';

test.each(['table', 'wide', 'csv', 'tsv', 'jsonl', 'json', 'yaml', 'html', 'markdown', 'sarif', 'junit'])(
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

test('a title stays one word of the command that mends', async () => {
  const docs = await auditCli(hostileTables());
  const run = await docs('org audit --rules DA105 --json');
  const [{ mend }] = JSON.parse(run.stdout).findings;
  const line = words(mend);
  expect(line.slice(0, 4)).toEqual(['docs-admin', 'teams', 'update', 'team_hostile2']);
  expect(line).toHaveLength(5);
  expect(await docs([...line.slice(1), '--yes'])).toMatchObject({ code: 0 });
});
