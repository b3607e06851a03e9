import { codeSpan } from '../../text/markdown.ts';
import type { Report } from '../report/worded.ts';

/** Returns how a command ended as Markdown of about `maxChars` characters at most; without a report it went well. */
export function endingMarkdown(report: Report | undefined, maxChars: number): string {
  if (!report) return '';
  const { exitCode, message, details = [], hint } = report;
  let text = `\n**Exit code ${exitCode}:** ${codeSpan(message)}\n`;
  const next = hint === undefined ? '' : `\n**Next:** ${codeSpan(hint)}\n`;
  let shown = 0;
  for (const detail of details) {
    const line = `${shown === 0 ? '\n' : ''}- ${codeSpan(detail)}\n`;
    if (text.length + line.length + next.length > maxChars) break;
    text += line;
    shown++;
  }
  if (shown < details.length)
    text += `\n_${details.length - shown} of ${details.length} lines are left out._\n`;
  return `${text}${next}`;
}
