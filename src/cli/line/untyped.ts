import type { Line } from './read.ts';

const hidden = '***';

/** The texts of an error. */
interface Texts {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: readonly string[];
}

/**
 * Returns the report of a line that cannot be read, without the words that the user has typed: a name or an address of a
 * person may be in any of them. Names of commands and flags stay.
 */
export function withoutTyped<Report extends Texts>(report: Report, line: Line): Report {
  const hide = hiderOf(typedIn(line));
  return {
    ...report,
    message: hide(report.message),
    ...(report.hint !== undefined && { hint: hide(report.hint) }),
    ...(report.details && { details: report.details.map(hide) }),
  };
}

/** Returns the operands, the values of flags, and an unknown flag with its value. */
function typedIn({ operands, flags, unknownFlag }: Line): string[] {
  const [, flag = '', value = ''] = /^--?([^=]*)=?(.*)$/s.exec(unknownFlag ?? '') ?? [];
  const values = flags.flatMap((given) => given.value ?? []);
  return [...operands, flag, value, ...values.flatMap((one) => [one, ...one.split(',')])];
}

/** Returns a function that hides whole words: with the longest first, as one may be a part of another. */
function hiderOf(typed: readonly string[]): (text: string) => string {
  const forms = typed.flatMap((word) => [word, JSON.stringify(word).slice(1, -1), word.trim()]);
  const words = [...new Set(forms)].filter((word) => word !== '').toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return (text) => text;
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const found = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
  return (text) => text.replace(found, hidden);
}
