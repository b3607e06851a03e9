import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { childScript } from './children.ts';

export interface Terminal {
  type(keys: string): void;
  /** Resolves when `text` is on the screen; rejects where the process ends without. */
  shows(text: string): Promise<void>;
  /** Everything on the screen, byte by byte. */
  screen(): string;
  /** The exit code. */
  readonly ended: Promise<number>;
}

/** Runs an action of `child.ts` on a terminal; or a line of bash in which `child` runs it. */
export function onTerminal(action: string, line?: string): Terminal {
  const child = `child() { ${process.execPath} ${childScript()} "$@"; }`;
  const pty = spawn('bash', ['--norc', '-c', `${child}\n${line ?? `child ${action}`}`], {
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm' },
  });
  let screen = '';
  let isOver = false;
  const watchers = new Set<() => void>();
  const tell = () => {
    for (const watcher of watchers) watcher();
  };
  pty.onData((text) => {
    screen += text;
    tell();
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      isOver = true;
      tell();
      resolve(exitCode);
    });
  });
  onTestFinished(() => {
    if (!isOver) pty.kill('SIGKILL');
  });
  return {
    type: (keys) => pty.write(keys),
    screen: () => screen,
    ended,
    shows: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (screen.includes(text)) resolve();
          else if (isOver) reject(new Error(`${JSON.stringify(text)} is not in ${JSON.stringify(screen)}`));
          else return;
          watchers.delete(look);
        };
        watchers.add(look);
        look();
      }),
  };
}
