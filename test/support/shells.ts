import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { completingTool } from './completing-tool.ts';

/**
 * A shell in which `docs-admin` records its arguments, and offers the candidates of the test. Its folder contains a
 * file `my $(touch x) roster.csv`.
 */
export interface CompletingShell {
  /**
   * Types a line with its Tab keys, and Enter. Resolves with the arguments of the line. `candidates` are offered where
   * the tool looks something up.
   */
  run(keys: string, candidates: readonly string[]): Promise<string[]>;
  /** Returns whether the shell has run a part of a candidate: that would have made the file `x`. */
  hasRunSomething(): boolean;
}

const startOf: Readonly<Record<string, (script: string) => { args: string[]; setup: string }>> = {
  bash: (script) => ({ args: ['--norc', '--noprofile', '-i'], setup: `source '${script}'` }),
  zsh: (script) => ({
    args: ['-f', '-i'],
    setup: `autoload -U compinit; compinit -u -D; source '${script}'`,
  }),
  fish: (script) => ({ args: ['--no-config', '-i'], setup: `source '${script}'` }),
};

/** Starts a shell on a terminal, with a completion script. */
export async function completingShell(name: string, script: string): Promise<CompletingShell> {
  const folder = await completingTool();
  const path = (file: string) => join(folder, file);
  writeFileSync(path('script'), script);
  writeFileSync(path('my $(touch x) roster.csv'), '');
  const { args, setup } = (startOf[name] as (typeof startOf)[string])(path('script'));
  const shell = spawn(name, args, {
    cwd: folder,
    cols: 200,
    env: {
      PATH: [folder, process.env.PATH].join(delimiter),
      HOME: folder,
      TERM: 'xterm',
      LANG: 'C.UTF-8',
    },
  });
  let screen = '';
  shell.onData((text) => (screen += text));
  onTestFinished(() => shell.kill('SIGKILL'));
  shell.write(`${setup}\r`);
  return {
    async run(keys, candidates) {
      writeFileSync(path('candidates'), candidates.map((id) => `${id}\tits title\n`).join(''));
      rmSync(path('result'), { force: true });
      shell.write(`${keys}\r`);
      for (let left = 1000; !existsSync(path('result')); left--) {
        if (left === 0) throw new Error(`the line has not ended: ${screen}`);
        await setTimeout(10);
      }
      return readFileSync(path('result'), 'utf8').trimEnd().slice(1, -1).split('>\n<');
    },
    hasRunSomething: () => existsSync(path('x')),
  };
}
