import type { AccessDifference, ChangeClass } from '../access/difference.ts';
import { countedPeople, groupedChanges, namesText } from '../access/grouped.ts';
import type { AuditDifferences } from '../audit/diff.ts';
import { isDifferent, type OrganizationDocument } from '../org/plan/document.ts';
import { type LineOptions, planLines } from '../org/plan/show/lines.ts';
import { planMarkdown } from '../org/plan/show/markdown.ts';
import type { ShownLine } from '../output/output.ts';
import { codeSpan, defaultMaxChars, piecesThatFit } from '../text/markdown.ts';
import { counted } from '../text/words.ts';
import type { RehearsalReport } from './rehearse.ts';
import type { RequestCounts } from './wire.ts';

interface SectionEntry {
  readonly act: string;
  readonly what: string;
  readonly name: string;
  readonly detail: string;
  readonly tone: 'good' | 'bad' | 'attention';
}

const accessActs: Readonly<Record<ChangeClass, Pick<SectionEntry, 'act' | 'tone'>>> = {
  gained: { act: 'gained', tone: 'good' },
  lost: { act: 'lost', tone: 'bad' },
  changed: { act: 'changed', tone: 'attention' },
  way: { act: 'given differently', tone: 'attention' },
  incomparable: { act: 'not comparable', tone: 'attention' },
};

/** Yields who gained or lost access, the same people and places together; losses come first. */
function* accessEntries(access: AccessDifference): Generator<SectionEntry> {
  const groups = groupedChanges(access);
  const losses = groups.filter(({ class: name }) => name === 'lost');
  const others = groups.filter(({ class: name }) => name !== 'lost');
  for (const { class: name, before, after, people, places } of [...losses, ...others]) {
    const [was, is] = [before ?? 'none', after ?? 'none'];
    yield {
      ...accessActs[name],
      what: `${countedPeople(people)} in`,
      name: namesText(places),
      detail: `${was === is ? was : `${was} → ${is}`}: ${namesText(people)}`,
    };
  }
}

/** Counts the people of each class, for a heading: ` (gained: 29 people)`; empty if nothing changes. */
function accessCounts(access: AccessDifference): string {
  const counts = (['lost', 'gained', 'changed'] as const).flatMap((name) =>
    access[name].length === 0
      ? []
      : [`${accessActs[name].act}: ${countedPeople(access[name].map(({ user }) => user))}`],
  );
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`;
}

const auditActs: Readonly<Record<keyof AuditDifferences, Pick<SectionEntry, 'act' | 'tone'>>> = {
  new: { act: 'new', tone: 'bad' },
  gone: { act: 'gone', tone: 'good' },
  changed: { act: 'changed', tone: 'attention' },
  incomparable: { act: 'not comparable', tone: 'attention' },
};

/** Yields the findings that are new, gone or judged otherwise. */
function* auditEntries(audit: AuditDifferences): Generator<SectionEntry> {
  for (const name of Object.keys(auditActs) as (keyof AuditDifferences)[]) {
    for (const { before, after } of audit[name]) {
      const finding = after ?? before;
      if (!finding) continue;
      const { rule, severity, object, message } = finding;
      yield { ...auditActs[name], what: `${rule} (${severity})`, name: object.name, detail: message };
    }
  }
}

/**
 * Says how many requests a change took, and how long they take at `rate` requests in a second; `undefined` if the service
 * has refused none so far.
 */
function requestSentence({ read, written }: RequestCounts, rate: number | undefined): string {
  const requests = `${counted(read, 'request')} to read, ${counted(written, 'request')} to change`;
  if (rate === undefined) return `${requests}; the service has shown no rate limit`;
  const seconds = Math.ceil((read + written) / rate);
  return `${requests}: about ${counted(seconds, 'second')} at the ${rate.toPrecision(2)} a second that the service takes`;
}

interface MarkdownOptions {
  readonly maxChars?: number | undefined;
  /** The requests in a second that the service takes; `undefined` if that is not known. */
  readonly rate: number | undefined;
}

/**
 * Returns a report as Markdown of at most `maxChars` characters, for a comment: half of them for the plan at most. A
 * line says how much is left out. What the plan opens and takes away is never cut: the text may be longer for it. Text of the
 * service is in code.
 */
export function rehearsalMarkdown(
  { plan, access, audit, requests, limits }: RehearsalReport,
  { maxChars = defaultMaxChars, rate }: MarkdownOptions,
): string {
  const planned = plan
    ? planMarkdown(plan, Math.floor(maxChars / 2))
    : '## Rehearsal\n\nNothing was changed.\n';
  const sentence = `\n${requestSentence(requests, rate)}.\n`;
  const details = [
    ...(limits.length > 0 ? ['\n<details><summary>What a copy cannot tell</summary>\n\n'] : []),
    ...limits.map((limit) => `- ${codeSpan(limit)}\n`),
    ...(limits.length > 0 ? ['\n</details>\n'] : []),
  ].join('');
  const blocks = [
    ...(access ? blocksOf(`Who gains or loses access${accessCounts(access)}`, accessEntries(access)) : []),
    ...(audit ? blocksOf('Findings of the audit', auditEntries(audit)) : []),
  ];
  const room = Math.max(0, maxChars - planned.length - sentence.length);
  const foot = `${sentence}${details.length <= room / 2 ? details : '\n_What a copy cannot tell is left out._\n'}`;
  const whole = blocks.join('');
  const most = room - foot.length + sentence.length;
  const note = (left: number) => `\n_${left} of ${counted(blocks.length, 'line')} left out._\n`;
  return `${planned}${whole.length <= most ? whole : piecesThatFit(blocks, blocks.length, most, note)}${foot}`;
}

function blocksOf(title: string, entries: Iterable<SectionEntry>): string[] {
  const heading = `\n### ${title}\n\n`;
  const lines = [...entries].map(
    ({ act, what, name, detail }) => `- **${act}** ${what} ${codeSpan(name)}: ${codeSpan(detail)}\n`,
  );
  const [first = 'Nothing.\n', ...others] = lines;
  return [`${heading}${first}`, ...others];
}

/** Returns the lines of a report: the plan, access, the audit, and the requests. */
export function rehearsalLines(
  { plan, access, audit, requests }: RehearsalReport,
  { rate, ...options }: LineOptions & { readonly rate: number | undefined },
): ShownLine[] {
  const shown = ({ act, what, name, detail, tone }: SectionEntry): ShownLine => ({
    text: `  ${act} ${what} ${name}: ${detail}`,
    tone,
  });
  const part = (text: string, entries: Iterable<SectionEntry> | undefined): ShownLine[] => {
    const lines = [...(entries ?? [])].map(shown);
    const words = entries ? 'nothing' : 'not computed';
    return [
      { text: '' },
      { text, tone: 'heading' },
      ...(lines.length > 0 ? lines : [{ text: `  ${words}` }]),
    ];
  };
  return [
    ...planPart(plan, options),
    ...part(access ? `access${accessCounts(access)}` : 'access', access ? accessEntries(access) : undefined),
    ...part('audit', audit ? auditEntries(audit) : undefined),
    { text: '' },
    { text: requestSentence(requests, rate) },
  ];
}

function planPart(plan: OrganizationDocument | null, options: LineOptions): ShownLine[] {
  if (!plan) return [{ text: 'nothing was changed' }];
  const isEmpty = !isDifferent(plan) && plan.objections.length === 0;
  return isEmpty ? [{ text: 'nothing becomes different' }] : planLines(plan, options);
}
