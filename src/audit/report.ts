import type { AuditDocument, ShownFinding } from '../documents/audit/page.ts';
import type { RuleSet } from '../domain/access/rule-sets.ts';
import { controlsOf, type ReportedControl } from './controls.ts';
import type { Exception, JudgedFinding } from './exceptions.ts';
import type { AuditedObject } from './facts.ts';
import type { Fix } from './fixes.ts';
import { isAsSevere, type Rule, type Severity, severities } from './rule.ts';

export const auditFormat = 'docs-admin-audit/1';

/** A finding as programs get it. */
export interface ReportedFinding extends ShownFinding {
  readonly version: number;
  readonly severity: Severity;
  readonly object: AuditedObject;
  /** Whether the lines of its fix work as they stand, or only with what people choose. */
  readonly fixable: 'yes' | 'choice' | 'no';
  /** The controls that the rule serves, such as `SOC2:CC6.1`. */
  readonly controls: readonly string[];
  /** The exception that accepts it, or did until it expired, or until the finding showed more. */
  readonly exception?: Exception;
}

/** A rule that was not applied, although it was not excluded. */
export interface ReportedLeftOut {
  readonly rule: string;
  /** The number of people about whom it would ask the service. */
  readonly people: number;
  /** Why, and how to apply it: a sentence without a subject. */
  readonly reason: string;
}

/** An audit as programs get it. */
export interface AuditReport extends Omit<AuditDocument, 'notes' | 'severities' | 'rules'> {
  readonly format: typeof auditFormat;
  /** The rules by which access is predicted; absent if no rule of the audit has needed them. */
  readonly accessRules?: {
    readonly name: string;
    readonly calibrated: boolean;
    /** When, and with how many answers of the service. */
    readonly calibration?: string;
  };
  /** Absent if there are none. */
  readonly leftOut?: readonly ReportedLeftOut[];
  /** The controls with the outcomes of their rules, if they are asked for. */
  readonly controls?: readonly ReportedControl[];
  /** The worst first. */
  readonly findings: readonly ReportedFinding[];
}

interface ReportParts {
  readonly organization: string;
  readonly accessRules: RuleSet;
  readonly rules: readonly Rule[];
  readonly findings: Iterable<JudgedFinding>;
  readonly leftOut?: readonly ReportedLeftOut[];
  readonly now: number;
  /** Makes the command line of a fix. */
  readonly inWords: (fix: Fix) => string;
}

/** Makes the report of an audit. Reads `findings` once. */
export function auditReport({
  organization,
  accessRules,
  rules,
  findings,
  leftOut = [],
  now,
  inWords,
}: ReportParts): AuditReport {
  const bySeverity = new Map<Severity, ReportedFinding[]>(severities.map((severity) => [severity, []]));
  const counts = { fail: 0, accepted: 0, 'not-evaluated': 0 };
  const open = new Set<Rule>();
  for (const finding of findings) {
    open.add(finding.rule);
    counts[finding.outcome] += 1;
    bySeverity.get(finding.rule.severity)?.push(reported(finding, inWords));
  }
  const { fail, accepted, 'not-evaluated': notEvaluated } = counts;
  const pass = rules.filter((rule) => !open.has(rule)).length;
  return {
    format: auditFormat,
    organization,
    taken: new Date(now).toISOString(),
    ...(rules.some(({ predicts }) => predicts) && {
      accessRules: {
        name: accessRules.name,
        calibrated: accessRules.calibration !== undefined,
        ...(accessRules.calibration && { calibration: accessRules.calibration }),
      },
    }),
    complete: notEvaluated === 0,
    ...(leftOut.length > 0 && { leftOut }),
    counts: { pass, fail, accepted, notEvaluated },
    findings: [...bySeverity.values()].flat(),
  };
}

function reported(
  {
    rule: { id: rule, version, severity },
    outcome,
    object,
    message,
    evidence,
    fix,
    baseline,
    exception,
  }: JudgedFinding,
  inWords: ReportParts['inWords'],
): ReportedFinding {
  const { kind, id, name } = object;
  const lines = fix ? inWords(fix) : null;
  return {
    ...{ rule, version, severity, outcome },
    object: { kind, id, name },
    message,
    evidence,
    fix: lines,
    fixable: lines === null ? 'no' : hasPlaceholder(lines) ? 'choice' : 'yes',
    controls: controlsOf(rule),
    ...(baseline && { baseline }),
    ...(exception && { exception }),
  };
}

/** What readers must know of commands with placeholders. */
export const choiceNote =
  'Write what you choose in the place of a word such as <member>: no command takes it as it stands';

/** Returns whether command lines have a placeholder, such as `'<member>'`: they have one where only people can choose. */
export function hasPlaceholder(lines: string): boolean {
  return /'(?:[\w-]+=)?<[a-z-]+>(?:=\w+)?'/.test(lines);
}

/** Returns whether a command that a report shows has a placeholder. */
export function needsChoices({ findings }: Pick<AuditReport, 'findings'>): boolean {
  return findings.some(({ outcome, fix }) => outcome === 'fail' && fix !== null && hasPlaceholder(fix));
}

/** Returns the findings that make an audit fail: at or above `failOn`, not accepted, not in the baseline. */
export function failingFindings({ findings }: AuditReport, failOn: Severity): ReportedFinding[] {
  return findings.filter(
    ({ outcome, severity, baseline }) => outcome === 'fail' && !baseline && isAsSevere(severity, failOn),
  );
}
