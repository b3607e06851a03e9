import { type Identities, identitiesAcross, type NamedResource } from '../domain/across.ts';
import type { AuditReport, ReportedFinding } from './report.ts';

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
 * one of the audits could not evaluate a rule, or left it out, nothing of the rule counts as new or gone. With `across`, the
 * audits are those of two organizations, and names identify objects.
 */
export function auditDifferences(
  before: AuditReport,
  after: AuditReport,
  { across = false }: { readonly across?: boolean } = {},
): AuditDifferences {
  const identities = across ? identitiesAcross(objectsIn(before), objectsIn(after)) : byIds;
  const earlier = byKey(before, identities.before);
  const later = byKey(after, identities.after);
  const open = new Set([before, after].flatMap(openRules));
  const differences = {
    new: [] as FindingChange[],
    gone: [] as FindingChange[],
    changed: [] as FindingChange[],
    incomparable: [] as FindingChange[],
  };
  for (const key of new Set([...later.keys(), ...earlier.keys()])) {
    const [one = null, other = null] = [earlier.get(key), later.get(key)];
    const isAlone = identities.isAlone(key.slice(key.indexOf(' ') + 1));
    const kind = isAlone ? 'incomparable' : kindOf(one, other, open);
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

type KeyOf = Identities['before'];

function byKey({ findings }: AuditReport, key: KeyOf): Map<string, ReportedFinding> {
  return new Map(findings.map((one) => [`${one.rule} ${key(lasting(one))}`, one]));
}

const idKey: KeyOf = ({ kind, id }) => `${kind} ${id}`;

/** Within one organization, ids identify. */
const byIds: Identities = { before: idKey, after: idKey, isAlone: () => false };

/** Returns what identifies a finding of one organization together with its outcome. */
export function findingMark(
  finding: Pick<ReportedFinding, 'outcome' | 'object' | 'evidence'>,
  rule: string,
): string {
  return `${finding.outcome} ${rule} ${idKey(lasting(finding))}`;
}

/**
 * Returns the object of a finding under an id that stays: a space that moves to another section of its site gets another
 * site space, and a site has each space once.
 */
function lasting({
  object,
  evidence,
}: Pick<ReportedFinding, 'object' | 'evidence'>): ReportedFinding['object'] {
  const { site, space } = evidence;
  const isPlace = object.kind === 'site-space' && typeof site === 'string' && typeof space === 'string';
  return isPlace ? { ...object, id: JSON.stringify([site, space]) } : object;
}

function* objectsIn({ findings }: AuditReport): Generator<NamedResource> {
  for (const finding of findings) {
    const { kind, id, name } = lasting(finding);
    yield { kind, id, names: [nameAcross({ kind, id, name })] };
  }
}

/** Returns what an object is called in any organization; `undefined` if only its id is known. */
function nameAcross({ kind, id, name }: ReportedFinding['object']): string | undefined {
  if (kind === 'organization') return kind;
  if (kind === 'member') return name.includes('@') ? name.toLowerCase() : undefined;
  return name === id && kind !== 'custom-field' ? undefined : name;
}

function openRules({ findings, leftOut = [] }: AuditReport): string[] {
  const open = findings.filter(({ outcome }) => outcome === 'not-evaluated');
  return [...open, ...leftOut].map(({ rule }) => rule);
}
