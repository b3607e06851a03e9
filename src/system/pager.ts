import type { ChildProcess } from 'node:child_process';
import { OutputClosed, UsageError } from '../cli/errors.ts';
import type { Pager } from '../cli/system.ts';
import { withoutSecrets } from './child-env.ts';

/** What shells end with where a command cannot be run. */
const cannotRun = [126, 127];

/**
 * Starts `$PAGER`, or `less`, on this process's terminal when the first text comes. A reader who leaves early is an
 * `OutputClosed`, a pager that cannot be run a `UsageError`.
 */
export function createPager({ env, platform }: Pick<NodeJS.Process, 'env' | 'platform'>): Pager {
  const command = env.PAGER || (platform === 'win32' ? 'more' : 'less -R');
  let child: ChildProcess | undefined;
  let ended: Promise<number | null> | undefined;

  async function start(): Promise<ChildProcess> {
    const { spawn } = await import('node:child_process');
    // The user's own words, as every program takes them: `less -F` has to be taken apart by a shell.
    const started = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'R', ...withoutSecrets(env) },
    });
    ended = new Promise((resolve) => started.on('close', resolve).on('error', () => resolve(cannotRun[0]!)));
    started.stdin?.on('error', () => {});
    return started;
  }

  async function assertRan(): Promise<void> {
    if (!cannotRun.includes((await ended) ?? 0)) return;
    throw new UsageError(`cannot run the pager ${JSON.stringify(command)}`, {
      hint: 'set PAGER to a program that is there',
    });
  }

  return {
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
