import { codeSpan } from '../../text/markdown.ts';

/** Results of work: how many rows have each status, and the entries of those that are worth reading. */
export interface SummaryResults {
  readonly counts: ReadonlyMap<string, number>;
  readonly groups: readonly Group[];
}

interface Group {
  readonly status: string;
  readonly rows: number;
  /** As many as a summary can hold. */
  readonly entries: readonly string[];
}

/** The statuses in the order of a summary, with their headings. Rows without change are only counted. */
const headings: Readonly<Record<string, string>> = {
  failed: 'Failed',
  unknown: 'Outcome unknown',
  'not-attempted': 'Not attempted',
  done: 'Done',
  planned: 'Planned',
};

/**
 * Counts rows as a command prints them, with a `status` each, and writes an entry for those that changed, failed, or would
 * change. Keeps about `maxChars` characters of entries of one status. Text is made safe for Markdown, secrets are hidden.
 */
export function collectResults(
  rows: Iterable<object>,
  { redactText, maxChars }: { redactText(text: string): string; maxChars: number },
): SummaryResults {
  const counts = new Map<string, number>();
  const kept = new Map<string, { entries: string[]; room: number }>();
  const shown = (text: string) => codeSpan(redactText(text));
  for (const row of rows as Iterable<Readonly<Record<string, unknown>>>) {
    const status = String(row.status);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (!headings[status]) continue;
    const group = kept.get(status) ?? { entries: [], room: maxChars };
    kept.set(status, group);
    if (group.room <= 0) continue;
    const entry = entryOf(row, shown);
    group.room -= entry.length;
    group.entries.push(entry);
  }
  const groups = Object.keys(headings).flatMap((status) => {
    const { entries } = kept.get(status) ?? {};
    return entries ? [{ status, rows: counts.get(status) ?? 0, entries }] : [];
  });
  return { counts, groups };
}

/** Returns results as Markdown of about `maxChars` characters at most. A line says how many rows are cut. */
export function resultsMarkdown({ counts, groups }: SummaryResults, maxChars: number): string {
  const all = groups.reduce((sum, { rows }) => sum + rows, 0);
  const order = [...new Set([...Object.keys(headings), ...counts.keys()])].filter((one) => counts.has(one));
  const sentence = order.map((status) => `${counts.get(status)} ${status.replace('-', ' ')}`).join(', ');
  let text = `**${sentence || 'Nothing to do'}**\n`;
  let shown = 0;
  for (const { status, rows, entries } of groups) {
    let heading = `\n### ${headings[status]} (${rows})\n\n`;
    for (const entry of entries) {
      if (text.length + heading.length + entry.length > maxChars) break;
      text += heading + entry;
      heading = '';
      shown++;
    }
  }
  return shown === all ? text : `${text}\n_${all - shown} of ${all} rows left out: the text is too long._\n`;
}

/** Writes the entry of a row: of a membership, of a command of `batch`, or of a change. */
function entryOf(row: Readonly<Record<string, unknown>>, shown: (text: string) => string): string {
  const text = (field: string) => {
    const value = row[field];
    return value === null || value === undefined ? [] : [shown(String(value))];
  };
  const reason = text('error').map((error) => `: ${error}`);
  const what =
    'command' in row
      ? [`row ${Number(row.row)}`, ...text('command'), ...(row.status === 'done' ? text('id') : [])]
      : 'change' in row
        ? [...text('change'), ...text('user'), ...text('name'), ...inTeam(text('team'))]
        : [...text('action'), ...text('kind'), ...text('name')];
  return `- ${what.join(' ')}${reason.join('')}\n`;
}

function inTeam(team: readonly string[]): string[] {
  return team.map((one) => `in team ${one}`);
}
