import { visible } from '../../text/printable.ts';
import type { AuditReport, ReportedFinding } from '../report.ts';
import type { Rule } from '../rule.ts';

/**
 * Yields a report as JUnit XML, in pieces, as strict readers such as Jenkins and GitLab take it. A case is a rule with an
 * object; a rule that passes is one case. An accepted finding and a rule that was left out are skipped, and what could not
 * be evaluated is an error. With a baseline, its findings are skipped as well.
 */
export function* auditJunit(
  { taken, organization, findings, leftOut = [] }: AuditReport,
  rules: readonly Rule[],
): Generator<string> {
  const found = new Set([...findings, ...leftOut].map(({ rule }) => rule));
  const passed = rules.filter(({ id }) => !found.has(id));
  const results = { failure: 0, error: 0, skipped: leftOut.length };
  for (const finding of findings) results[resultOf(finding)] += 1;
  const counts = [
    `tests="${passed.length + leftOut.length + findings.length}"`,
    `failures="${results.failure}"`,
    `errors="${results.error}"`,
    `skipped="${results.skipped}"`,
    'time="0"',
  ].join(' ');
  const suite = `name="Audit of ${xml(organization)}" ${counts} timestamp="${taken.replace(/\.\d+Z$/, '')}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite ${suite}>\n`;
  const names = uniqueNames();
  for (const { id, title } of passed)
    yield `    <testcase classname="${id}" name="${names(id, title)}" time="0"/>\n`;
  for (const { rule, reason } of leftOut) {
    const title = rules.find(({ id }) => id === rule)?.title ?? rule;
    yield `    <testcase classname="${rule}" name="${names(rule, title)}" time="0">\n      <skipped message="${xml(reason)}"/>\n    </testcase>\n`;
  }
  for (const finding of findings) yield caseOf(finding, names);
  yield '  </testsuite>\n</testsuites>\n';
}

type Names = (rule: string, name: string) => string;

function caseOf(finding: ReportedFinding, names: Names): string {
  const { rule, severity, object, message, fix, exception, outcome } = finding;
  const name = names(rule, `${object.kind} ${object.name} (${object.id})`);
  const result = resultOf(finding);
  const lines = [
    `${severity}: ${object.kind} ${object.name} (${object.id}) ${message}`,
    ...(exception
      ? [`${outcome === 'accepted' ? '' : 'was '}accepted: ${exception.reason} (until ${exception.expires})`]
      : []),
    ...(fix?.split('\n') ?? []),
  ];
  const type = result === 'skipped' ? '' : ` type="${severity}"`;
  const body = lines.map(xml).join('\n');
  return [
    `    <testcase classname="${rule}" name="${name}" time="0">`,
    `      <${result} message="${xml(message)}"${type}>${body}</${result}>`,
    '    </testcase>',
    '',
  ].join('\n');
}

function resultOf({ outcome, baseline }: ReportedFinding): 'failure' | 'error' | 'skipped' {
  if (outcome === 'not-evaluated') return 'error';
  return outcome === 'accepted' || baseline ? 'skipped' : 'failure';
}

/** Makes names of cases that no other case of the rule has. */
function uniqueNames(): Names {
  const taken = new Map<string, number>();
  return (rule, name) => {
    const key = `${rule} ${name}`;
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    return xml(count === 1 ? name : `${name} #${count}`);
  };
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Writes text for XML: on one line, without the characters that XML cannot hold. */
function xml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => escapes[character] as string);
}
