import type { Command } from 'commander';
import type { Redactor } from '../../api/redact/redact.ts';
import { visible } from '../../text/printable.ts';
import { commandPath } from '../command-path.ts';
import { inWords } from './hints.ts';
import { type Description, describeError, type RanLine } from './report.ts';

// Loaded only if there is an error to report.

/** An error in the words and codes of the interface. */
export interface Report extends Description {
  readonly hint?: string | undefined;
}

/** Makes the report of `error`, with the command that ran and the token that it used, if they are known. */
export function reportOf(error: unknown, line: RanLine): Report {
  return worded(describeError(error, line), line);
}

/** Puts the hint of a description into words. */
export function worded(description: Description, { running, tokenSource }: RanLine): Report {
  const { hint } = description;
  if (typeof hint !== 'object') return { ...description, hint };
  return { ...description, hint: inWords(hint, { reader: running && readerBeside(running), tokenSource }) };
}

/** Returns the command that shows what a change may have done: the reading verb of the same noun. */
function readerBeside(running: Command): string | undefined {
  if (running.name() === 'api') return `${commandPath(running)} GET`;
  const near = running.parent?.commands ?? [];
  const reader = ['list', 'get', 'info'].flatMap(
    (name) => near.find((verb) => verb.name() === name) ?? [],
  )[0];
  return reader && commandPath(reader);
}

/** Returns the report without secrets. */
export function redactReport(report: Report, redactor: Redactor): Report {
  return {
    ...report,
    message: redactor.redactText(report.message),
    ...(report.hint !== undefined && { hint: redactor.redactText(report.hint) }),
    ...(report.details && { details: report.details.map(redactor.redactText) }),
    ...(report.url !== undefined && { url: redactor.redactUrl(report.url) }),
  };
}

/** Returns the lines for people. */
export function reportLines({ message, hint, details, requestId }: Report): string[] {
  const lines = [
    `error: ${message}${requestId ? ` (request ${requestId})` : ''}`,
    ...(details ?? []).map((detail) => `  ${detail}`),
    ...(hint ? [`hint: ${hint}`] : []),
  ];
  return lines.map(visible);
}
