import type { Redactor } from '../../api/redact/redact.ts';
import { LocalStateError, UsageError } from '../../errors.ts';
import type { Output } from '../../output/output.ts';
import type { Files, System } from '../../ports.ts';
import { blocksMarkdown, codeSpan, piecesThatFit } from '../../text/markdown.ts';
import type { JobSummary } from '../../work/run/session.ts';
import { commandPath } from '../command-path.ts';
import type { SharedFlags } from '../flags/flag.ts';
import { assertOwnFile } from '../flags/own-file.ts';
import type { WordedReport } from '../report/worded.ts';
import type { Context } from '../settings/context.ts';
import type { Verb } from '../verb.ts';

// Loaded only if a summary is wanted.

/** GitHub refuses a summary of more than 1 MiB, of all commands of a step together. Some of it stays free. */
const maxFileBytes = 900 * 1024;

/** With less room than this, no summary is written. */
const leastRoom = 4096;

interface SummaryParts {
  readonly system: Pick<System, 'files'>;
  /** What is known of the line by now. */
  readonly state: { readonly flags: SharedFlags; readonly context?: Context; readonly out?: Output };
  readonly redactor: Redactor;
  readonly command: Verb;
}

/** The summary of a command that writes one. */
export interface WrittenSummary extends JobSummary {
  /**
   * Adds the summary to its file, once; `report` says how the command failed. Throws `LocalStateError` if a flag names the
   * file, it cannot be written, and nothing else has failed; otherwise this is a warning.
   */
  write(report?: WordedReport): Promise<void>;
}

type Part = (maxChars: number) => string | Promise<string>;

/**
 * Makes the summary of a command, in the file at `path`. If a flag names it: throws `LocalStateError` if it cannot be
 * written, and `UsageError` if another flag names the same file.
 */
export async function createSummary(
  path: string,
  { system: { files }, state, redactor, command }: SummaryParts,
): Promise<WrittenSummary> {
  const isGiven = state.flags.summary !== undefined;
  if (isGiven) {
    assertOwnFile('--summary', path, files, command);
    await append(files, path, '');
    assertRoom(path, files);
  }
  let body: Part | undefined;
  let listsFailures = false;
  let isWritten = false;

  async function writeText(report: WordedReport | undefined): Promise<void> {
    const size = assertRoom(path, files);
    const room = maxFileBytes - size - 2;
    const known = listsFailures && report ? { ...report, details: [] } : report;
    const ending = await fitting((maxChars) => endingMarkdown(known, maxChars), room / 2);
    const head = headMarkdown(commandPath(command), state);
    const main = body ?? (() => `${head}${report ? '' : 'Done.\n'}`);
    const shown = (await fitting(main, room - Buffer.byteLength(ending))) || `${head}${tooLong}`;
    const text = `${shown}${ending}`;
    await append(files, path, `${size > 0 ? '\n\n' : ''}${text}`);
  }

  return {
    isWanted: true,
    add(document, markdown) {
      const shown = redactor.redactValue(document) as typeof document;
      body = (maxChars) => markdown(shown, maxChars);
    },
    addResults(rows, { next, blocks = [] } = {}) {
      const { redactText } = redactor;
      const results = collectResults(rows(), { redactText, maxChars: maxFileBytes });
      listsFailures = results.counts.has('failed');
      const shown = blocks.map((one) => ({ ...one, entries: one.entries.map(redactText) }));
      const first = shown.length === 0 ? '' : `${blocksMarkdown(shown).trimStart()}\n`;
      const head = `${headMarkdown(commandPath(command), state)}${first}`;
      const tail = next === undefined ? '' : nextMarkdown(redactText(next));
      body = (maxChars) => head + resultsMarkdown(results, maxChars - head.length - tail.length) + tail;
    },
    async write(report) {
      if (isWritten) return;
      isWritten = true;
      try {
        await writeText(report);
      } catch (error) {
        if (isGiven && !report) throw error;
        const reason = error instanceof LocalStateError ? error.message : 'internal error';
        await state.out?.warn(`no summary: ${reason}`).catch(() => {});
      }
    },
  };
}

/** Returns the size of a file. Throws `LocalStateError` if there is no room in it for a summary. */
function assertRoom(path: string, files: Files): number {
  const size = files.size(path);
  if (size + leastRoom <= maxFileBytes) return size;
  throw new LocalStateError(`${path} is full: summaries end at ${maxFileBytes / 1024} KiB`);
}

function headMarkdown(path: string, { context, flags }: SummaryParts['state']): string {
  const org = context?.find('org')?.value;
  const place = org === undefined ? '' : ` in ${codeSpan(org)}`;
  const trial = flags.dryRun ? '**Dry run:** nothing was sent.\n\n' : '';
  return `## ${codeSpan(path)}${place}\n\n${trial}`;
}

const tooLong = 'What it opens and takes away is too long for a summary: the output of the job has it.\n';

/** Returns the longest text of a part that fits into so many bytes; empty if what it never cuts is longer. */
async function fitting(part: Part, maxBytes: number): Promise<string> {
  let maxChars = Math.floor(maxBytes);
  let last = '';
  while (maxChars > 0) {
    const text = await part(maxChars);
    if (text === last) return '';
    last = text;
    const bytes = Buffer.byteLength(text);
    if (bytes <= maxBytes) return text;
    maxChars = Math.floor(Math.min(maxChars, text.length) * (maxBytes / bytes) * 0.99);
  }
  return '';
}

async function append(files: Files, path: string, text: string): Promise<void> {
  try {
    await files.append(path, text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new LocalStateError(error.message, { hint: 'give --summary a file that can be written' });
  }
}

/** Returns how a command ended as Markdown of about `maxChars` characters at most; without a report it went well. */
export function endingMarkdown(report: WordedReport | undefined, maxChars: number): string {
  if (!report) return '';
  const { exitCode, message, details, hint } = report;
  // The message and the hint fit into a half together.
  const most = maxChars / 4;
  const text = `\n**Exit code ${exitCode}:** ${codeSpan(shortened(message, most))}\n`;
  const next = hint === undefined ? '' : nextMarkdown(shortened(hint, most));
  const lines = details.map((detail, at) => `${at === 0 ? '\n' : ''}- ${codeSpan(detail)}\n`);
  const note = (left: number) => `\n_${left} of ${lines.length} lines are left out._\n`;
  const shown = piecesThatFit(lines, lines.length, maxChars - text.length - next.length, note);
  return `${text}${shown}${next}`;
}

function nextMarkdown(sentence: string): string {
  return `\n**Next:** ${codeSpan(sentence)}\n`;
}

/** Returns a text of at most `most` characters; one that is longer says so at its end. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = ` ... (${text.length} characters)`;
  return `${text.slice(0, Math.max(0, most - mark.length)).toWellFormed()}${mark}`;
}

/** Results of work: how many rows have each status, and the entries of those that are worth reading. */
interface SummaryResults {
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
  const text = `**${sentence || 'Nothing to do'}**\n`;
  const pieces = groups.flatMap(({ status, rows, entries }) =>
    entries.map((entry, at) => (at === 0 ? `\n### ${headings[status]} (${rows})\n\n${entry}` : entry)),
  );
  const note = (left: number) => `\n_${left} of ${all} rows left out: the text is too long._\n`;
  return text + piecesThatFit(pieces, all, maxChars - text.length, note);
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
        ? [
            ...text('change'),
            ...text('user'),
            ...text('name'),
            ...text('team').map((team) => `in team ${team}`),
          ]
        : [...text('action'), ...text('kind'), ...text('name')];
  return `- ${what.join(' ')}${reason.join('')}\n`;
}
