import type { Command } from 'commander';

/** Returns the hint for the help of a command. */
export function seeHelp(command: Command): string {
  return `see \`${commandPath(command)} --help\``;
}

/** Returns the full path of a command: `docs-admin sites create`. */
export function commandPath(command: Command): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();
}
