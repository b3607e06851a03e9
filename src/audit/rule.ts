import type { ResourceKind } from '../model/resources.ts';
import type { Asks } from './answers.ts';
import type { AuditedObject, AuditFacts } from './facts.ts';
import type { Fix, FixCode } from './fixes.ts';

/** How bad a finding is, the worst first. */
export const severities = ['critical', 'high', 'medium', 'low', 'note'] as const;
export type Severity = (typeof severities)[number];

/** Returns whether `severity` is as bad as `least`, or worse. */
export function isAsSevere(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(least);
}

/** How to fix what no operation of the service can fix. */
export const inApp = 'The service has no operation for it: do it in its app.';

export interface Breach {
  readonly object: AuditedObject;
  /** What is wrong, as a sentence without its last full stop. */
  readonly message: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Absent if no operation of the service can fix it. */
  readonly fix?: Fix | undefined;
}

/** One thing that a rule cannot judge, although all lists were read. */
export interface Unjudged {
  readonly object: AuditedObject;
  readonly unjudged: string;
}

/** A setting of an audit without which a rule has nothing to compare with. */
export type NeededOption = 'domains' | 'internal' | 'review-field' | 'owner-field';

/** A rule of the audit. A new version of a rule judges differently. */
export interface Rule {
  readonly id: `DA${number}`;
  readonly version: number;
  readonly severity: Severity;
  /** What must be so, as a sentence without its last full stop. */
  readonly title: string;
  readonly why: string;
  readonly howToFix: string;
  /** The parts of the organization that it looks at, with the fields of their things. */
  readonly looksAt: { readonly [Kind in ResourceKind]?: readonly string[] };
  /**
   * The kinds whose lists are judged one by one: what is in an unreadable list is not evaluated, the rest is. If a list
   * of any other kind cannot be read, nothing is evaluated.
   */
  readonly each?: readonly ResourceKind[];
  /** Present if it asks the service for the spaces of members: one request or more for each. */
  readonly asks?: Asks;
  /** Whether it looks at the customizations of published sites: one request for each site. */
  readonly asksSites?: true;
  /** Whether its findings depend on the rules by which access is predicted. */
  readonly predicts?: true;
  readonly needs?: NeededOption;
  /** What its findings may be fixed with; empty if no operation of the service can. */
  readonly fixes: readonly FixCode[];
  readonly find: (facts: AuditFacts) => Iterable<Breach | Unjudged>;
}

/** A rule as its file writes it. */
export type WrittenRule = Omit<Rule, 'version'> & {
  /** @default 1 */
  readonly version?: number;
};
