import { expect, test } from 'vitest';
import { auditCli, goodTables, team } from '../support/audited.ts';
import { withoutAnswer } from '../support/refusing.ts';
import { hostileTables } from './hostile.ts';
import { type Element, parseXml } from './xml.ts';

/** What the schema of Jenkins allows, by element. */
const allowed: Record<string, { attributes: string[]; required: string[]; children: string[] }> = {
  testsuites: { attributes: [], required: [], children: ['testsuite'] },
  testsuite: {
    attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'],
    required: ['name', 'tests'],
    children: ['testcase'],
  },
  testcase: {
    attributes: ['classname', 'name', 'time'],
    required: ['classname', 'name'],
    children: ['failure', 'error', 'skipped'],
  },
  failure: { attributes: ['message', 'type'], required: ['message'], children: [] },
  error: { attributes: ['message', 'type'], required: ['message'], children: [] },
  skipped: { attributes: ['message'], required: ['message'], children: [] },
};

function check({ name, attributes, children, text }: Element): void {
  const rule = allowed[name];
  expect([name, rule !== undefined]).toEqual([name, true]);
  expect(rule?.attributes).toEqual(expect.arrayContaining(Object.keys(attributes)));
  expect(Object.keys(attributes)).toEqual(expect.arrayContaining(rule?.required ?? []));
  expect(rule?.children).toEqual(expect.arrayContaining(children.map((child) => child.name)));
  if (['failure', 'error', 'skipped'].includes(name)) {
    expect(attributes.message).not.toBe('');
    expect(text.trim()).not.toBe('');
  }
  if (name === 'testcase') expect(children.length).toBeLessThanOrEqual(1);
  children.forEach(check);
}

/** Parses JUnit strictly, and returns the result of each case. */
function casesOf(xml: string): { id: string; result: string }[] {
  const root = parseXml(xml);
  check(root);
  const [suite] = root.children as [Element];
  const cases = suite.children;
  const ids = cases.map(({ attributes }) => `${attributes.classname} ${attributes.name}`);
  expect(new Set(ids).size).toBe(ids.length);
  const results = cases.map(({ children }) => children[0]?.name ?? 'pass');
  const count = (result: string) => String(results.filter((one) => one === result).length);
  expect(suite.attributes).toMatchObject({
    tests: String(cases.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  });
  expect(suite.attributes.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  return cases.map((_, at) => ({ id: ids[at] as string, result: results[at] as string }));
}

test('a rule that passes is one case; a finding fails, is skipped, or is an error', async () => {
  const tables = goodTables();
  tables.teams?.push(team('empty', 'Empty'), team('later', 'Later'));
  const exceptions =
    'format: docs-admin-audit-exceptions/1\nexceptions:\n- { rule: DA103, object: team_later, evidence: any, reason: for later, expires: never }\n';
  const docs = await auditCli(tables, withoutAnswer(/team_docs\/members/, 403), { 'e.yaml': exceptions });
  const run = await docs('org audit --rules DA103,DA105 --exceptions e.yaml -o junit');
  expect(run.code).toBe(12);
  expect(casesOf(run.stdout)).toEqual([
    { id: 'DA105 Titles of teams differ', result: 'pass' },
    { id: 'DA103 team Empty (team_empty)', result: 'failure' },
    { id: 'DA103 team Later (team_later)', result: 'skipped' },
    { id: 'DA103 team Docs (team_docs)', result: 'error' },
  ]);
});

test('hostile titles stay text', async () => {
  const docs = await auditCli(hostileTables());
  const { stdout } = await docs('org audit -o junit');
  const cases = casesOf(stdout);
  expect(cases.filter(({ result }) => result === 'failure').length).toBeGreaterThan(2);
  expect(cases.some(({ id }) => id.includes('</script>'))).toBe(true);
  expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e\u2028]/);
});
