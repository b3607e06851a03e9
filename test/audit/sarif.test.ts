import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { auditSarif } from '../../src/audit/formats/sarif.ts';
import type { AuditReport, ReportedFinding } from '../../src/audit/report.ts';
import { rules } from '../../src/audit/rules/index.ts';
import { auditCli, collection, goodTables, team } from '../support/audited.ts';
import { hostile, hostileTables } from './hostile.ts';

/** The official schema; it is written in an older draft, whose differences do not matter here. */
const {
  $schema: _,
  id: __,
  ...schema
} = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
    'utf8',
  ),
);
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
(formats as unknown as typeof formats.default)(ajv);
const isSarif = ajv.compile(schema);

interface Sarif {
  runs: [
    {
      tool: { driver: { name: string; rules: SarifRule[] } };
      automationDetails: { id: string };
      invocations: [{ toolExecutionNotifications: { message: { text: string } }[] }];
      results: SarifResult[];
    },
  ];
}
interface SarifRule {
  id: string;
  shortDescription: { text: string };
  fullDescription: { text: string };
  help: { text: string };
  defaultConfiguration: { level: string };
}
interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  locations: [{ physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }];
  partialFingerprints: Record<string, string>;
  baselineState?: string;
  suppressions?: { justification: string }[];
}

/** Checks SARIF as its schema and GitHub do. */
function checked(text: string): Sarif['runs'][0] {
  const log = JSON.parse(text);
  expect(isSarif(log) ? [] : isSarif.errors).toEqual([]);
  const [run] = (log as Sarif).runs;
  expect(run.automationDetails.id).toMatch(/^docs-admin-audit\/[^/]+\/$/);
  expect(run.results.length).toBeLessThanOrEqual(5000);
  for (const { id, shortDescription, fullDescription, help, defaultConfiguration } of run.tool.driver.rules) {
    for (const { text } of [shortDescription, fullDescription, help]) {
      expect([id, text.length > 0 && text.length <= 1024]).toEqual([id, true]);
    }
    expect(['error', 'warning', 'note']).toContain(defaultConfiguration.level);
  }
  for (const { ruleId, ruleIndex, message, locations, partialFingerprints } of run.results) {
    expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(message.text).not.toBe('');
    const [{ physicalLocation }] = locations;
    expect(physicalLocation.artifactLocation.uri).toMatch(/^[^/:\s][^:\s]*$/);
    expect(physicalLocation.region.startLine).toBeGreaterThan(0);
    expect(Object.keys(partialFingerprints)).toEqual(['docsAdminAudit/v1']);
  }
  return run;
}

test('the demo organization is SARIF as the schema and GitHub take it', async () => {
  const docs = await auditCli(hostileTables());
  const { stdout } = await docs('org audit --fail-on critical -o sarif');
  const { results } = checked(stdout);
  expect(results.length).toBeGreaterThan(1);
  const fingerprints = results.map((result) => JSON.stringify([result.ruleId, result.partialFingerprints]));
  expect(new Set(fingerprints).size).toBe(results.length);
  expect(results[0]?.locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'organization.yaml' },
    region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
  });
});

test('text of the service is no link and no control in a message', async () => {
  const docs = await auditCli(hostileTables());
  const { stdout } = await docs('org audit --rules DA103 -o sarif');
  const [result] = checked(stdout).results;
  expect(result?.message.text).toContain('\\[link\\](javascript:alert(1))');
  expect(result?.message.text).not.toMatch(/[\u0000-\u001f\u202e\u2028]/);
  expect(stdout).not.toContain(hostile);
});

test('the fingerprint of a finding is the same in another audit, and whatever the title is', async () => {
  const tables = goodTables();
  tables.teams?.push(team('empty', 'Empty'));
  const of = async () => {
    const { stdout } = await (await auditCli(tables))('org audit --rules DA103 -o sarif');
    return checked(stdout).results.map(({ partialFingerprints }) => partialFingerprints);
  };
  const before = await of();
  Object.assign(tables.teams?.at(-1) ?? {}, { title: 'Renamed' });
  expect(await of()).toEqual(before);
});

const file = `format: docs-admin-organization/1
teams:
  Docs: {}
  Empty (team_empty):
    members: {}
collections:
  Internal:
    collections:
      Inner: {}
sites:
  Acme Docs:
    sections:
      - { title: News, path: news }
      - title: Guides
        path: guides
        spaces:
          - space: Handbooks/Guide
`;

test('a result has the line of its object in the organization file, else line 1', async () => {
  const tables = goodTables();
  tables.teams?.push(team('empty', 'Empty'), team('bare', 'Bare'));
  tables.collections?.push(collection('inner', 'Inner', { parent: 'col_internal', default_level: 'edit' }));
  Object.assign(tables.collections?.[0] ?? {}, { default_level: 'edit' });
  const docs = await auditCli(tables, undefined, { 'my organization.yaml': file });
  const { stdout } = await docs(
    'org audit --rules DA103,DA302,DA304 --file "./my organization.yaml" -o sarif',
  );
  const places = checked(stdout).results.map(({ locations: [{ physicalLocation }] }) => [
    physicalLocation.artifactLocation.uri,
    physicalLocation.region.startLine,
  ]);
  expect(places).toEqual([
    ['my%20organization.yaml', 17],
    ['my%20organization.yaml', 1],
    ['my%20organization.yaml', 9],
    ['my%20organization.yaml', 4],
    ['my%20organization.yaml', 1],
  ]);
});

test('accepted findings are suppressed, those of a baseline unchanged, and gaps are notifications', async () => {
  const tables = goodTables();
  tables.teams?.push(team('empty', 'Empty'), team('old', 'Old'), team('new', 'New'));
  const exceptions =
    'format: docs-admin-audit-exceptions/1\nexceptions:\n- { rule: DA103, object: "team:Empty", evidence: any, reason: for later, expires: never }\n';
  const docs = await auditCli(tables, undefined, { 'e.yaml': exceptions });
  const { writeFileSync } = await import('node:fs');
  const known = exceptions.replace('team:Empty', 'team:Old');
  writeFileSync(`${docs.folder}/known.yaml`, known);
  const run = await docs(
    'org audit --rules DA103 --exceptions e.yaml --baseline known.yaml -o sarif --fail-on low',
  );
  expect(run.code).toBe(11);
  const { results } = checked(run.stdout);
  expect(
    results.map(({ baselineState, suppressions }) => [baselineState, suppressions?.[0]?.justification]),
  ).toEqual([
    ['new', 'for later'],
    ['unchanged', undefined],
    ['new', undefined],
  ]);
});

test('at most 5,000 results, the worst ones, and a notification counts the rest', () => {
  const finding = (at: number): ReportedFinding => ({
    rule: 'DA103',
    version: 1,
    severity: 'low',
    outcome: 'fail',
    object: { kind: 'team', id: `team_${at}`, name: `Team ${at}` },
    message: 'has no members',
    evidence: {},
    fix: null,
    fixable: 'no',
    controls: [],
  });
  const report: AuditReport = {
    format: 'docs-admin-audit/1',
    organization: 'org_acme',
    taken: '2026-06-01T12:00:00.000Z',
    complete: true,
    counts: { pass: 0, fail: 5001, accepted: 0, notEvaluated: 0 },
    findings: Array.from({ length: 5001 }, (_, at) => finding(at)),
  };
  const placeOf = () => ({ file: 'organization.yaml', line: 1 });
  const { results, invocations } = checked(auditSarif(report, { rules, placeOf, hasBaseline: false }));
  expect(results).toHaveLength(5000);
  expect(invocations[0].toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
    '1 results of the least severity are left out.',
  ]);
});
