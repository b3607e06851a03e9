import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportedFinding } from '../../src/audit/report.ts';
import { rules } from '../../src/audit/rules/index.ts';
import { sampleInWords } from '../../src/cli/report/fixes.ts';
import { auditCli, goodTables, membership } from '../support/audited.ts';
import type { CliInFolder } from '../support/cli.ts';
import { withoutAnswer } from '../support/refusing.ts';
import { words } from '../support/words.ts';
import { broken } from './broken.ts';
import type { Broken } from './broken-settings.ts';

/** Returns the command of a line, without what it works on. */
function verbOf(line: string): string {
  const [, noun = '', verb = '', below = ''] = line.split(' ');
  const isNested = ['members', 'values'].includes(verb);
  return [noun, verb, ...(isNested ? [below] : [])].join(' ');
}

test('every rule is broken here', () => {
  expect(broken.map(({ rule }) => rule)).toEqual(rules.map(({ id }) => id));
});

/** Audits with one rule; any finding fails. */
async function audited(docs: CliInFolder, { rule, flags = '' }: Broken) {
  const run = await docs(`org audit --rules ${rule} --fail-on note ${flags} --json`);
  const { counts, findings } = JSON.parse(run.stdout);
  return { code: run.code, counts, findings: findings as ReportedFinding[] };
}

function brokenTables({ breaks }: Broken) {
  const tables = goodTables();
  breaks(tables);
  return tables;
}

describe.each(broken)('$rule', (one) => {
  const rule = rules.find(({ id }) => id === one.rule);

  test('passes, and fails', async () => {
    expect(await audited(await auditCli(goodTables()), one)).toMatchObject({
      code: 0,
      counts: { pass: 1, fail: 0 },
      findings: [],
    });
    const { code, findings } = await audited(await auditCli(brokenTables(one), one.through), one);
    expect(code).toBe(11);
    expect(findings.map(({ object }) => object.id)).toEqual(one.objects);
    for (const finding of findings)
      expect(finding).toMatchObject({ rule: one.rule, outcome: 'fail', severity: rule?.severity });
    expect(JSON.stringify(findings)).not.toContain('hunter2');
  });

  test('cannot be judged if it cannot be read', async () => {
    const docs = await auditCli(goodTables(), withoutAnswer(one.refused, 403));
    const { code, counts, findings } = await audited(docs, one);
    expect(code).toBe(12);
    expect(counts).toMatchObject({ pass: 0, fail: 0 });
    expect(findings[0]).toMatchObject({ outcome: 'not-evaluated', fix: null });
    expect(findings[0]?.message).toContain('cannot be read (403)');
  });

  test('what fixes it makes the finding go', async () => {
    const docs = await auditCli(brokenTables(one), one.through);
    const { findings } = await audited(docs, one);
    if (one.isFixable === false) {
      expect(findings.map(({ fix }) => fix)).toEqual(one.objects.map(() => null));
      expect(rule?.fixes).toEqual([]);
      return;
    }
    const named = rule?.fixes.flatMap((code) => sampleInWords(code).split('\n').map(verbOf));
    const lines = findings.flatMap(({ fix }) => (fix ?? '').split('\n'));
    for (const [at, line] of lines.entries()) {
      expect(named).toContain(verbOf(line));
      const [program, ...given] = words(line);
      expect(program).toBe('docs-admin');
      const rest = given.map((word) => chosenIn(docs, one, word, at));
      // A line with a placeholder is refused as it stands, and nothing is read or sent.
      if (rest.join() !== given.join())
        expect(await docs([...given, '--yes'])).toMatchObject({ code: 2, stdout: '', requests: [] });
      expect(await docs([...rest, '--yes'])).toMatchObject({ code: 0 });
    }
    expect(await audited(docs, one)).toMatchObject({ code: 0, findings: [] });
  });
});

/** Returns a word of the line at `at` with what people choose for its placeholder. */
function chosenIn({ folder }: CliInFolder, { chosen = {} }: Broken, word: string, at: number): string {
  return word.replace(/<([a-z-]+)>/, (placeholder, name: string) => {
    const value = chosen[name];
    if (value === undefined) throw new Error(`nothing is chosen for ${placeholder}`);
    if (name === 'title') return `${value} ${at}`;
    if (name !== 'file') return value;
    writeFileSync(join(folder, 'chosen'), value);
    return 'chosen';
  });
}

test('a guest is found by the highest level, whatever the order of teams and places', async () => {
  const tables = goodTables();
  tables.collection_teams = [
    { collection: 'col_handbooks', team: 'team_partners', role: 'edit' },
    { collection: 'col_internal', team: 'team_docs', role: 'admin' },
  ];
  tables.space_teams = [{ space: 'space_plans', team: 'team_partners', role: 'create' }];
  tables.team_members?.push(membership('docs', 'gus', 'member'));
  const run = await (await auditCli(tables))('org audit --rules DA301 --json');
  const [{ message, evidence }] = JSON.parse(run.stdout).findings;
  expect(message).toBe('is a guest with the level admin in Internal, by the team Docs, and 2 more');
  expect(evidence.ways.map(({ level }: { level: string }) => level)).toEqual(['admin', 'create', 'edit']);
});
