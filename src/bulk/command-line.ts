import type { Command, Option } from 'commander';

/** The words of a command line, by what they are. */
export interface LineParts {
  /** The command that it names, as far as there is one. */
  readonly command: Command;
  /** The command's own words: `members`, `update`. */
  readonly path: readonly string[];
  /** Flags with their values, wherever they stood. */
  readonly flags: readonly GivenFlag[];
  /** What the command is to work on. */
  readonly operands: readonly string[];
}

export interface GivenFlag {
  readonly option: Option | undefined;
  readonly words: readonly string[];
}

/** Tells the words of a line apart as commander does. The nouns that it names must be loaded. */
export function splitLine(program: Command, words: readonly string[]): LineParts {
  let command = program;
  const path: string[] = [];
  const flags: GivenFlag[] = [];
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (word.startsWith('-') && word !== '-') {
      const option = findOption(command, word);
      const takesNext = option?.required && isNamed(option, word) && at + 1 < words.length;
      flags.push({ option, words: takesNext ? [word, words[++at] as string] : [word] });
      continue;
    }
    const child = operands.length === 0 ? findCommand(command, word) : undefined;
    if (child) {
      command = child;
      path.push(word);
    } else operands.push(word);
  }
  return { command, path, flags, operands };
}

/** The option that a word gives, alone or together with its value: `--role`, `--role=read`, `-ojson`. */
function findOption(command: Command, word: string): Option | undefined {
  const name = word.startsWith('--') ? word.replace(/=.*/s, '') : word.slice(0, 2);
  return command.options.find((option) => isNamed(option, name));
}

function isNamed({ long, short }: Option, word: string): boolean {
  return word === long || word === short;
}

function findCommand(command: Command, word: string): Command | undefined {
  return command.commands.find((child) => child.name() === word || child.aliases().includes(word));
}

/** A line on which no operand can be taken for a flag. */
export function joinLine({ path, flags, operands }: Omit<LineParts, 'command'>): string[] {
  return [
    ...path,
    ...flags.flatMap(({ words }) => words),
    ...(operands.length > 0 ? ['--', ...operands] : []),
  ];
}
