import type { Command } from 'commander';

/** Returns the commands that do something: those without subcommands. */
export function verbs(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(verbs);
}
