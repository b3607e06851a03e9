import { ruleSetText } from '../../domain/access/rule-sets.ts';
import { codeSpan, piecesThatFit } from '../../text/markdown.ts';
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
  const note = (left: number) => `\n_${left} of ${counted(findings.length, 'finding')} left out._\n`;
  const shown = piecesThatFit(piecesOf(findings), findings.length, maxChars - head.length, note);
  return (head + shown).slice(0, maxChars);
}

/** Yields the texts of findings; the first one of a severity has its heading, behind one blank line. */
function* piecesOf(findings: readonly ReportedFinding[]): Generator<string> {
  let isBlank = false;
  for (const severity of severities) {
    const own = findings.filter((finding) => finding.severity === severity);
    const heading = `${severity.charAt(0).toUpperCase()}${severity.slice(1)} (${own.length})`;
    for (const [at, finding] of own.entries()) {
      const text = findingText(finding);
      yield at === 0 ? `${isBlank ? '' : '\n'}### ${heading}\n\n${text}` : text;
      isBlank = text.endsWith('\n\n');
    }
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
