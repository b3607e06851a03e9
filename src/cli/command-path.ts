import type { Command } from 'commander';

/** The hint that leads on to the help of a command. */
export function seeHelp(command: Command): string {
  return `see \`${commandPath(command)} --help\``;
}

/** `docs-admin sites create`. */
export function commandPath(command: Command): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();
}
