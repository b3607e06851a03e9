import { type Flag, isFileArgument } from '../flags/flag.ts';
import { flagsIn, type GivenFlag, type Line } from './read.ts';
import { openSurrounding } from './surrounding.ts';

/** Why a line has no meaning. */
export type CommandProblem =
  | { readonly kind: 'unknown command'; readonly word: string }
  | { readonly kind: 'unknown flag'; readonly word: string }
  | { readonly kind: 'no verb' }
  /** A flag of the verb above is before another verb: `org audit --rules DA101 diff`. */
  | { readonly kind: 'misplaced flag'; readonly flag: GivenFlag }
  /** `instead` is the flag in the place of the value, without its own value, which may be a secret. */
  | { readonly kind: 'no value'; readonly flag: GivenFlag; readonly instead: string | undefined }
  /** An empty argument in the place of a file or a folder, for the same reason: it would mean the working folder. */
  | { readonly kind: 'no path'; readonly argument: string }
  /** `-`, which is standard input or output elsewhere, for a flag that writes a file. */
  | { readonly kind: 'no file'; readonly option: Flag }
  | { readonly kind: 'given twice'; readonly option: Flag }
  | { readonly kind: 'contradiction'; readonly options: readonly [Flag, Flag] }
  /** A flag without any of those that it needs. */
  | { readonly kind: 'alone'; readonly option: Flag; readonly needs: readonly string[] }
  /** A word such as `<member>` in a printed command line, which no one has replaced. */
  | { readonly kind: 'placeholder'; readonly word: string }
  | { readonly kind: 'too many'; readonly word: string };

/** Returns the first problem of a line whose nouns are loaded; `undefined` if commander can run it. */
export function findProblem(line: Line): CommandProblem | undefined {
  const { command, operands, unknownFlag, asksHelp } = line;
  const [first] = operands;
  const hasVerbs = command.commands.length > 0;
  if (hasVerbs && first !== undefined) return { kind: 'unknown command', word: first };
  // Commander prints the version wherever it finds this flag.
  if (asksHelp || line.flags.some(({ option }) => option.long === '--version')) return undefined;
  const valueless = findValueless(line);
  if (valueless) return valueless;
  if (unknownFlag !== undefined) return { kind: 'unknown flag', word: unknownFlag };
  if (hasVerbs && !command.isVerb) return { kind: 'no verb' };
  const misplaced = line.flags.find((flag) => flag.command !== command && !flag.option.facts.isShared);
  if (misplaced) return { kind: 'misplaced flag', flag: misplaced };
  const unnamed = operands.includes('') && argumentAt(command, operands.indexOf(''));
  if (unnamed && isFileArgument(unnamed)) return { kind: 'no path', argument: unnamed.name() };
  const unwritten = line.flags.find(({ option, value }) => value === '-' && option.facts.writesFile);
  if (unwritten) return { kind: 'no file', option: unwritten.option };
  for (const word of [...operands, ...line.flags.map(({ value = '' }) => value)]) {
    const placeholder = placeholderIn(word);
    if (placeholder !== undefined) return { kind: 'placeholder', word: placeholder };
  }
  const extra = operands[mostOperands(line)];
  return extra === undefined ? (findRepetition(line) ?? findAlone(line)) : { kind: 'too many', word: extra };
}

/**
 * Finds a flag whose value is missing, or is another flag, or is an empty name of a file: an empty shell variable causes
 * such a line.
 */
function findValueless({ flags }: Line): CommandProblem | undefined {
  for (const flag of flags) {
    const { option, command, value, words } = flag;
    if (!option.required) continue;
    if (value === undefined || (value === '' && option.takesFile))
      return { kind: 'no value', flag, instead: undefined };
    if (words.length === 1) continue;
    const instead = value === '--' ? value : flagsIn(command, value);
    if (instead !== undefined) return { kind: 'no value', flag, instead };
  }
  return undefined;
}

/** Finds a single flag that is given twice, or `--x` beside `--no-x`: in a script both are mistakes. */
function findRepetition({ flags }: Line): CommandProblem | undefined {
  for (const [at, { command, option }] of flags.entries()) {
    const name = option.attributeName();
    const earlier = flags
      .slice(0, at)
      .find((flag) => flag.command === command && flag.option.attributeName() === name);
    if (!earlier) continue;
    if (earlier.option !== option) return { kind: 'contradiction', options: [earlier.option, option] };
    if (option.required && !option.facts.isRepeatable) return { kind: 'given twice', option };
  }
  return undefined;
}

function findAlone({ flags }: Line): CommandProblem | undefined {
  for (const { option } of flags) {
    const { needs } = option.facts;
    if (needs && !flags.some((flag) => needs.includes(flag.option.long as string)))
      return { kind: 'alone', option, needs };
  }
  return undefined;
}

/** Returns the argument of a command that an operand is: the last one can be several. */
function argumentAt({ registeredArguments }: Line['command'], at: number) {
  const last = registeredArguments.at(-1);
  return registeredArguments[at] ?? (last?.variadic ? last : undefined);
}

function mostOperands(line: Line): number {
  const { command } = line;
  const { registeredArguments } = command;
  if (registeredArguments.at(-1)?.variadic || command.namesOneThing) return Number.POSITIVE_INFINITY;
  return openSurrounding(line) ? 1 : registeredArguments.length;
}

const placeholder =
  /^(?:[^=]*=)?(<(?:administrator|entity-id|file|member|section|space|successor|team|title|url|value)>)(?:=.*)?$/s;

/** Returns the placeholder that a word is, or has at one side of `=`: `<member>=owner`, `tier=<value>`. */
function placeholderIn(word: string): string | undefined {
  return word.includes('<') ? placeholder.exec(word)?.[1] : undefined;
}
