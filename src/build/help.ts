import { createProgram } from '../cli/program.ts';
import { createCommandLine } from '../cli/session/command-line.ts';
import type { Verb } from '../cli/verb.ts';
import { main } from '../main.ts';
import type { System } from '../ports.ts';

/** The output of a line that `bin/docs-admin.js` answers without loading the tool. */
export interface ReadyAnswer {
  /** The words after `docs-admin`, for a noun or a verb without `--help`: `sites create`. */
  readonly words: string;
  readonly text: string;
}

/** Returns the help of the tool, of each topic, noun and verb, and the version, exactly as `main` prints them. */
export async function readyAnswers(): Promise<ReadyAnswer[]> {
  const { topicNames } = await import('../cli/help/help.ts');
  const paths = [...commandPaths(await wholeProgram()), ...topicNames.map((topic) => [topic])];
  const version = { words: '--version', text: await printed(['--version']) };
  const help = paths.map(async (path) => ({
    words: path.join(' ') || '--help',
    text: await printed([...path, '--help']),
  }));
  return Promise.all([version, ...help]);
}

/** Returns the command tree with the verbs of every noun. */
export async function wholeProgram(): Promise<Verb> {
  const program = createProgram(createCommandLine(systemThatPrints(() => {})));
  await program.loadAll();
  return program;
}

function commandPaths(command: Verb, path: readonly string[] = []): (readonly string[])[] {
  return [path, ...command.commands.flatMap((child) => commandPaths(child, [...path, child.name()]))];
}

async function printed(argv: readonly string[]): Promise<string> {
  let text = '';
  const code = await main(
    argv,
    systemThatPrints((part) => (text += part)),
  );
  if (code !== 0 || text === '') throw new Error(`docs-admin ${argv.join(' ')} printed nothing`);
  return text;
}

/** Returns a system for help, which only needs a place to print. */
function systemThatPrints(print: (text: string) => void): System {
  const stdout = { isTerminal: false, columns: undefined, write: async (text: string) => print(text) };
  const pager = { isWanted: false, write: async () => {}, close: async () => {} };
  const crashed = new Promise<never>(() => {});
  const system: Partial<System> = { env: {}, stdout, stderr: stdout, pager, crashed };
  return system as System;
}
