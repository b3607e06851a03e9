import type { Command, Option } from 'commander';

/** The words of a command line, by what they are. */
export interface Line {
  readonly words: readonly string[];
  /** The command that it names, as far as there is one. */
  readonly command: Command;
  /** The words that lead to the command: `teams`, `members`, `rm`. */
  readonly path: readonly string[];
  /** Flags with their values, in their order, wherever they stand. */
  readonly flags: readonly GivenFlag[];
  /** What the command is to work on; words that are no command, where a verb should stand. */
  readonly operands: readonly string[];
  /** The first word that looks like a flag and is none at its place. */
  readonly unknownFlag: string | undefined;
  /** Whether it asks for help, by a flag or by the word `help` at its beginning. */
  readonly asksHelp: boolean;
  /** Whether it has a `--`. */
  readonly hasDashes: boolean;
  /** Where among the words `--` and the operands stand. */
  readonly operandsAt: readonly number[];
}

export interface GivenFlag {
  /** The command that takes it: the program, a noun or a verb. */
  readonly command: Command;
  readonly option: Option;
  /** `undefined` for a switch, and where a value that must follow is missing. */
  readonly value: string | undefined;
  /** The words that it is made of, without other short flags that were written together with it. */
  readonly words: readonly string[];
}

/** A flag, and what follows it. */
interface FoundFlag extends Omit<GivenFlag, 'command'> {
  /** The short flags behind it in the same word: `-o` in `-qo`. */
  readonly group?: string;
}

/**
 * Separates the words of a line into path, flags and operands, as commander does. `enter` adds the flags of a command
 * before they are needed.
 * Throws nothing: `problem.ts` finds what a line cannot mean.
 */
export function readLine(
  program: Command,
  words: readonly string[],
  enter: (command: Command) => void,
): Line {
  let command = program;
  const path: string[] = [];
  const flags: GivenFlag[] = [];
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
    // After an unknown flag a word may be its value: it names no verb.
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

/** A line on which no operand and no value can be taken for a flag. `wordsOf` writes a flag, by default as one word. */
export function joinLine(
  { path, flags, operands }: Pick<Line, 'path' | 'flags' | 'operands'>,
  wordsOf: (flag: GivenFlag) => readonly string[] = (flag) => [flagWord(flag)],
): string[] {
  return [...path, ...flags.flatMap(wordsOf), ...(operands.length > 0 ? ['--', ...operands] : [])];
}

/** A flag with its value in one word: `--role=read`. */
export function flagWord({ option: { long, short }, value }: Pick<GivenFlag, 'option' | 'value'>): string {
  const name = (long ?? short) as string;
  return value === undefined ? name : `${name}=${value}`;
}

/**
 * The flags that a word names, without a value: `--org` of `--org=acme`, `-qo` of `-qojson`. `undefined` where it is no
 * flag of the command, nor of one above it.
 */
export function flagsIn(command: Command, word: string): string | undefined {
  const name = word.startsWith('--') ? word.replace(/=.*/s, '') : word.slice(0, 2);
  const option = findAbove(command, name);
  if (!option && !isHelpFlag(name)) return undefined;
  if (name.startsWith('--') || word === name || (option && takesValue(option))) return name;
  const rest = flagsIn(command, `-${word.slice(2)}`);
  return rest && name + rest.slice(1);
}

function findAbove(command: Command, name: string): Option | undefined {
  return findOption(command, name) ?? (command.parent ? findAbove(command.parent, name) : undefined);
}

function findFlag(command: Command, word: string, next: string | undefined): FoundFlag | undefined {
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

function withNext(option: Option, word: string, next: string | undefined): FoundFlag {
  const takesNext =
    next !== undefined &&
    (option.required || (option.optional && (!looksLikeFlag(next) || isNegativeNumber(next))));
  return takesNext
    ? { option, value: next, words: [word, next] }
    : { option, value: undefined, words: [word] };
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** The flag of a command that a word names. */
export function findOption(command: Command, name: string): Option | undefined {
  return command.options.find(({ long, short }) => name === long || name === short);
}

/** The command below another one that a word names. */
export function findCommand(command: Command, word: string): Command | undefined {
  return command.commands.find((child) => child.name() === word || child.aliases().includes(word));
}

/** Whether nothing but operands can follow. */
function isLeaf({ commands }: Command): boolean {
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
