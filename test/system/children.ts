import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { bundle } from '../../src/build/bundler.js';

let script: string;

/** Makes `child.ts` runnable for the tests of this file; a bundle, since Node 20 does not run TypeScript. */
export function useChildren(): void {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  beforeAll(async () => {
    await bundle({ child: join(import.meta.dirname, 'child.ts') }, folder);
    script = join(folder, 'child.js');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

export function childScript(): string {
  return script;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Child {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when `text` is on stdout or stderr. Throws if the process ends without it. */
  says(text: string): Promise<void>;
}

/** Runs an action of `child.ts`. */
export function startChild(...args: string[]): Child {
  return start(process.execPath, [script, ...args]);
}

/** Runs a line of bash in which `child` runs `child.ts`. */
export function startShell(line: string): Child {
  return start('bash', ['--norc', '-c', `child() { ${process.execPath} ${script} "$@"; }\n${line}`]);
}

function start(command: string, args: string[]): Child {
  const child = spawn(command, args, { env: { PATH: process.env.PATH } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return {
    process: child,
    ended,
    async says(text) {
      let end: Ended | undefined;
      while (!(stdout + stderr).includes(text)) {
        if (end) throw new Error(`ended without "${text}": ${JSON.stringify(end)}`);
        const written = [once(child.stdout, 'data'), once(child.stderr, 'data')];
        await Promise.race([...written, ended.then((it) => (end = it))]);
      }
    },
  };
}
