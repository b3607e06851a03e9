import type { Command } from 'commander';

/** The commands that do something: those without commands below them. */
export function verbs(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(verbs);
}
