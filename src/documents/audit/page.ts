import { groupBy } from '../../text/group-by.ts';
import script from '../browser/audit.ts?script';
import { type Html, html } from '../html.ts';
import { htmlPage } from '../page.ts';
import auditStyle from '../style/audit.css?style';
import style from '../style/page.css?style';
import { pageCounted, timeText } from '../words.ts';

/** What the page of an audit shows. All texts about objects are untrusted. */
export interface AuditDocument {
  readonly organization: string;
  /** The time of the audit, in ISO 8601. */
  readonly taken: string;
  /** Whether everything could be evaluated. Rules that were left out do not count. */
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

interface ExplainedRule {
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
  readonly evidence: Readonly<Record<string, unknown>>;
  /** The command lines that fix it, one a line; null if there is none. */
  readonly fix: string | null;
  /** Whether the baseline has it, so that it does not fail. */
  readonly baseline?: true;
  readonly exception?: { readonly reason: string; readonly expires: string };
}

/**
 * Yields the page of an audit, in pieces: the findings by severity and rule, with the commands that fix them. With
 * scripts it also has filters.
 */
export function auditPage(document: AuditDocument): Generator<string> {
  const title = `Audit of ${document.organization}`;
  return htmlPage({ title, style: `${style} ${auditStyle}`, script }, body(title, document));
}

function* body(title: string, document: AuditDocument): Generator<Html> {
  const { counts, taken, complete, leftOut = [], notes, severities, findings } = document;
  yield html`<header class="top"><h1>${title}</h1>
<p class="sum">${pageCounted(counts.pass, 'rule')} passed · ${pageCounted(counts.fail, 'finding')} · ${counts.accepted} accepted · ${counts.notEvaluated} not evaluated · read <time datetime="${taken}">${timeText(taken)}</time></p>
<p class="levels">${severities.map((severity) => summary(severity, findings))}</p>
${leftOut.map(({ rule, reason }) => html`<p class="sum">${rule} ${reason}.</p>\n`)}${notes.map((note) => html`<p class="sum">${note}.</p>\n`)}${complete ? undefined : html`<p class="incomplete">Not complete: something could not be evaluated. It is listed below, and is no pass.</p>\n`}</header>
<main><div id="app"></div>
`;
  for (const severity of severities) yield* section(severity, document);
  if (findings.length === 0) yield html`<p class="empty">Nothing was found.</p>\n`;
  yield html`</main>\n`;
}

function summary(severity: string, findings: readonly ShownFinding[]): Html {
  const count = findings.filter((one) => one.severity === severity && one.outcome === 'fail').length;
  if (count === 0) return html``;
  return html`<span class="severity" data-severity="${severity}">${severity} ${count}</span> `;
}

function* section(severity: string, { findings, rules }: AuditDocument): Generator<Html> {
  const ofSeverity = findings.filter((finding) => finding.severity === severity);
  const byRule = groupBy(ofSeverity, ({ rule }) => rule);
  if (byRule.size === 0) return;
  yield html`<section class="group" data-severity="${severity}"><h2><span class="severity" data-severity="${severity}">${severity}</span></h2>\n`;
  for (const [id, own] of byRule) {
    const rule = rules.find((one) => one.id === id);
    yield html`<article data-rule="${id}">${ruleHead(id, rule, own.length)}
<table><thead><tr><th scope="col">What</th><th scope="col">Finding</th><th scope="col">Fix</th></tr></thead><tbody>\n`;
    for (const finding of own) yield row(finding);
    yield html`</tbody></table></article>\n`;
  }
  yield html`</section>\n`;
}

function ruleHead(id: string, rule: ExplainedRule | undefined, count: number): Html {
  const head = html`<h3><span class="rule">${id}</span> ${rule?.title ?? ''} <small>${pageCounted(count, 'finding')}</small></h3>`;
  if (!rule) return head;
  return html`${head}<details><summary>Why, and how to fix it</summary><p>${rule.why}</p><p>${rule.howToFix}</p></details>`;
}

function row(finding: ShownFinding): Html {
  const { object, message, evidence, fix, outcome } = finding;
  const name = object.name === object.id ? undefined : html`${object.name} `;
  const lines = fix === null || outcome !== 'fail' ? [] : fix.split('\n');
  const commands = lines.map((line) => html`<div><code class="fix">${line}</code></div>`);
  return html`<tr data-outcome="${finding.baseline ? 'known' : outcome}"><th scope="row">${name}<small>${object.kind} ${object.id}</small></th><td>${mark(finding)}${message}${proof(evidence)}</td><td>${commands}</td></tr>\n`;
}

/** Says why a finding does not fail, if so. */
function mark({ outcome, baseline, exception }: ShownFinding): Html | undefined {
  if (outcome === 'not-evaluated') return html`<i class="tag">not evaluated</i> `;
  if (baseline) return html`<i class="tag">known</i> `;
  if (outcome !== 'accepted') return undefined;
  const until = !exception || exception.expires === 'never' ? '' : ` until ${exception.expires}`;
  return html`<i class="tag">accepted${until}</i> ${exception ? html`<span>${exception.reason}: </span>` : undefined}`;
}

function proof(evidence: Readonly<Record<string, unknown>>): Html | undefined {
  const texts = Object.entries(evidence).map(([key, value]) => `${key}: ${valueText(value)}`);
  return texts.length === 0 ? undefined : html`<small class="proof">${texts.join(' · ')}</small>`;
}

/** Returns a value as text: `Ada; Grace` for a list, `team Docs, level edit` for an object. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join('; ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return String(value ?? 'none');
  const texts = Object.entries(value).map(([key, one]) => `${key} ${valueText(one)}`);
  return texts.join(', ');
}
