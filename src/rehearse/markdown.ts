import { planMarkdown } from '../org/plan/show/markdown.ts';
import { codeSpan, defaultMaxChars } from '../text/markdown.ts';
import { counted } from '../text/plural.ts';
import type { RehearsalReport } from './rehearse.ts';
import {
  accessCounts,
  accessEntries,
  auditEntries,
  requestSentence,
  type SectionEntry,
} from './report-words.ts';

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
  return `${planned}${fitting(blocks, room - foot.length + sentence.length)}${foot}`;
}

function blocksOf(title: string, entries: Iterable<SectionEntry>): string[] {
  const heading = `\n### ${title}\n\n`;
  const lines = [...entries].map(
    ({ act, what, name, detail }) => `- **${act}** ${what} ${codeSpan(name)}: ${codeSpan(detail)}\n`,
  );
  const [first = 'Nothing.\n', ...others] = lines;
  return [`${heading}${first}`, ...others];
}

/** Joins as many blocks as fit, and counts the others. */
function fitting(blocks: readonly string[], room: number): string {
  const whole = blocks.join('');
  if (whole.length <= room) return whole;
  let text = '';
  for (const [at, block] of blocks.entries()) {
    const rest = `\n_${blocks.length - at} of ${counted(blocks.length, 'line')} left out._\n`;
    if (text.length + block.length + rest.length > room) return text + rest;
    text += block;
  }
  return text;
}
