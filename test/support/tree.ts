import type { Verb } from '../../src/cli/verb.ts';

/** Returns the commands that do something: those without subcommands. */
export function verbs(command: Verb): Verb[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(verbs);
}
