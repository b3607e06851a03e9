import { expect, test } from 'vitest';
import { auditCli, goodTables, member, team, user } from '../support/audited.ts';
import { hostileTables } from './hostile.ts';

test('the worst findings come first, each with the command that fixes it', async () => {
  const tables = goodTables();
  tables.teams?.push(team('empty', 'Empty'));
  Object.assign(tables.saml_providers?.[0] ?? {}, { default_role: 'admin' });
  const run = await (await auditCli(tables))('org audit --rules DA103,DA504,DA105 -o markdown');
  expect(run.code).toBe(11);
  expect(run.stdout).toBe(`## Audit of \`org_acme\`

2026-06-01: 1 rule passed, 2 findings, 0 accepted, 0 not evaluated.

### High (1)

- **DA504** saml \`okta\` (\`saml_okta\`): \`gives new members the role admin\`
  <br>_New members of a SAML provider can only read_

  \`\`\`sh
  docs-admin saml update saml_okta --default-role read
  \`\`\`

### Low (1)

- **DA103** team \`Empty\` (\`team_empty\`): \`has no members\`
  <br>_A team has members_

  \`\`\`sh
  docs-admin teams delete team_empty
  \`\`\`

`);
});

test('hostile titles stand in code only', async () => {
  const { stdout } = await (await auditCli(hostileTables()))('org audit --rules DA103,DA105 -o markdown');
  const outside = stdout
    .replace(/^ *(`{3,})sh\n.*\n *\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
  expect(outside).not.toMatch(/script|javascript|@team|=1\+1|---/);
  expect(outside).toContain('**DA103** team');
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/);
});

test.each([1000, 65_000])('at most %i characters, and the rest is counted', async (most) => {
  const tables = goodTables();
  const names = Array.from({ length: 400 }, (_, at) => `p${at}`);
  tables.users?.push(...names.map(user));
  tables.members?.push(...names.map((name) => member(name, { last_seen_at: null })));
  const docs = await auditCli(tables);
  const { stdout } = await docs(`org audit --rules DA207 -o markdown --max-chars ${most}`);
  expect(stdout.length).toBeLessThanOrEqual(most + 1);
  const shown = stdout.match(/\*\*DA207\*\*/g)?.length ?? 0;
  const [, left = '0'] = /_(\d+) of 400 findings left out\._/.exec(stdout) ?? [];
  expect(shown + Number(left)).toBe(400);
  expect(shown).toBeGreaterThan(2);
});
