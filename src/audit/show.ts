import { ruleSetText } from '../domain/access/rule-sets.ts';
import { Unfinished } from '../errors.ts';
import { isStdin } from '../inputs.ts';
import { keyName } from '../org/key-names.ts';
import type { LoadedFile } from '../org/organization.ts';
import { kindOfSection } from '../org/section-names.ts';
import type { Output } from '../output/output.ts';
import { isObject } from '../text/fields.ts';
import { defaultMaxChars } from '../text/markdown.ts';
import { escapeJson } from '../text/printable.ts';
import { shortened } from '../text/shortened.ts';
import { counted } from '../text/words.ts';
import { auditView, findingChangeView, findingRowView, findingView } from '../views/audit.ts';
import { controlText } from './controls.ts';
import type { AuditDifferences, FindingChange } from './diff.ts';
import type { AuditedObject } from './facts.ts';
import { auditJunit } from './formats/junit.ts';
import { auditMarkdown } from './formats/markdown.ts';
import { auditSarif, type FilePlace } from './formats/sarif.ts';
import {
  type AuditReport,
  choiceNote,
  failingFindings,
  needsChoices,
  type ReportedFinding,
} from './report.ts';
import { type Rule, type Severity, severities } from './rule.ts';
import { rules } from './rules/index.ts';

type Out = Pick<Output, 'raw' | 'item' | 'list' | 'note'>;

/** How to print. */
interface Form {
  /** One of the formats of the output, or `markdown`, `sarif`, `junit`. */
  readonly format: string;
  /** Whether a query changes the result, so that it is printed as one object. */
  readonly isQueried: boolean;
}

interface ReportOptions extends Form {
  readonly rules: readonly Rule[];
  readonly failOn: Severity;
  readonly organizationFile: LoadedFile | undefined;
  readonly hasBaseline: boolean;
  readonly maxChars: number | undefined;
}

/** Prints a report in the chosen format. Throws `Unfinished` for findings that fail, and for what could not be evaluated. */
export async function reportAudit(out: Out, report: AuditReport, options: ReportOptions): Promise<void> {
  const text = await ownText(report, options);
  if (text) await out.raw(text);
  else await printUsual(out, report, options);
  if (report.accessRules) await out.note(ruleSetText(report.accessRules));
  for (const { rule, reason } of report.leftOut ?? []) await out.note(`${rule} ${reason}`);
  const { failOn } = options;
  const failed = failingFindings(report, failOn);
  if (failed.length > 0) {
    throw new Unfinished(`${counted(failed.length, 'finding')} at or above the severity ${failOn}`, {
      kind: 'no',
    });
  }
  assertComplete(report.findings.filter(({ outcome }) => outcome === 'not-evaluated'));
}

/** Returns the text of a format of audits, in pieces that are lines; `undefined` for a usual format. */
async function ownText(report: AuditReport, options: ReportOptions): Promise<Iterable<string> | undefined> {
  const { format, rules: applied, organizationFile, hasBaseline, maxChars = defaultMaxChars } = options;
  switch (format) {
    case 'markdown':
      return [auditMarkdown(report, maxChars)];
    case 'junit':
      return auditJunit(report, applied);
    case 'sarif': {
      const place = organizationFile && placeIn(organizationFile);
      const placeOf = ({ object }: ReportedFinding) => (place ? place(object) : { file: usualName, line: 1 });
      return [auditSarif(report, { rules: applied, placeOf, hasBaseline })];
    }
    case 'html': {
      const { auditPage } = await import('../documents/audit/page.ts');
      const { accessRules } = report;
      const notes = [
        ...(accessRules ? [ruleSetText(accessRules)] : []),
        ...(needsChoices(report) ? [choiceNote] : []),
      ];
      return auditPage({ ...report, notes, severities, rules });
    }
  }
  return undefined;
}

async function printUsual(out: Out, report: AuditReport, form: Form): Promise<void> {
  const { format } = form;
  if (format === 'json' && !form.isQueried) return printJson(out, report);
  if (isWhole(form)) return out.item(report, auditView);
  if (format !== 'table' && format !== 'wide') return out.list(pagesOf(report.findings), findingRowView);
  for (const { heading, findings } of groupsIn(report)) {
    await out.raw(heading);
    if (findings.length > 0) await out.list(pagesOf(findings, marked), findingView);
    await out.raw('');
  }
  const { pass, fail, accepted, notEvaluated } = report.counts;
  const words = [`${counted(pass, 'rule')} passed`, counted(fail, 'finding')];
  if (accepted > 0) words.push(`${accepted} accepted`);
  if (notEvaluated > 0) words.push(`${notEvaluated} not evaluated`);
  await out.note(words.join(', '));
  if (needsChoices(report)) await out.note(`${choiceNote}.`);
}

/** Yields the findings by their severity, or by the controls that they are against. */
function* groupsIn({ findings, controls }: AuditReport) {
  for (const control of controls ?? [])
    yield {
      heading: controlText(control),
      findings: findings.filter((finding) => finding.controls.includes(control.control)),
    };
  const others = controls ? findings.filter((finding) => finding.controls.length === 0) : [];
  if (others.length > 0) yield { heading: `No control (${others.length})`, findings: others };
  for (const severity of controls ? [] : severities) {
    const own = findings.filter((finding) => finding.severity === severity);
    if (own.length > 0) yield { heading: `${severity.toUpperCase()} (${own.length})`, findings: own };
  }
}

/** The number of findings that are printed at once: all of them together would take much memory. */
const pageSize = 500;

function* pagesOf<Item>(
  findings: readonly ReportedFinding[],
  shown: (finding: ReportedFinding) => Item = (finding) => finding as Item,
): Generator<Item[]> {
  for (let at = 0; at < findings.length; at += pageSize) {
    yield findings.slice(at, at + pageSize).map(shown);
  }
}

/** Prints a report as JSON, piece by piece. */
async function printJson({ raw }: Out, { findings, ...head }: AuditReport): Promise<void> {
  const opening = JSON.stringify(head, null, 2).replace(/\n\}$/, ',');
  if (findings.length === 0) return raw(`${escapeJson(opening)}\n  "findings": []\n}`);
  await raw(`${escapeJson(opening)}\n  "findings": [`);
  for (let at = 0; at < findings.length; at += pageSize) {
    const piece = JSON.stringify(findings.slice(at, at + pageSize), null, 2).slice(2, -2);
    const end = at + pageSize < findings.length ? ',' : '';
    await raw(escapeJson(piece.replaceAll('\n', '\n  ').replace(/^/, '  ')) + end);
  }
  await raw('  ]\n}');
}

/** Returns whether the result is printed as one object, instead of as a list. */
function isWhole({ format, isQueried }: Form): boolean {
  return isQueried || format === 'json' || format === 'yaml';
}

function marked({ outcome, baseline, fix, ...finding }: ReportedFinding) {
  const word = baseline ? 'known' : outcome.replace('-', ' ');
  return { ...finding, outcome: word, fix: outcome === 'fail' ? fix?.split('\n') : null };
}

const auditLacks = 'the audit is incomplete: not everything could be evaluated';
const comparisonLacks = 'the comparison is incomplete: some findings cannot be compared';

function assertComplete(open: readonly ReportedFinding[], what = auditLacks): void {
  if (open.length === 0) return;
  const reasons = [...new Set(open.map(({ rule, object, message }) => `${rule} ${object.name}: ${message}`))];
  throw new Unfinished(what, {
    kind: 'incomplete',
    details: shortened(reasons),
  });
}

/** Prints the differences between two audits. Throws `Unfinished` for new findings with `isChecked`, and for what cannot be compared. */
export async function reportDifferences(
  out: Out,
  differences: AuditDifferences,
  form: Form & {
    readonly accessRules: AuditReport['accessRules'] | undefined;
    readonly isChecked: boolean;
  },
): Promise<void> {
  if (isWhole(form)) await out.item(differences, auditView);
  else await out.list([rowsOf(differences)], findingChangeView);
  if (form.accessRules) await out.note(ruleSetText(form.accessRules));
  const fresh = differences.new.filter(({ after }) => after?.outcome === 'fail').length;
  if (form.isChecked && fresh > 0) throw new Unfinished(counted(fresh, 'new finding'), { kind: 'no' });
  const open = differences.incomparable.map(({ before, after }) => openOne(before, after));
  assertComplete(open, comparisonLacks);
}

function openOne(before: ReportedFinding | null, after: ReportedFinding | null): ReportedFinding {
  const known = [after, before].filter((one) => one !== null);
  return known.find(({ outcome }) => outcome === 'not-evaluated') ?? (known[0] as ReportedFinding);
}

function rowsOf(differences: AuditDifferences) {
  return Object.entries(differences).flatMap(([change, findings]: [string, readonly FindingChange[]]) =>
    findings.map(({ before, after }) => ({ change, ...(after ?? before) })),
  );
}

type Path = readonly (string | number)[];

/** The name of an organization file where nothing tells it, such as for standard input. */
const usualName = 'organization.yaml';

/** Returns where an object is in an organization file; line 1 of its first part for an object that it does not hold. */
function placeIn({ organization, where }: LoadedFile): (object: AuditedObject) => FilePlace {
  const index = indexOf({ ...organization });
  const nameOf = (file: string) => (isStdin(file) ? usualName : file);
  const top = nameOf(where([]).file);
  return (object) => {
    const path = index.get(`${object.kind} ${object.id}`) ?? index.get(`${object.kind} ${object.name}`);
    if (!path) return { file: top, line: 1 };
    const { file, place } = where(path);
    return { file: nameOf(file), line: place?.line ?? 1 };
  };
}

/** Finds the things of a file: by kind and name, by kind and id where the key or the value has one. */
function indexOf(organization: Readonly<Record<string, unknown>>): Map<string, Path> {
  const index = new Map<string, Path>();
  const add = (kind: string, name: string, path: Path) => {
    if (!index.has(`${kind} ${name}`)) index.set(`${kind} ${name}`, path);
  };
  const addAll = (kind: string, things: unknown, path: Path) => {
    if (!isObject(things)) return;
    for (const [key, value] of Object.entries(things)) {
      const place = [...path, key];
      for (const name of namesOf(kind, key, value)) add(kind, name, place);
      if (kind === 'collection' && isObject(value))
        addAll(kind, value.collections, [...place, 'collections']);
    }
  };
  for (const [section, kind] of Object.entries(kindOfSection)) addAll(kind, organization[section], [section]);
  for (const [name, path] of siteSpacesIn(organization.sites)) add('site-space', name, path);
  return index;
}

/** Yields the spaces of sites and of their sections, by the titles of the site and of the space: `Docs: Guides`. */
function* siteSpacesIn(sites: unknown): Generator<[string, Path]> {
  for (const [key, site] of entriesOf(sites)) {
    const sections = entriesOf(isObject(site) ? site.sections : undefined);
    const holders: [Path, unknown][] = [
      [[], site],
      ...sections.map(([at, section]): [Path, unknown] => [['sections', at], section]),
    ];
    for (const [within, holder] of holders) {
      for (const [at, one] of entriesOf(isObject(holder) ? holder.spaces : undefined)) {
        if (!isObject(one) || typeof one.space !== 'string') continue;
        const place = ['sites', key, ...within, 'spaces', at];
        for (const title of namesOf('site', String(key), site))
          for (const space of namesOf('space', one.space, undefined)) yield [`${title}: ${space}`, place];
      }
    }
  }
}

function entriesOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

/** Returns the names of a thing: its key; the title and the id of `Docs (team_docs)`; the end of a path; its `id`. */
function namesOf(kind: string, key: string, value: unknown): string[] {
  const { title, id } = keyName(key);
  const own = isObject(value) && typeof value.id === 'string' ? value.id : undefined;
  const end = kind === 'space' ? key.split('/').at(-1) : undefined;
  return [own, id, key, title, end].filter((name) => name !== undefined);
}
