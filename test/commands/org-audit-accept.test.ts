import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/system/clock.ts';
import { auditCli, daysAgo, goodTables, withEmptyTeams } from '../support/audited.ts';
import type { CliInFolder } from '../support/cli.ts';
import { withoutAnswer } from '../support/refusing.ts';
import { testNow } from '../support/test-system.ts';

const empties = 'org audit --rules DA103 --fail-on low';

/** Returns a file with these entries. */
const inFile = (entries: string) => `format: docs-admin-audit-exceptions/1\nexceptions:\n${entries}`;

describe('exceptions', () => {
  const audited = async (exceptions: string, flags = empties) => {
    const docs = await auditCli(withEmptyTeams('one', 'two'), undefined, { 'e.yaml': inFile(exceptions) });
    return docs(`${flags} --exceptions e.yaml --json`);
  };
  const entry = (facts = '') =>
    `- { rule: DA103, object: team_one, evidence: any, reason: for later, expires: never${facts} }\n`;

  test.each(['team_one', 'team:Team one', 'team:team_one'])('accept a finding by %s', async (object) => {
    const run = await audited(entry().replace('team_one', `"${object}"`));
    const { counts, findings } = JSON.parse(run.stdout);
    expect(run.code).toBe(11);
    expect(counts).toMatchObject({ fail: 1, accepted: 1 });
    expect(findings[0]).toMatchObject({
      outcome: 'accepted',
      object: { id: 'team_one' },
      exception: { reason: 'for later', expires: 'never' },
    });
  });

  test('hold until the end of their last day, and the finding fails again after it', async () => {
    const on = (day: string) => audited(entry().replace('never', day));
    expect(JSON.parse((await on('2026-06-01')).stdout).counts).toMatchObject({ accepted: 1 });
    const { counts, findings } = JSON.parse((await on('2026-05-31')).stdout);
    expect(counts).toMatchObject({ fail: 2, accepted: 0 });
    expect(findings[0].message).toBe('has no members (the exception for it has expired on 2026-05-31)');
  });

  test('accept one finding by two names, and the one that is in force counts', async () => {
    const named = entry().replace('team_one', '"team:Team one"');
    const both = await audited(entry() + named);
    expect(JSON.parse(both.stdout).counts).toMatchObject({ accepted: 1 });
    const renewed = await audited(entry().replace('never', '2026-05-31') + named);
    expect(JSON.parse(renewed.stdout).counts).toMatchObject({ accepted: 1 });
  });

  test('name rules in small letters, too', async () => {
    const small = entry().replace('DA103', 'da103');
    const { counts, findings } = JSON.parse((await audited(small)).stdout);
    expect(counts).toMatchObject({ fail: 1, accepted: 1 });
    expect(findings[0].exception.rule).toBe('DA103');
    const twice = await audited(small + entry());
    expect(twice).toMatchObject({ code: 2, stdout: '' });
    expect(twice.stderr).toContain('e.yaml:4: DA103 for \\"team_one\\" is listed twice');
  });

  test('for rules that were not chosen are left alone', async () => {
    const other = '- { rule: DA501, object: saml_gone, evidence: any, reason: x, expires: never }\n';
    expect(await audited(entry() + other, 'org audit --rules DA103')).toMatchObject({ code: 0 });
  });

  test('that meet nothing are an error, unless the rule could not judge everything', async () => {
    const gone = entry().replace('team_one', 'team_gone');
    const run = await audited(gone);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('e.yaml:3: DA103 has no finding for \\"team_gone\\"');
    expect(run.stderr).toContain('remove the entry if the finding is gone');
    const docs = await auditCli(goodTables(), withoutAnswer(/team_docs\/members/, 403), {
      'e.yaml': inFile(gone),
    });
    expect(await docs('org audit --rules DA103 --exceptions e.yaml')).toMatchObject({ code: 12 });
  });

  test.each([
    ['{}', 'e.yaml: must have the format docs-admin-audit-exceptions/1 and a list of exceptions'],
    ['', 'e.yaml: must have the format docs-admin-audit-exceptions/1'],
    [entry(), 'e.yaml: must have the format docs-admin-audit-exceptions/1'],
    ['{ "format": "docs-admin-audit/1", "findings": [] }', 'e.yaml: must have the format'],
    [`more: 1\n${inFile('  []\n')}`, 'e.yaml: "more" is no key of such a file'],
    [inFile('- DA103'), 'e.yaml:3: must have rule, object, evidence, reason and expires'],
    [inFile('- { rule: DA103, object: x, evidence: any, expires: never }'), 'e.yaml:3: reason is missing'],
    [inFile('- { rule: DA103, object: x, evidence: any, reason: y }'), 'e.yaml:3: expires is missing'],
    [inFile('- { rule: DA103, object: x, reason: y, expires: never }'), 'e.yaml:3: evidence is missing'],
    [inFile(entry().replace('any', 'all')), 'e.yaml:3: evidence must be an object, or any'],
    [inFile(entry(', until: now')), 'e.yaml:3: "until" is no field of an exception'],
    [inFile(entry(', owner: 5')), 'e.yaml:3: owner must be a text'],
    [inFile(entry().replace('DA103', 'DA1')), 'e.yaml:3: there is no rule "DA1"'],
    [inFile(entry().replace('never', '2026-02-30')), 'e.yaml:3: expires must be a day such as 2027-01-31'],
    [inFile(entry().replace('never', 'soon')), 'e.yaml:3: expires must be a day'],
    [inFile(entry() + entry()), 'e.yaml:4: DA103 for "team_one" is listed twice'],
    ['- { rule: *x }', 'e.yaml:1:'],
    [inFile(`${entry()}- 5\n- 6\n`), '2 problems in e.yaml'],
  ])('%j is malformed', async (exceptions, message) => {
    const docs = await auditCli(goodTables(), undefined, { 'e.yaml': exceptions });
    const run = await docs(`${empties} --exceptions e.yaml`);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain(
      'hint: `docs-admin org audit accept` writes such a file from an audit; by hand,',
    );
  });
});

/** Stores what a command prints in a file of its folder. */
async function stored(docs: CliInFolder, line: string, name: string) {
  writeFileSync(join(docs.folder, name), (await docs(line)).stdout);
}

const accepting = '--reason known --expires never --out known.yaml --quiet';

/** Accepts what an audit with these flags finds, in `known.yaml`. */
async function accept(docs: CliInFolder, flags: string, choice = '') {
  await stored(docs, `org audit ${flags} --json`, 'before.json');
  const run = await docs(`org audit accept before.json ${accepting} ${choice}`);
  expect(run).toMatchObject({ code: 0, requests: [], stderr: '' });
}

describe('a baseline', () => {
  test('marks its findings, which do not fail', async () => {
    const docs = await auditCli(withEmptyTeams('one'));
    await accept(docs, '--rules DA103');
    const run = await docs(`${empties} --baseline known.yaml --json`);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout).findings[0]).toMatchObject({ outcome: 'fail', baseline: true });
    await docs('teams create --title Fresh --yes');
    const next = await docs(`${empties} --baseline known.yaml`);
    expect(next.code).toBe(11);
    expect(next.stdout).toMatch(/Team one +known +has no members\n/);
    expect(next.stderr).toContain('error: 1 finding at or above the severity low\n');
  });

  test.each([
    ['csv', 'low,DA103,fail,true,team,team_one,'],
    ['tsv', 'low\tDA103\tfail\ttrue\tteam\tteam_one\t'],
    ['jsonl', '"baseline":true'],
  ])('is named by -o %s', async (format, row) => {
    const docs = await auditCli(withEmptyTeams('one'));
    await accept(docs, '--rules DA103');
    expect((await docs(`${empties} --baseline known.yaml -o ${format}`)).stdout).toContain(row);
    expect((await docs(`${empties} -o ${format}`)).stdout).not.toContain('true');
  });

  test('may name rules in small letters, and findings that are gone', async () => {
    const docs = await auditCli(withEmptyTeams('one'));
    await accept(docs, '--rules DA103');
    const small = readFileSync(join(docs.folder, 'known.yaml'), 'utf8').replace('DA103', 'da103');
    writeFileSync(join(docs.folder, 'known.yaml'), small);
    expect(await docs(`${empties} --baseline known.yaml`)).toMatchObject({ code: 0 });
    await docs('teams delete team_one --yes');
    expect(await docs(`${empties} --baseline known.yaml`)).toMatchObject({ code: 0, stdout: '' });
  });

  test('does not hide a finding whose exception has expired since', async () => {
    const accepted = inFile(
      '- { rule: DA103, object: team_one, evidence: any, reason: soon in use, expires: never }\n',
    );
    const docs = await auditCli(withEmptyTeams('one'), undefined, { 'e.yaml': accepted });
    await accept(docs, '--rules DA103 --exceptions e.yaml');
    writeFileSync(join(docs.folder, 'e.yaml'), accepted.replace('never', '2020-01-31'));
    const run = await docs(`${empties} --exceptions e.yaml --baseline known.yaml`);
    expect(run.code).toBe(11);
    expect(run.stdout).toMatch(/team +Team one +fail +has no members \(the exception for it has expired/);
  });

  test('that is an audit is a usage error, which names what makes one', async () => {
    const docs = await auditCli(withEmptyTeams('one'));
    await stored(docs, `${empties} --json`, 'before.json');
    const run = await docs(`${empties} --baseline before.json`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('before.json: must have the format docs-admin-audit-exceptions/1');
    expect(run.stderr).toContain('hint: `docs-admin org audit accept` writes such a file from an audit');
  });
});

describe('what a finding was accepted for', () => {
  const guest = ({ level = 'edit', at = 'col_handbooks' } = {}) => {
    const tables = goodTables();
    tables.collection_teams = [{ collection: at, team: 'team_partners', role: level }];
    return tables;
  };
  const flags = '--rules DA301';
  const again = async (docs: CliInFolder, flag: string) => {
    const run = await docs(`org audit ${flags} --${flag} known.yaml --json`);
    const [finding] = JSON.parse(run.stdout).findings;
    return { code: run.code, outcome: finding.outcome, baseline: finding.baseline, message: finding.message };
  };

  test.each(['exceptions', 'baseline'])(
    'is all that --%s lets pass: a higher level fails, and is named',
    async (flag) => {
      const docs = await auditCli(guest());
      await accept(docs, flags);
      const known = flag === 'baseline' ? { outcome: 'fail', baseline: true } : { outcome: 'accepted' };
      expect(await again(docs, flag)).toMatchObject({ code: 0, ...known });
      await docs('collections permissions set col_handbooks team_partners --role admin --yes');
      expect(await again(docs, flag)).toEqual({
        ...{ code: 11, outcome: 'fail', baseline: undefined },
        message:
          'is a guest with the level admin in Handbooks, by the team Partners (new since it was accepted on 2026-06-01: ways level admin, team team_partners, place col_handbooks)',
      });
    },
  );

  test.each(['exceptions', 'baseline'])(
    'another place fails with --%s, and a lower level does not',
    async (flag) => {
      const docs = await auditCli(guest({ level: 'create' }));
      await accept(docs, flags);
      await docs('collections permissions set col_handbooks team_partners --role edit --yes');
      expect(await again(docs, flag)).toMatchObject({ code: 0 });
      await docs('collections permissions set col_internal team_partners --role edit --yes');
      const { code, message } = await again(docs, flag);
      expect(code).toBe(11);
      expect(message).toContain(': ways level edit, team team_partners, place col_internal)');
    },
  );

  test('is not how long it has been so', async () => {
    const tables = goodTables();
    Object.assign(tables.members?.find((row) => row.user === 'user_gus') ?? {}, {
      last_seen_at: daysAgo(100),
    });
    const docs = await auditCli(tables);
    await accept(docs, '--rules DA206');
    expect(readFileSync(join(docs.folder, 'known.yaml'), 'utf8')).not.toContain('days');
    const later = await docs('org audit --rules DA206 --fail-on low --exceptions known.yaml', {
      clock: { ...systemClock, now: () => testNow + 10 * 86_400_000 },
    });
    expect([later.code, later.stdout]).toEqual([
      0,
      expect.stringMatching(/accepted +was last seen 110 days ago/),
    ]);
  });
});

describe('org audit accept', () => {
  const one = 'docs-admin-audit-exceptions/1';
  const entriesIn = (text: string) => JSON.parse(text).exceptions;

  test('prints entries with evidence, reason and day, of what fails only', async () => {
    const docs = await auditCli(withEmptyTeams('one', 'two'));
    const { stdout } = await docs(`${empties} --json`);
    const line = 'org audit accept - --reason later --expires 2027-01-31 --owner Ada';
    const run = await docs(`${line} --object team:team_two`, { stdin: stdout });
    expect(run).toMatchObject({ code: 0, stderr: 'accepted 1 finding\n' });
    expect(run.stdout).toBe(`format: ${one}
exceptions:
  - rule: DA103
    object: team_two
    evidence: {}
    reason: later
    expires: "2027-01-31"
    owner: Ada
    accepted: "2026-06-01"
`);
    const all = JSON.parse((await docs(`${line} --rules da103 --json`, { stdin: stdout })).stdout);
    expect(all.exceptions).toMatchObject([{ object: 'team_one' }, { object: 'team_two' }]);
    const accepted = stdout.replaceAll('"fail"', '"accepted"');
    expect((await docs(line, { stdin: accepted })).stderr).toBe('accepted 0 findings\n');
  });

  test('takes the name of an object as the table prints it, unless several have it', async () => {
    const tables = withEmptyTeams('one', 'two', 'three');
    Object.assign(tables.teams?.find(({ id }) => id === 'team_three') ?? {}, { title: 'Team two' });
    const docs = await auditCli(tables);
    expect((await docs(empties)).stdout).toContain(' Team one ');
    await stored(docs, `${empties} --json`, 'before.json');
    const accepting = (name: string) =>
      docs([
        ...'org audit accept before.json --reason x --expires 2026-06-01 --json --object'.split(' '),
        name,
      ]);
    expect(entriesIn((await accepting('Team one')).stdout)).toMatchObject([{ object: 'team_one' }]);
    expect(await accepting('Team two')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(
        'is the name of several objects: give one of the ids team_two, team_three',
      ),
    });
  });

  test('adds to a file, and replaces the same rule and object, by whatever name', async () => {
    const docs = await auditCli(withEmptyTeams('one', 'two'));
    const before = [
      { rule: 'DA103', object: 'team:Team one', evidence: 'any', reason: 'old', expires: 'never' },
      { rule: 'DA102', object: 'team_one', evidence: 'any', reason: 'kept', expires: 'never' },
    ];
    writeFileSync(join(docs.folder, 'known.json'), JSON.stringify({ format: one, exceptions: before }));
    await stored(docs, `${empties} --json`, 'before.json');
    const run = await docs(
      'org audit accept before.json --reason new --expires never --object team_one --out known.json',
    );
    expect(run.stderr).toBe('accepted 1 finding; known.json has 2 exceptions\n');
    const entries = entriesIn(readFileSync(join(docs.folder, 'known.json'), 'utf8'));
    expect(entries.map(({ rule, reason }: Record<string, string>) => [rule, reason])).toEqual([
      ['DA102', 'kept'],
      ['DA103', 'new'],
    ]);
  });

  test.each([
    ['--reason x', 'error: no --expires given\n'],
    ['--expires never', 'error: no --reason given\n'],
    ['--reason x --expires soon', '"soon" is no day such as 2027-01-31, and not never'],
    ['--reason x --expires 2026-05-31', '2026-05-31 has passed: give a day from 2026-06-01 on, or never'],
    ['--reason " " --expires never', 'must not be empty'],
    ['--reason x --expires never --rules DA1', 'there is no rule "DA1"'],
    ['--reason x --expires never --object team_gone', 'no chosen finding that fails is about "team_gone"'],
    ['--reason x --expires never --out before.json', 'before.json: must have the format'],
  ])('%s is a usage error, and nothing is written', async (flags, message) => {
    const docs = await auditCli(withEmptyTeams('one'));
    await stored(docs, `${empties} --json`, 'before.json');
    const run = await docs(`org audit accept before.json ${flags}`);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(message);
  });

  test.each(['{}', '[]', 'x', '{"format":"docs-admin-plan/1","findings":[]}'])(
    'of what is no audit (%s) is a usage error',
    async (text) => {
      const docs = await auditCli(goodTables(), undefined, { 'b.json': text });
      const run = await docs('org audit accept b.json --reason x --expires never');
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain('error: b.json is no audit of the format docs-admin-audit/1\n');
    },
  );
});
