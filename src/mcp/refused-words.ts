import { UsageError } from '../errors.ts';
import type { LineFacts } from './commands.ts';

/** The flags that no line of an assistant may have, with the reason. */
const refused: Readonly<Record<string, string>> = {
  ...each(
    ['--profile', '--base-url', '--org', '--allow-http', '--ca-file'],
    'The service is chosen at the start of the server',
  ),
  ...each(['--watch', '--web', '--wait'], 'A tool answers once'),
  ...each(['--yes', '--no-input', '--allow-opening'], 'No one but a person agrees to a change'),
  ...each(['--dry-run'], 'Nothing is sent before a person agrees'),
  ...each(['--no-history', '--no-undo'], 'Changes are recorded'),
  ...each(
    ['--output', '--json', '--debug', '--color', '--no-color', '--pager', '--no-pager', '--plain'],
    'Results are JSON',
  ),
};

/** Commands about this machine and the settings of the person, which have a folder or other profiles in their results. */
const ofThePerson: readonly string[] = ['profiles list', 'config path', 'doctor', 'sandbox path'];

/** Returns whether no line of an assistant may be this command: `doctor`. */
export function isOfThePerson(command: string): boolean {
  return ofThePerson.includes(command);
}

/** Returns why a line is refused, whatever it does; `undefined` if it is not. */
export function refusal(line: LineFacts): string | undefined {
  const { command, flags, writing, variables, operands, asksHelp, inputs } = line;
  if (asksHelp) return 'Help comes from describe_command.';
  const flag = flags.find((name) => Object.hasOwn(refused, name));
  if (flag) return `${flag} cannot be used here. ${refused[flag]}.`;
  if (isOfThePerson(command))
    return `\`${command}\` is about this machine and the settings of the person, who can run it in a shell.`;
  if (variables.length > 0)
    return '--secret takes no variable of the environment here: it is the person’s. A file of the working folder is taken: NAME=@FILE.';
  if (writing[0]) return `${writing[0]} cannot be used here. This server writes no files for an assistant.`;
  if (inputs.includes('-') || operands.includes('-'))
    return 'There is no standard input here: give the values as flags or words.';
  return undefined;
}

function each(flags: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(flags.map((flag) => [flag, reason]));
}

/** A change that this server may not make. */
export class NotAllowed extends UsageError {
  constructor(noun: string, allowed: readonly string[]) {
    super(`this server may not change ${noun}; nothing was sent`, {
      hint: `it may change ${allowed.join(', ')}; ${howToAllow([noun])}`,
    });
  }
}

export function howToAllow(nouns: readonly string[]): string {
  const names = nouns.join(',');
  return `a person allows that when the server starts, with --allow ${names} or DOCS_ADMIN_MCP_ALLOW=${names}`;
}
