import { describe, expect, test } from 'vitest';
import { controls, type ReportedControl, reportedControls } from '../../src/audit/controls.ts';
import { rules } from '../../src/audit/rules/index.ts';
import { auditCli, goodTables } from '../support/audited.ts';
import { withoutAnswer } from '../support/refusing.ts';

const everything = '--domains acme.example --internal Internal';

test('every control names rules that exist, each once', () => {
  for (const { rules: own } of controls) {
    expect(new Set(own).size).toBe(own.length);
    expect(own.filter((id) => !rules.some((rule) => rule.id === id))).toEqual([]);
  }
});

describe('org audit --controls', () => {
  const guest = () => {
    const tables = goodTables();
    tables.collection_teams = [{ collection: 'col_handbooks', team: 'team_partners', role: 'edit' }];
    return tables;
  };
  const controlIn = (text: string, name: string) =>
    JSON.parse(text).controls.find(({ control }: ReportedControl) => control === name);

  test('counts the outcomes of the rules of each control, and findings name theirs', async () => {
    const run = await (await auditCli(guest()))(`org audit ${everything} --controls --json`);
    const served = ['SOC2:CC6.3', 'ISO27001:A.5.15', 'ISO27001:A.5.18'];
    expect(JSON.parse(run.stdout).findings).toMatchObject([{ rule: 'DA301', controls: served }]);
    for (const { control, rules: own } of controls) {
      const fail = served.includes(control) ? 1 : 0;
      expect(controlIn(run.stdout, control)).toMatchObject({
        rules: own,
        counts: { pass: own.length - fail, fail, accepted: 0, notEvaluated: 0 },
      });
    }
    expect(JSON.parse((await (await auditCli(guest()))('org audit --json')).stdout)).not.toHaveProperty(
      'controls',
    );
  });

  test('groups the table, and calls only what was evaluated as a whole met', async () => {
    const { stdout } = await (await auditCli(guest()))(`org audit ${everything} --controls`);
    expect(stdout).toContain('SOC2:CC6.2 People get access when they come, and lose it when they go: met\n');
    expect(stdout).toMatch(/SOC2:CC6\.3 [^\n]+: not met \(1 fail\)\nRULE[^\n]+\nDA301 /);
    expect(stdout).not.toMatch(/^HIGH/m);
  });

  test.each([
    ['a rule that cannot be judged', '', /saml/, 'SOC2:CC6.1'],
    ['a rule that was not chosen', '--except DA208', /nothing/, 'SOC2:CC6.2'],
  ])('%s leaves its controls not evaluated', async (_, flags, refused, name) => {
    const docs = await auditCli(goodTables(), withoutAnswer(refused, 403));
    const { stdout } = await docs(`org audit ${everything} ${flags} --controls`);
    expect(stdout).toMatch(new RegExp(`^${name.replace('.', '\\.')} [^\n]+: not evaluated \\(`, 'm'));
    const json = await docs(`org audit ${everything} ${flags} --controls --json`);
    expect(controlIn(json.stdout, name).counts.notEvaluated).toBeGreaterThan(0);
  });

  test('a rule that was left out counts as not evaluated', () => {
    const chosen = rules.filter(({ needs }) => needs === undefined);
    const [one] = reportedControls({ findings: [], leftOut: [{ rule: 'DA203' }] }, chosen);
    const [other] = reportedControls({ findings: [] }, chosen);
    expect(one?.counts.notEvaluated).toBe((other?.counts.notEvaluated ?? 0) + 1);
  });
});
