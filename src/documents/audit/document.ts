/** What the page of an audit shows. All texts about objects are untrusted. */
export interface AuditDocument {
  readonly organization: string;
  /** The time of the audit: an ISO timestamp. */
  readonly taken: string;
  /** Whether everything could be evaluated. */
  readonly complete: boolean;
  /** The rules that were not applied, with a reason: `was left out: ...`. */
  readonly leftOut?: readonly { readonly rule: string; readonly reason: string }[];
  /** `pass` counts rules; the others count findings. */
  readonly counts: Readonly<Record<'pass' | 'fail' | 'accepted' | 'notEvaluated', number>>;
  /** What readers must know, as sentences without their last full stop. */
  readonly notes: readonly string[];
  /** The severities, the worst first. */
  readonly severities: readonly string[];
  readonly rules: readonly ExplainedRule[];
  readonly findings: readonly ShownFinding[];
}

export interface ExplainedRule {
  readonly id: string;
  /** What must be so. */
  readonly title: string;
  /** Why, and how to fix it: sentences. */
  readonly why: string;
  readonly howToFix: string;
}

export interface ShownFinding {
  readonly rule: string;
  readonly severity: string;
  readonly outcome: 'fail' | 'accepted' | 'not-evaluated';
  readonly object: { readonly kind: string; readonly id: string; readonly name: string };
  readonly message: string;
  /** The values that show it. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** The command lines that fix it, one a line; null if there is none. */
  readonly fix: string | null;
  /** Whether an earlier audit had it already. */
  readonly baseline?: true;
  readonly exception?: { readonly reason: string; readonly expires: string };
}
