import type { ListedCommand, ListedFlag } from './commands.ts';

/** Returns the shortest command line of a command: `members update <user> --role <role>`. */
export function usageOf({ command, arguments: operands, flags }: ListedCommand): string {
  const needed = flags.filter(({ required }) => required).map(termOf);
  const words = operands.map(({ name, required }) => (required ? `<${name}>` : `[<${name}>]`));
  return [withoutTool(command), ...words, ...needed].join(' ');
}

/** Returns a flag with its value: `--title <title>`. */
export function termOf({ name, value }: ListedFlag): string {
  return value === undefined ? name : `${name} <${value}>`;
}

/** Returns flags with their values as words: `--rules=DA101,DA102`. Those without a value are left out. */
export function flagWords(
  values: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : `--${name}=${value}`));
}

/** Returns the path of a command without the name of the tool: `teams members list`. */
export function withoutTool(command: string): string {
  return command.replace(/^\S+ ?/, '');
}

export function withoutProgram(words: readonly string[]): readonly string[] {
  return words[0] === 'docs-admin' ? words.slice(1) : words;
}

/** Returns the noun of an operation: `teams` for `teams.members.list`. */
export function nounOf(operation: string): string {
  return operation.split('.')[0] as string;
}
