import type { Argument, Command, Option } from 'commander';
import type { App } from '../app.ts';
import { commandFacts, namesOneThing } from '../command.ts';
import { positionalParams } from '../naming.ts';
import { loadNoun } from '../program.ts';

/** What the last word of an unfinished line is going to be. */
export interface Unfinished {
  readonly command: Command;
  /** The flag whose value it is, or else the argument. */
  readonly option: Option | undefined;
  readonly argument: Argument | undefined;
  /** The path parameters that the arguments before it give. */
  readonly params: Readonly<Record<string, string>>;
}

/** Stands in for the unfinished word, which may be nothing that can be parsed. */
const standIn = 'x';

/** Reads the finished words of a line; throws what parsing throws. */
export async function readLine(program: Command, before: readonly string[], app: App): Promise<Unfinished> {
  let command = program;
  let { operands, unknown } = command.parseOptions([...before, standIn]);
  while (command.commands.length > 0) {
    const [word, ...rest] = [...operands, ...unknown];
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(String(word)));
    if (!next) break;
    if (command === program) await loadNoun(next, app);
    command = next;
    ({ operands, unknown } = command.parseOptions(rest));
  }
  const word = before.at(-1);
  const option = command.options.find(
    ({ required, short, long }) => required && word && [short, long].includes(word),
  );
  const at = operands.length - 1;
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const takesMore = last?.variadic || namesOneThing(command);
  const argument = registeredArguments[at] ?? (takesMore ? last : undefined);
  return { command, option, argument: option ? undefined : argument, params: paramsOf(command, operands) };
}

function paramsOf(command: Command, operands: readonly string[]): Record<string, string> {
  const [op] = commandFacts(command).operations;
  const names = op ? positionalParams(op, command) : [];
  const given = names.map((name, at) => [name, operands[at]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
