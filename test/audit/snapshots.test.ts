import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/report.ts';
import { auditCli, gitSync, goodTables } from '../support/audited.ts';
import type { CliInFolder } from '../support/cli.ts';
import { withItems } from '../support/refusing.ts';
import { broken } from './broken.ts';

/** Audits the service and a snapshot of it, and returns what each finds, as `fail site_docs`. */
async function bothOutcomes(docs: CliInFolder, rule: string, flags = '') {
  expect((await docs('org snapshot --out copy.json')).code).toBe(0);
  const outcomes = async (source: string) => {
    const run = await docs(`org audit --rules ${rule} ${flags} ${source} --json`);
    const { findings } = JSON.parse(run.stdout) as AuditReport;
    return findings.map(({ outcome, object }) => `${outcome} ${object.id}`);
  };
  return [await outcomes(''), await outcomes('--snapshot copy.json')] as const;
}

test.each(broken)('$rule is judged in a snapshot as in the service, or not at all', async (one) => {
  const tables = goodTables();
  one.breaks(tables);
  const [live, copy] = await bothOutcomes(await auditCli(tables, one.through), one.rule, one.flags);
  if (copy.some((line) => line.startsWith('not-evaluated'))) expect(copy.join()).not.toContain('fail');
  else expect(copy).toEqual(live);
});

describe('whether a site is published is what the service says', () => {
  const rules = ['DA304', 'DA305', 'DA403', 'DA404'];
  const bad = (rule: string) => broken.find((one) => one.rule === rule);

  test.each(rules.flatMap((rule) => [true, false, undefined].map((published) => [rule, published] as const)))(
    '%s: %s',
    async (rule, published) => {
      const tables = goodTables();
      bad(rule)?.breaks(tables);
      const docs = await auditCli(
        tables,
        withItems(/\/sites\?/, (site) => ({ ...site, published })),
      );
      const [live, copy] = await bothOutcomes(docs, rule, bad(rule)?.flags);
      expect(copy).toEqual(live);
      expect(live.length > 0).toBe(published !== false);
    },
  );
});

test.each(['', '--pseudonyms'])(
  'an address with credentials is found in a snapshot %s, without them',
  async (flags) => {
    const tables = goodTables();
    tables.git_syncs = [gitSync('guide', { url: 'https://bot:hunter2@git.example/acme/docs?token=hunter2' })];
    const docs = await auditCli(tables);
    await docs(`org snapshot --out copy.json ${flags}`);
    const run = await docs('org audit --rules DA704 --snapshot copy.json --json');
    expect(run.code).toBe(11);
    expect(JSON.parse(run.stdout).findings).toMatchObject([
      { outcome: 'fail', object: { id: 'space_guide' } },
    ]);
    expect(readFileSync(join(docs.folder, 'copy.json'), 'utf8')).not.toContain('hunter2');
  },
);
