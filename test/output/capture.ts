import { createOutput } from '../../src/output/create-output.ts';
import type { Output, OutputOptions } from '../../src/output/output.ts';
import type { View } from '../../src/output/view.ts';
import type { Sink } from '../../src/ports.ts';

export const now = Date.parse('2026-05-04T12:00:00Z');

export const memberView: View = {
  id: 'id',
  columns: [{ field: 'id' }, { field: 'user.name', label: 'Name' }, { field: 'role', whenEmpty: 'guest' }],
};

export const outputDefaults: Omit<OutputOptions, 'stdout' | 'stderr'> = {
  format: 'table',
  isFormatChosen: true,
  fields: undefined,
  fieldFacts: undefined,
  query: undefined,
  headers: true,
  quiet: false,
  csvRaw: false,
  color: false,
  messageColor: false,
  plain: false,
  unicode: true,
  links: false,
  now: () => now,
};

interface Capture {
  readonly out: Output;
  /** The texts of each write to stdout. */
  readonly writes: string[];
  stdout(): string;
  stderr(): string;
}

/** An output whose streams are kept in memory. */
export function capture(
  options: Partial<Omit<OutputOptions, 'stdout' | 'stderr'>> & { columns?: number } = {},
): Capture {
  const { columns, ...rest } = options;
  const writes: string[] = [];
  const messages: string[] = [];
  const out = createOutput({
    stdout: memorySink(writes, columns),
    stderr: memorySink(messages, columns),
    ...outputDefaults,
    messageColor: rest.color ?? false,
    ...rest,
  });
  return { out, writes, stdout: () => writes.join(''), stderr: () => messages.join('') };
}

function memorySink(writes: string[], columns: number | undefined): Sink {
  return {
    isTerminal: columns !== undefined,
    columns,
    write: async (text) => {
      writes.push(text);
    },
  };
}

/** Characters that must never be printed as they are. */
export const hostile = [
  ...['\u001b[2J', '\u001b]52;c;aGk=\u0007', '\r', '\b', '\u007f', '\u009b31m', '\u0085'],
  ...['\u202e', '\u2066', '\u200e', '\u200b', '\u200d', '\ufeff', '\u2028', '\u2029', '\u{e0041}', '\u061c'],
].join('x');

export const rawHostile =
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
