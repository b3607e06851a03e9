import { codeSpan } from '../../text/markdown.ts';
import type { WordedReport } from '../report/worded.ts';

/** Returns how a command ended as Markdown of about `maxChars` characters at most; without a report it went well. */
export function endingMarkdown(report: WordedReport | undefined, maxChars: number): string {
  if (!report) return '';
  const { exitCode, message, details = [], hint } = report;
  // The message and the hint fit into a half together.
  const most = maxChars / 4;
  let text = `\n**Exit code ${exitCode}:** ${codeSpan(shortened(message, most))}\n`;
  const next = hint === undefined ? '' : nextMarkdown(shortened(hint, most));
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

/** Returns what to do next as Markdown. */
export function nextMarkdown(sentence: string): string {
  return `\n**Next:** ${codeSpan(sentence)}\n`;
}

/** Returns a text of at most `most` characters; one that is longer says so at its end. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = ` ... (${text.length} characters)`;
  return `${text.slice(0, Math.max(0, most - mark.length)).toWellFormed()}${mark}`;
}
