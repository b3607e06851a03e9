import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditCli, fixtureOf, withEmptyTeams } from '../support/audited.ts';
import { withoutAnswer } from '../support/refusing.ts';

const empties = 'org audit --rules DA103 --fail-on low';

describe('org audit diff', () => {
  test('compares an audit, a snapshot and the service', async () => {
    const files = { 'copy.json': fixtureOf(withEmptyTeams('two')) };
    const docs = await auditCli(withEmptyTeams('one'), undefined, files);
    writeFileSync(join(docs.folder, 'before.json'), (await docs(`${empties} --json`)).stdout);
    const run = await docs('org audit diff before.json copy.json --rules DA103 --json');
    expect(run.code).toBe(0);
    const differences = JSON.parse(run.stdout);
    expect(differences.new[0]).toMatchObject({ before: null, after: { object: { id: 'team_two' } } });
    expect(differences.gone[0]).toMatchObject({ before: { object: { id: 'team_one' } }, after: null });
    expect(differences).toMatchObject({ changed: [], incomparable: [] });
    expect(await docs('org audit diff before.json copy.json --rules DA103 --check')).toMatchObject({
      code: 11,
    });
    const same = await docs('org audit diff before.json live --rules DA103 --check');
    expect(same).toMatchObject({
      code: 0,
      stdout: 'change\tseverity\trule\tobject.kind\tobject.name\tmessage\n',
    });
  });

  test('of a snapshot compares what a snapshot holds, and says what it leaves out', async () => {
    const docs = await auditCli(withEmptyTeams('one'));
    await docs('org snapshot --out copy.json');
    for (const sources of ['copy.json live', 'live copy.json', 'copy.json copy.json']) {
      const run = await docs(`org audit diff ${sources} --check --json`);
      expect(run).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('DA307, DA407, DA408, DA409, DA601, DA602, DA603, DA801,'),
      });
      expect(JSON.parse(run.stdout)).toEqual({ new: [], gone: [], changed: [], incomparable: [] });
    }
    await docs('teams delete team_one --yes');
    const changed = await docs('org audit diff copy.json live');
    expect(changed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^change\t.*\ngone\tlow\tDA103\t.*\n$/),
    });
    expect(await docs('org audit diff copy.json live --rules DA801')).toMatchObject({ code: 12 });
  });

  test('reads an audit whose keys were sorted', async () => {
    const docs = await auditCli(withEmptyTeams('one'));
    const report = JSON.parse((await docs(`${empties} --json`)).stdout) as object;
    const sorted = Object.fromEntries(
      Object.entries(report).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
    writeFileSync(join(docs.folder, 'sorted.json'), JSON.stringify(sorted));
    expect(await docs('org audit diff sorted.json live --rules DA103 --check')).toMatchObject({ code: 0 });
  });

  test('of two organizations is a usage error', async () => {
    const docs = await auditCli(withEmptyTeams('one'));
    const { stdout } = await docs(`${empties} --json`);
    writeFileSync(join(docs.folder, 'other.json'), stdout.replace('"org_acme"', '"org_other"'));
    const run = await docs('org audit diff other.json live --rules DA103');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toBe(
      'error: the audits cannot be compared: other.json is of "org_other", live is of "org_acme"\n' +
        'hint: --across compares two organizations: people by e-mail address, other things by title\n',
    );
  });

  test('with --across matches objects by their names, and not those that share one', async () => {
    const docs = await auditCli(withEmptyTeams('one', 'two'));
    const { stdout } = await docs(`${empties} --json`);
    const other = stdout.replaceAll('"org_acme"', '"org_other"').replaceAll('"team_', '"team_other_');
    writeFileSync(join(docs.folder, 'other.json'), other);
    const same = await docs('org audit diff other.json live --rules DA103 --across --json');
    expect(same).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(same.stdout)).toEqual({ new: [], gone: [], changed: [], incomparable: [] });
    await docs(['teams', 'update', 'team_two', '--title', 'Three']);
    const { stdout: found } = await docs('org audit diff other.json live --rules DA103 --across --json');
    expect(JSON.parse(found)).toMatchObject({
      new: [{ after: { object: { id: 'team_two' } } }],
      gone: [{ before: { object: { id: 'team_other_two' } } }],
    });
    const { name } = JSON.parse(stdout).findings[0].object as { name: string };
    await docs(['teams', 'update', 'team_two', '--title', name]);
    const twins = await docs('org audit diff other.json live --rules DA103 --across --json');
    expect(twins.code).toBe(12);
    expect(JSON.parse(twins.stdout)).toMatchObject({ new: [], incomparable: [{}, {}, {}] });
  });

  test('does not count as gone what one of them could not judge', async () => {
    const docs = await auditCli(withEmptyTeams('one'), withoutAnswer(/team_one\/members/, 403), {
      'copy.json': fixtureOf(withEmptyTeams('one')),
    });
    const run = await docs('org audit diff copy.json live --rules DA103 --json');
    expect(run.code).toBe(12);
    expect(JSON.parse(run.stdout)).toMatchObject({ new: [], gone: [], incomparable: [{}] });
  });
});
