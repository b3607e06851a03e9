import type { Verb } from './verb.ts';

export function seeHelp(command: Verb): string {
  return `see \`${commandPath(command)} --help\``;
}

/** Returns the full path of a command: `docs-admin sites create`. */
export function commandPath(command: Verb): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();
}
