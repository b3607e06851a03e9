import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { OutputClosed, UsageError } from '../errors.ts';
import type { Pager } from '../ports.ts';
import { envWithoutSecrets } from './child-env.ts';

function isOnPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** Exit codes of a shell that cannot run a command. */
const cannotRun = [126, 127];

/**
 * Returns a pager that starts `$DOCS_ADMIN_PAGER`, `$PAGER` or `less` on this process's terminal when the first text
 * comes. A closed pager gives `OutputClosed`, a pager that cannot be run `UsageError`.
 */
export function createPager({ env, platform }: Pick<NodeJS.Process, 'env' | 'platform'>): Pager {
  const usual = platform === 'win32' ? 'more' : 'less -R';
  const chosen = env.DOCS_ADMIN_PAGER ?? env.PAGER;
  const command = chosen || env.PAGER || usual;
  let child: ChildProcess | undefined;
  let ended: Promise<number | null> | undefined;

  async function start(): Promise<ChildProcess> {
    const { spawn } = await import('node:child_process');
    // A shell must split the user's words, such as `less -F`, as it does for every program.
    const started = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', ...envWithoutSecrets(env) },
    });
    ended = new Promise((resolve) => started.on('close', resolve).on('error', () => resolve(cannotRun[0]!)));
    started.stdin?.on('error', () => {});
    return started;
  }

  async function assertRan(): Promise<void> {
    if (!cannotRun.includes((await ended) ?? 0)) return;
    throw new UsageError(`cannot run the pager ${JSON.stringify(command)}`, {
      hint: { code: 'set-pager', data: {} },
    });
  }

  return {
    get isWanted() {
      // As in Git, an empty value or cat means no pager.
      if (chosen !== undefined) return chosen !== '' && chosen !== 'cat';
      return platform !== 'win32' && isOnPath('less', env.PATH);
    },
    async write(text) {
      child ??= await start();
      const error = await new Promise((resolve) => child?.stdin?.write(text, resolve));
      if (!error) return;
      await assertRan();
      throw new OutputClosed('the pager has ended');
    },
    async close() {
      child?.stdin?.end();
      await assertRan();
      child = undefined;
      ended = undefined;
    },
  };
}
