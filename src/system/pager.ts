import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { OutputClosed, UsageError } from '../errors.ts';
import type { Pager } from '../ports.ts';
import { withoutSecrets } from './child-env.ts';

function isOnPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** What shells end with where a command cannot be run. */
const cannotRun = [126, 127];

/**
 * Starts `$DOCS_ADMIN_PAGER`, `$PAGER`, or `less`, on this process's terminal when the first text comes. A reader who leaves early is an
 * `OutputClosed`, a pager that cannot be run a `UsageError`.
 */
export function createPager({ env, platform }: Pick<NodeJS.Process, 'env' | 'platform'>): Pager {
  const usual = platform === 'win32' ? 'more' : 'less -R';
  const chosen = env.DOCS_ADMIN_PAGER ?? env.PAGER;
  const command = chosen || env.PAGER || usual;
  let child: ChildProcess | undefined;
  let ended: Promise<number | null> | undefined;

  async function start(): Promise<ChildProcess> {
    const { spawn } = await import('node:child_process');
    // The user's own words, as every program takes them: a shell has to split `less -F`.
    const started = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', ...withoutSecrets(env) },
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
      // As Git has it: nothing, or cat, is no pager.
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
    },
  };
}
