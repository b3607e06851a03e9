import type { Verb } from '../verb.ts';

/** A flag, as far as the reader must know it: a `Flag`, or one of the table of completion. */
interface ReadableFlag {
  readonly long?: string | undefined;
  readonly short?: string | undefined;
  /** Whether a value must follow. */
  readonly required?: boolean;
  /** Whether a value may follow. */
  readonly optional?: boolean;
}

/** A command, as far as the reader must know it. */
export interface Readable {
  name(): string;
  aliases(): readonly string[];
  readonly commands: readonly this[];
  readonly options: readonly ReadableFlag[];
}

type FlagOf<C extends Readable> = C['options'][number];

/** The words of a command line, by their meaning. */
export interface Line<C extends Readable = Verb> {
  readonly words: readonly string[];
  /** The command that it names, as far as that exists. */
  readonly command: C;
  /** The words that name the command: `teams`, `members`, `rm`. */
  readonly path: readonly string[];
  /** Flags with their values, in their order, anywhere on the line. */
  readonly flags: readonly GivenFlag<C>[];
  /** The words for the command to work on, or unknown words in the place of a verb. */
  readonly operands: readonly string[];
  /** The first word that looks like a flag and is unknown in its place. */
  readonly unknownFlag: string | undefined;
  /** Whether it asks for help, by a flag or by `help` as its first word. */
  readonly asksHelp: boolean;
  readonly hasDashes: boolean;
  /** The indexes of `--` and of the operands among the words. */
  readonly operandsAt: readonly number[];
}

export interface GivenFlag<C extends Readable = Verb> {
  /** The command that takes the flag: the program, a noun or a verb. */
  readonly command: C;
  readonly option: FlagOf<C>;
  /** `undefined` for a switch, and for a missing value. */
  readonly value: string | undefined;
  /** Its words, without other short flags in the same word. */
  readonly words: readonly string[];
}

interface FoundFlag<C extends Readable> extends Omit<GivenFlag<C>, 'command'> {
  /** The other short flags in the same word: `-o` in `-qo`. */
  readonly group?: string;
}

/**
 * Splits the words of a line into path, flags and operands, as commander does. `enter` is called to add the flags of a
 * command before they are needed. Throws nothing: `problem.ts` finds the problems of a line.
 */
export function readLine<C extends Readable>(
  program: C,
  words: readonly string[],
  enter: (command: C) => void,
): Line<C> {
  let command = program;
  const path: string[] = [];
  const flags: GivenFlag<C>[] = [];
  const operands: string[] = [];
  let unknownFlag: string | undefined;
  let helpFlag = false;
  let helpWord = false;
  let hasDashes = false;
  const operandsAt: number[] = [];
  let group: string | undefined;
  let at = 0;

  function takeFlag(word: string): void {
    const found = findFlag(command, word, words[at]);
    if (found) {
      const { group: rest, ...flag } = found;
      flags.push({ command, ...flag });
      group = rest;
      if (flag.words.length > 1) at++;
    } else if (isHelpFlag(word)) helpFlag = true;
    else if (isLeaf(command) && isNegativeNumber(word)) takeOperand(word);
    else unknownFlag ??= word;
  }

  function takeWord(word: string): void {
    // The word after an unknown flag may be its value, so it names no verb.
    if (!isLeaf(command) && (helpFlag || unknownFlag !== undefined)) return;
    const child = operands.length === 0 ? findCommand(command, word) : undefined;
    if (child) {
      enter(child);
      command = child;
      path.push(word);
    } else if (command === program && word === 'help' && operands.length === 0) helpWord = true;
    else takeOperand(word);
  }

  function takeOperand(word: string): void {
    operands.push(word);
    operandsAt.push(at - 1);
  }

  while (group !== undefined || at < words.length) {
    const word: string = group ?? (words[at++] as string);
    group = undefined;
    if (hasDashes) takeWord(word);
    else if (word === '--') {
      hasDashes = true;
      operandsAt.push(at - 1);
    } else if (looksLikeFlag(word)) takeFlag(word);
    else takeWord(word);
  }
  return {
    words,
    command,
    path,
    flags,
    operands,
    unknownFlag,
    asksHelp: helpFlag || helpWord,
    hasDashes,
    operandsAt,
  };
}

/** Returns the flag at the end of an unfinished line, if its value must follow. */
export function openFlag<C extends Readable>({ flags }: Line<C>): FlagOf<C> | undefined {
  const last = flags.at(-1);
  return last?.option.required && last.value === undefined ? last.option : undefined;
}

/**
 * Writes a line so that no operand and no value can be read as a flag. `wordsOf` writes a flag, by default as one word.
 */
export function joinLine(
  { path, flags, operands }: Pick<Line, 'path' | 'flags' | 'operands'>,
  wordsOf: (flag: GivenFlag) => readonly string[] = (flag) => [givenFlagWord(flag)],
): string[] {
  return [...path, ...flags.flatMap(wordsOf), ...(operands.length > 0 ? ['--', ...operands] : [])];
}

/** Writes a flag with its value as one word: `--role=read`. */
export function givenFlagWord({
  option: { long, short },
  value,
}: Pick<GivenFlag, 'option' | 'value'>): string {
  const name = (long ?? short) as string;
  return value === undefined ? name : `${name}=${value}`;
}

/**
 * Returns the flags in a word, without a value: `--org` of `--org=acme`, `-qo` of `-qojson`. `undefined` if it is no
 * flag of the command, nor of one above it.
 */
export function flagsIn(command: Verb, word: string): string | undefined {
  const name = word.startsWith('--') ? word.replace(/=.*/s, '') : word.slice(0, 2);
  const option = findAbove(command, name);
  if (!option && !isHelpFlag(name)) return undefined;
  if (name.startsWith('--') || word === name || (option && takesValue(option))) return name;
  const rest = flagsIn(command, `-${word.slice(2)}`);
  return rest && name + rest.slice(1);
}

function findAbove(command: Verb, name: string): FlagOf<Verb> | undefined {
  return findOption(command, name) ?? (command.parent ? findAbove(command.parent, name) : undefined);
}

function findFlag<C extends Readable>(
  command: C,
  word: string,
  next: string | undefined,
): FoundFlag<C> | undefined {
  const named = findOption(command, word);
  if (named) return withNext(named, word, next);
  const short = /^-[^-]./s.test(word) ? findOption(command, word.slice(0, 2)) : undefined;
  if (short) {
    const rest = word.slice(2);
    if (takesValue(short)) return { option: short, value: rest, words: [word] };
    return { option: short, value: undefined, words: [word.slice(0, 2)], group: `-${rest}` };
  }
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const long = name === undefined ? undefined : findOption(command, name);
  return long && takesValue(long) ? { option: long, value, words: [word] } : undefined;
}

function withNext<C extends Readable>(
  option: FlagOf<C>,
  word: string,
  next: string | undefined,
): FoundFlag<C> {
  const takesNext =
    next !== undefined &&
    (option.required || (option.optional && (!looksLikeFlag(next) || isNegativeNumber(next))));
  return takesNext
    ? { option, value: next, words: [word, next] }
    : { option, value: undefined, words: [word] };
}

function takesValue({ required = false, optional = false }: ReadableFlag): boolean {
  return required || optional;
}

export function findOption<C extends Readable>(command: C, name: string): FlagOf<C> | undefined {
  return command.options.find(({ long, short }) => name === long || name === short);
}

export function findCommand<C extends Readable>(command: C, word: string): C | undefined {
  return command.commands.find((child) => child.name() === word || child.aliases().includes(word));
}

/** Returns whether only operands can follow. */
function isLeaf({ commands }: Pick<Readable, 'commands'>): boolean {
  return commands.length === 0;
}

function looksLikeFlag(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

function isNegativeNumber(word: string): boolean {
  return /^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(word);
}

function isHelpFlag(word: string): boolean {
  return word === '-h' || word === '--help';
}
