import type { Command } from 'commander';
import { defineVerb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { version as number } from '../version.ts';

export const version = (app: App, command: Command) => {
  defineVerb(command, 'Print the version', ['docs-admin version']).action(() => app.out.raw(number));
  return [];
};
