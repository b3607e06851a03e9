import { type AuditReport, keyOf, type ReportedFinding } from './report.ts';

/** A finding before and after; null where there was none. */
export interface FindingChange {
  readonly before: ReportedFinding | null;
  readonly after: ReportedFinding | null;
}

/** The differences between two audits; the worst findings come first in each list. */
export interface AuditDifferences {
  /** Findings that fail now, and did not before. */
  readonly new: readonly FindingChange[];
  /** Findings that failed before, and no longer do. */
  readonly gone: readonly FindingChange[];
  /** Findings with another outcome, such as accepted instead of failed. */
  readonly changed: readonly FindingChange[];
  /** Findings that one of the audits could not evaluate. */
  readonly incomparable: readonly FindingChange[];
}

/**
 * Compares two audits. A finding is identified by its rule and its object, a site space by its site and its space. Where
 * one of the audits could not evaluate a rule, or left it out, nothing of the rule counts as new or gone.
 */
export function auditDifferences(before: AuditReport, after: AuditReport): AuditDifferences {
  const earlier = byKey(before);
  const later = byKey(after);
  const open = new Set([before, after].flatMap(openRules));
  const differences = {
    new: [] as FindingChange[],
    gone: [] as FindingChange[],
    changed: [] as FindingChange[],
    incomparable: [] as FindingChange[],
  };
  for (const key of new Set([...later.keys(), ...earlier.keys()])) {
    const [one = null, other = null] = [earlier.get(key), later.get(key)];
    const kind = kindOf(one, other, open);
    if (kind) differences[kind].push({ before: one, after: other });
  }
  return differences;
}

function kindOf(
  before: ReportedFinding | null,
  after: ReportedFinding | null,
  open: ReadonlySet<string>,
): keyof AuditDifferences | undefined {
  if (before?.outcome === after?.outcome)
    return before?.outcome === 'not-evaluated' ? 'incomparable' : undefined;
  const rule = before?.rule ?? after?.rule ?? '';
  const isOpen = [before, after].some((one) => one?.outcome === 'not-evaluated');
  if (isOpen || ((!before || !after) && open.has(rule))) return 'incomparable';
  if (!before) return 'new';
  return after ? 'changed' : 'gone';
}

function byKey({ findings }: AuditReport): Map<string, ReportedFinding> {
  return new Map(findings.map((finding) => [lastingKey(finding), finding]));
}

/**
 * Returns the identity of a finding, whatever the id of its object: a space that moves to another section of its site
 * gets another site space, and a site has each space once.
 */
function lastingKey(finding: ReportedFinding): string {
  const { rule, object, evidence } = finding;
  const { site, space } = evidence;
  const isPlace = object.kind === 'site-space' && typeof site === 'string' && typeof space === 'string';
  return isPlace ? keyOf({ rule, object: { ...object, id: JSON.stringify([site, space]) } }) : keyOf(finding);
}

function openRules({ findings, leftOut = [] }: AuditReport): string[] {
  const open = findings.filter(({ outcome }) => outcome === 'not-evaluated');
  return [...open, ...leftOut].map(({ rule }) => rule);
}
