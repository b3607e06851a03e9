import { ruleSetText } from '../../domain/access/rule-sets.ts';
import { codeSpan } from '../../text/markdown.ts';
import { visible } from '../../text/printable.ts';
import { counted } from '../../text/words.ts';
import { type AuditReport, choiceNote, needsChoices, type ReportedFinding } from '../report.ts';
import { severities } from '../rule.ts';
import { rules } from '../rules/index.ts';

/**
 * Returns a report as Markdown of at most `maxChars` characters: counts, then the findings, the worst first. Findings
 * that do not fit are counted. Text of the service is in code, where it is no markup and mentions no one.
 */
export function auditMarkdown(report: AuditReport, maxChars: number): string {
  const { organization, taken, accessRules, counts, findings, leftOut = [] } = report;
  const head = [
    `## Audit of ${codeSpan(organization)}`,
    '',
    `${taken.slice(0, 10)}: ${counted(counts.pass, 'rule')} passed, ${counted(counts.fail, 'finding')}, ${counts.accepted} accepted, ${counts.notEvaluated} not evaluated.`,
    '',
    ...(accessRules ? [`${ruleSetText(accessRules)}.`, ''] : []),
    ...(needsChoices(report) ? [`${choiceNote.replace('<member>', '`<member>`')}.`, ''] : []),
    ...leftOut.flatMap(({ rule, reason }) => [`**${rule}** ${reason}.`, '']),
  ].join('\n');
  let text = head;
  let left = findings.length;
  // The texts are made one by one: of very many findings, few fit.
  for (const { heading, body } of blocksOf(findings)) {
    const gap = text.endsWith('\n\n') ? '' : '\n';
    const block = (heading ? `${gap}### ${heading}\n\n` : '') + body;
    const rest = `\n_${left} of ${counted(findings.length, 'finding')} left out._\n`;
    const limit = left === 1 ? maxChars : maxChars - rest.length;
    if (text.length + block.length > limit) return `${text}${rest}`.slice(0, maxChars);
    text += block;
    left -= 1;
  }
  return text.slice(0, maxChars);
}

interface Block {
  /** The heading of the severity, before its first finding. */
  readonly heading: string | undefined;
  readonly body: string;
}

function* blocksOf(findings: readonly ReportedFinding[]): Generator<Block> {
  for (const severity of severities) {
    const own = findings.filter((finding) => finding.severity === severity);
    const heading = `${severity.charAt(0).toUpperCase()}${severity.slice(1)} (${own.length})`;
    for (const [at, finding] of own.entries())
      yield { heading: at === 0 ? heading : undefined, body: findingText(finding) };
  }
}

function findingText(finding: ReportedFinding): string {
  const { rule, object, message, fix, baseline, exception, outcome } = finding;
  const title = rules.find(({ id }) => id === rule)?.title;
  const mark = outcome === 'fail' ? (baseline ? ' (known)' : '') : ` (${outcome.replace('-', ' ')})`;
  const name = object.name === object.id ? '' : `${codeSpan(object.name)} `;
  const lines = [`- **${rule}**${mark} ${object.kind} ${name}(${codeSpan(object.id)}): ${codeSpan(message)}`];
  if (title && outcome === 'fail') lines.push(`  <br>_${title}_`);
  if (exception && outcome === 'accepted') {
    const until = exception.expires === 'never' ? '' : `, until ${exception.expires}`;
    lines.push(`  <br>${codeSpan(exception.reason)}${until}`);
  }
  if (fix !== null && outcome === 'fail') lines.push('', ...fenced(fix).map((line) => `  ${line}`), '');
  return `${lines.join('\n')}\n`;
}

function fenced(command: string): string[] {
  const longest = Math.max(2, ...(command.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}sh`, ...command.split('\n').map(visible), fence];
}
