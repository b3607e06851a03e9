import { type Line, openFlag, readLine } from '../line/read.ts';
import type { Candidate } from './offers.ts';

/** Everything that completion knows without a lookup. `bin/docs-admin.js` reads it at every Tab. */
export interface CompletionTable {
  /** The flags that every command takes. */
  readonly flags: readonly FlagEntry[];
  readonly program: CommandEntry;
}

export interface CommandEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly commands: readonly CommandEntry[];
  /** Without those that every command takes, unless it has its own version of one. */
  readonly flags: readonly FlagEntry[];
  /** What each of its arguments can be. */
  readonly operands: readonly Values[];
  /** Whether the last argument may be repeated. */
  readonly isVariadic: boolean;
}

export interface FlagEntry {
  readonly long: string;
  readonly short?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly values?: Values;
  readonly isRepeatable?: boolean;
  /** The flags that must not be beside it. */
  readonly conflicts?: readonly string[];
  readonly description: string;
}

/** What can be in a place: known values, what the tool looks up, files, or a text that only the user knows. */
export type Values = readonly string[] | 'live' | 'files' | null;

/** Makes the scripts offer files: no line with a candidate looks like this one. */
const askForFiles = ':files\n';

/** A command of the table, for the reader of lines. */
class TableCommand {
  readonly entry: CommandEntry;
  readonly #shared: readonly FlagEntry[];

  constructor(entry: CommandEntry, shared: readonly FlagEntry[]) {
    this.entry = entry;
    this.#shared = shared;
  }

  get commands(): readonly TableCommand[] {
    return this.entry.commands.map((child) => new TableCommand(child, this.#shared));
  }

  get options(): readonly FlagEntry[] {
    const { flags: own } = this.entry;
    return [...own, ...this.#shared.filter(({ long }) => !own.some((flag) => flag.long === long))];
  }

  name(): string {
    return this.entry.name;
  }

  aliases(): readonly string[] {
    return this.entry.aliases;
  }
}

/**
 * Returns what to print for the last of `words`: see `candidateLines`. `table` is a `Table` as JSON. Returns `undefined`
 * if the tool must look it up.
 */
export function completeWords(words: readonly string[], table: string): string | undefined {
  const { before, current, isValue } = separateFlag(words);
  const { program, flags } = JSON.parse(table) as CompletionTable;
  const line = readLine(new TableCommand(program, flags), before, () => {});
  const { command, operands, hasDashes } = line;
  const open = openFlag(line);
  if (open) return offer(open.values, current, open.isRepeatable);
  // The flag before the equals sign takes no value.
  if (isValue) return '';
  if (current.startsWith('-') && !hasDashes) return candidateLines(flagCandidates(line), current);
  const below = (operands.length > 0 ? [] : command.commands).map(
    ({ entry: { name: id, summary: title } }): Candidate => ({ id, title }),
  );
  const { operands: known, isVariadic } = command.entry;
  const values = known[operands.length] ?? (isVariadic ? known.at(-1) : undefined);
  return candidateLines(below, current) || offer(values, current);
}

function offer(values: Values = null, current: string, isList = false): string | undefined {
  if (values === 'live') return undefined;
  if (values === 'files') return askForFiles;
  const candidates = (values ?? []).map((id) => ({ id, title: '' }));
  return candidateLines(candidates, current, isList);
}

/** Returns the flags that may still be given: none twice, and none that contradicts another one. */
function flagCandidates({ command, flags }: Line<TableCommand>): Candidate[] {
  const given = flags.map(({ option }) => option);
  const excludes = (one: FlagEntry, other: FlagEntry) =>
    one.conflicts?.includes(other.long) || (one.long === other.long && !one.isRepeatable);
  return command.options
    .filter((option) => !given.some((one) => excludes(one, option) || excludes(option, one)))
    .flatMap(({ long, short, description: title }) =>
      [long, ...(short === undefined ? [] : [short])].map((id) => ({ id, title })),
    );
}

/** Splits the last word `--owner=user_a` into the flag and its value: only the value is completed. */
export function separateFlag(words: readonly string[]): {
  readonly before: readonly string[];
  readonly current: string;
  /** Whether the last word was split. */
  readonly isValue: boolean;
} {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const [, flag, value = ''] = before.includes('--') ? [] : (/^(--[^=]+)=(.*)$/s.exec(current) ?? []);
  return flag === undefined
    ? { before, current, isValue: false }
    : { before: [...before, flag], current: value, isValue: true };
}

/**
 * Returns the candidates that begin like the typed text, one `value<tab>description` a line. In a list of values,
 * separated by commas, the last one is completed, and what is in it already is not offered again.
 */
export function candidateLines(found: readonly Candidate[], current: string, isList = false): string {
  const finished = isList ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  const named = finished.split(',').map(nameIn);
  return found
    .filter(({ id }) => `${finished}${id}`.startsWith(current) && !named.includes(nameIn(id)))
    .map(({ id, title }) => `${finished}${id}\t${title}\n`)
    .join('');
}

/** Returns the name in a value of a list: `user_ada` of `user_ada=owner`. */
function nameIn(value: string): string {
  return value.replace(/=.*/s, '');
}
