import { createHash } from 'node:crypto';
import { visible } from '../../text/printable.ts';
import { version } from '../../version.ts';
import type { AuditReport, ReportedFinding } from '../report.ts';
import type { Rule, Severity } from '../rule.ts';

/** GitHub takes no more results of one run. */
const mostResults = 5000;

/** Where an object is in an organization file. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

interface SarifParts {
  readonly rules: readonly Rule[];
  readonly placeOf: (finding: ReportedFinding) => FilePlace;
  readonly hasBaseline: boolean;
}

/**
 * Returns a report as SARIF 2.1.0, as GitHub takes it. What could not be evaluated is a notification of the tool, since
 * it is no result. If there are too many results, the least severe ones are left out, and a notification counts them.
 */
export function auditSarif(report: AuditReport, { rules, placeOf, hasBaseline }: SarifParts): string {
  const results = report.findings.filter(({ outcome }) => outcome !== 'not-evaluated');
  const open = report.findings.filter(({ outcome }) => outcome === 'not-evaluated');
  const indexes = new Map(rules.map(({ id }, at) => [id as string, at]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'docs-admin',
            semanticVersion: version,
            informationUri: 'https://www.npmjs.com/package/docs-admin',
            rules: rules.map(ruleOf),
          },
        },
        automationDetails: { id: `docs-admin-audit/${report.organization}/` },
        invocations: [
          {
            executionSuccessful: true,
            endTimeUtc: report.taken,
            toolExecutionNotifications: [
              ...open.slice(0, mostResults).map(({ rule, object, message }) => {
                const text = `${rule} cannot judge ${object.kind} ${object.name}: ${message}`;
                return notification('warning', text, rule, indexes);
              }),
              ...(report.leftOut ?? []).map(({ rule, reason }) =>
                notification('note', `${rule} ${reason}.`, rule, indexes),
              ),
              ...(results.length > mostResults ? [leftOut(results.length - mostResults)] : []),
            ],
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: results
          .slice(0, mostResults)
          .map((finding) => resultOf(finding, indexes.get(finding.rule), placeOf(finding), hasBaseline)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  note: 'note',
};

/** The numbers by which GitHub names the severity. */
const scores: Readonly<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '3.0',
  note: '1.0',
};

function ruleOf({ id, version: ruleVersion, severity, title, why, howToFix }: Rule) {
  return {
    id,
    name: id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: why },
    help: { text: `${why} ${howToFix}`, markdown: `${why}\n\n${howToFix}` },
    defaultConfiguration: { level: levels[severity] },
    properties: {
      tags: ['security', severity],
      precision: 'very-high',
      'problem.severity': levels[severity] === 'note' ? 'recommendation' : levels[severity],
      'security-severity': scores[severity],
      version: ruleVersion,
    },
  };
}

function resultOf(
  finding: ReportedFinding,
  ruleIndex: number | undefined,
  { file, line }: FilePlace,
  hasBaseline: boolean,
) {
  const { rule, severity, object, message, fix, baseline, exception, outcome } = finding;
  // It is the same in audits at different times.
  const key = JSON.stringify([rule, object.kind, object.id]);
  const fingerprint = createHash('sha256').update(key).digest('hex');
  return {
    ruleId: rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: levels[severity],
    message: {
      text: plain(`${object.kind} ${object.name} (${object.id}) ${message}${fix ? `. ${fix}` : ''}`),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          // GitHub asks for all four; a line is all that is known.
          region: { startLine: line, startColumn: 1, endLine: line, endColumn: 2 },
        },
        logicalLocations: [{ name: visible(object.name), fullyQualifiedName: `${object.kind}:${object.id}` }],
      },
    ],
    partialFingerprints: { 'docsAdminAudit/v1': fingerprint },
    ...(hasBaseline && { baselineState: baseline ? 'unchanged' : 'new' }),
    ...(exception &&
      outcome === 'accepted' && {
        suppressions: [{ kind: 'external', status: 'accepted', justification: visible(exception.reason) }],
      }),
  };
}

function notification(level: string, text: string, rule: string, indexes: ReadonlyMap<string, number>) {
  const index = indexes.get(rule);
  const associatedRule = { id: rule, ...(index !== undefined && { index }) };
  return { level, message: { text: plain(text) }, associatedRule };
}

function leftOut(count: number) {
  return { level: 'warning', message: { text: `${count} results of the least severity are left out.` } };
}

/** Writes text for a message: brackets would be links. */
function plain(text: string): string {
  return visible(text).replace(/[\\[\]]/g, '\\$&');
}

/** Writes a path as a relative reference. */
function uriOf(path: string): string {
  const plainPath = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  return plainPath.split('/').map(encodeURIComponent).join('/');
}
