import { codeSpan, defaultMaxChars } from '../text/markdown.ts';
import { counted } from '../text/plural.ts';
import type { RehearsalReport } from './rehearse.ts';
import { type ReportLine, reportLines } from './rows.ts';

const headings = {
  plan: 'What becomes different',
  access: 'Who gains or loses access',
  audit: 'Findings of the audit',
} as const;

/** The actions that take something away stand first. */
const losses = ['delete', 'revoke', 'lost'];

/**
 * Returns a report as Markdown of at most `maxChars` characters, for a comment. Lines that do not fit are counted. Text
 * of the service stands in code.
 */
export function rehearsalMarkdown(report: RehearsalReport, maxChars = defaultMaxChars): string {
  const { requests, limits } = report;
  const head = '## Rehearsal\n';
  const foot = [
    `\n${counted(requests.read, 'request')} to read, ${counted(requests.written, 'request')} to change.\n`,
    ...(limits.length > 0 ? ['\n<details><summary>What a copy cannot tell</summary>\n\n'] : []),
    ...limits.map((limit) => `- ${codeSpan(limit)}\n`),
    ...(limits.length > 0 ? ['\n</details>\n'] : []),
  ].join('');
  const room = Math.max(0, maxChars - head.length - foot.length);
  return `${head}${fitting(blocksOf(report), room)}${foot}`.slice(0, maxChars);
}

function blocksOf(report: RehearsalReport): string[] {
  const lines = [...reportLines(report)];
  return (['plan', 'access', 'audit'] as const).flatMap((section) => {
    const heading = `\n### ${headings[section]}\n\n`;
    if (report[section] === null) return [`${heading}Not computed.\n`];
    const own = lines.filter((line) => line.section === section);
    if (own.length === 0) return [`${heading}Nothing.\n`];
    const isLoss = ({ change }: ReportLine) => losses.includes(change);
    const inOrder = [...own.filter(isLoss), ...own.filter((line) => !isLoss(line))];
    return inOrder.map((line, at) => `${at === 0 ? heading : ''}${bullet(line)}`);
  });
}

function bullet({ change, kind, name, detail }: ReportLine): string {
  return `- ${change} ${kind} ${codeSpan(name)}${detail ? `: ${codeSpan(detail)}` : ''}\n`;
}

/** Joins as many blocks as fit, and counts the others. */
function fitting(blocks: readonly string[], room: number): string {
  const whole = blocks.join('');
  if (whole.length <= room) return whole;
  let text = '';
  for (const [at, block] of blocks.entries()) {
    const rest = `\n_${counted(blocks.length - at, 'further line')} left out._\n`;
    if (text.length + block.length + rest.length > room) return text + rest;
    text += block;
  }
  return text;
}
