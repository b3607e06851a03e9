import { expect, test } from 'vitest';
import { auditCli, goodTables } from '../support/audited.ts';

const everything = '--domains acme.example --internal Internal --review-field review --owner-field owner';

test('a good organization passes every rule', async () => {
  const docs = await auditCli(goodTables());
  const run = await docs(`org audit ${everything} --json`);
  expect(JSON.parse(run.stdout)).toMatchObject({
    format: 'docs-admin-audit/1',
    organization: 'org_acme',
    taken: '2026-06-01T12:00:00.000Z',
    complete: true,
    findings: [],
  });
  expect(run).toMatchObject({ code: 0, writes: [] });
});
