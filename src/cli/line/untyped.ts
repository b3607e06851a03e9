import type { Verb } from '../verb.ts';
import type { Line } from './read.ts';

const hidden = '***';

interface Texts {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details: readonly string[];
}

/**
 * Returns the report of a line that cannot be read, without the words that the user has typed: a name or an address of a
 * person may be in any of them. Names of commands, flags and output formats stay, also where this command has none of that name.
 */
export async function withoutTyped<Report extends Texts>(report: Report, line: Line): Promise<Report> {
  const hide = hiderOf(typedIn(line, await ownWords(line)));
  return {
    ...report,
    message: hide(report.message),
    ...(report.hint !== undefined && { hint: hide(report.hint) }),
    details: report.details.map(hide),
  };
}

/** The words of the tool itself, which name no one. */
interface OwnWords {
  readonly commands: ReadonlySet<string>;
  /** With their dashes. */
  readonly flags: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
}

async function ownWords({ command }: Line): Promise<OwnWords> {
  let program = command;
  while (program.parent) program = program.parent;
  await program.loadAll();
  const below = (one: Verb): Verb[] => [one, ...one.commands.flatMap(below)];
  const all = below(program);
  const options = all.flatMap((one) => one.options);
  return {
    commands: new Set(all.flatMap((one) => [one.name(), ...one.aliases()])),
    flags: new Set(options.flatMap(({ long }) => long ?? [])),
    formats: new Set(options.flatMap(({ long, facts }) => (long === '--output' ? (facts.known ?? []) : []))),
  };
}

/** Returns the operands, the values of flags, and an unknown flag with its value, but for words of the tool in their place. */
function typedIn({ command, operands, flags, unknownFlag }: Line, own: OwnWords): string[] {
  const [, name = '', value = ''] = /^(--?[^=]*)=?(.*)$/s.exec(unknownFlag ?? '') ?? [];
  const [first = '', ...rest] = operands;
  const isCommand = command.commands.length > 0 && own.commands.has(first);
  const values = flags.flatMap(({ option, value }) =>
    value === undefined || (option.long === '--output' && own.formats.has(value)) ? [] : [value],
  );
  return [
    ...(isCommand ? rest : operands),
    ...(own.flags.has(name) ? [] : [name.replace(/^--?/, '')]),
    ...[value, ...values.flatMap((one) => [one, ...one.split(',')])],
  ];
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
