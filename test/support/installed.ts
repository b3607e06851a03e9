import { type ChildProcess, spawn as spawnProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { spawn as spawnOnTerminal } from '@lydell/node-pty';
import { inject, onTestFinished } from 'vitest';
import { linesShown } from '../../src/build/screen.js';
import type { AtEnd } from './at-end.ts';

export interface RunOptions {
  /** The home directory; a new, empty one if absent. See {@link freshHome}. */
  readonly home?: string;
  /** Further variables beside `PATH`, `HOME` and `LANG`; nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Text for standard input. @default empty */
  readonly input?: string;
}

export interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns the folder of the installed package. */
export const packageFolder = () => join(inject('installed').folder, 'node_modules/docs-admin');

/** Returns the words that start the tool: the installed package, or the executable that is tested instead. */
export function tool(): [string, ...string[]] {
  const { executable } = inject('installed');
  return executable ? [executable] : [process.execPath, join(packageFolder(), 'bin/docs-admin.js')];
}

// A line that runs in this process has a folder of its own for a while.
const temporary = tmpdir();

/** Makes an empty directory, which is removed after the test, or when `atEnd` says. */
export function freshHome(atEnd: AtEnd = onTestFinished): string {
  const home = mkdtempSync(join(temporary, 'docs-admin-'));
  atEnd(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Runs the installed tool as a child process and resolves when it has ended. */
export function runInstalled(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  return startInstalled(args, options).ended;
}

/** Runs a line of bash in which `docs-admin` is the installed tool. The code is that of the first failed part. */
export function runShell(line: string, options: RunOptions = {}): Promise<Run> {
  return startShell(line, options).ended;
}

/** A tool that runs. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Run>;
}

/** Starts the installed tool as a child process. The caller must end it. */
export function startInstalled(args: readonly string[], options: RunOptions): Running {
  const [command, ...words] = tool();
  return start(command, [...words, ...args], options);
}

/** Starts a line of bash, like {@link startInstalled}. */
export function startShell(line: string, options: RunOptions): Running {
  return start('bash', ['-o', 'pipefail', '-c', line], options);
}

function start(command: string, args: readonly string[], options: RunOptions): Running {
  const child = spawnProcess(command, args, surroundings(options));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  // A tool that reads no input may end before it is written.
  child.stdin.on('error', () => {}).end(options.input ?? '');
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return { process: child, ended };
}

/** Returns the folder and the environment of a process. */
export function surroundings({ home = freshHome(), env = {}, cwd = home }: RunOptions) {
  const { folder, executable } = inject('installed');
  const commands = executable ? dirname(executable) : join(folder, 'node_modules/.bin');
  const path = [dirname(process.execPath), commands, '/usr/bin', '/bin'].join(delimiter);
  const { SystemRoot } = process.env;
  // Programs of Windows find their home and their libraries with these.
  const windows = SystemRoot === undefined ? {} : { USERPROFILE: home, SystemRoot };
  return { cwd, env: { PATH: path, HOME: home, LANG: 'C.UTF-8', ...windows, ...env } };
}

export interface Ended {
  readonly exitCode: number;
  /** Number of the signal that ended it; 0 if it ended by itself. */
  readonly signal?: number;
}

/** The installed tool on a terminal. */
export interface Terminal {
  /** Types `keys`; Enter is `\r`, Ctrl-C is `\x03`. */
  send(keys: string): void;
  /** Closes the terminal, as closing its window does. */
  close(): void;
  /** Resolves when `what` has been shown. Rejects if the tool ends before, or after two minutes. */
  waitFor(what: string | RegExp): Promise<void>;
  /** Everything shown so far, without colours and other control sequences. */
  text(): string;
  /** Everything shown so far, byte by byte. */
  raw(): string;
  /** Returns the lines on the screen now. */
  screen(): Promise<string[]>;
  readonly ended: Promise<Ended>;
}

interface TerminalOptions extends RunOptions {
  readonly columns?: number;
  readonly rows?: number;
}

/** Starts the installed tool on a real pseudo-terminal; it is ended with the test. */
export function onTerminal(args: readonly string[], options: TerminalOptions = {}): Terminal {
  const [command, ...words] = tool();
  return openTerminal(command, [...words, ...args], options);
}

/** Runs a line of bash, with job control, on a real pseudo-terminal; it is ended with the test. */
export function shellOnTerminal(line: string, options: TerminalOptions = {}): Terminal {
  return openTerminal('bash', ['--norc', '-mc', line], options);
}

function openTerminal(
  command: string,
  args: string[],
  { columns = 80, rows = 24, ...options }: TerminalOptions,
): Terminal {
  const { cwd, env } = surroundings(options);
  const size = { cols: columns, rows };
  const terminal = spawnOnTerminal(command, args, {
    name: 'xterm-256color',
    ...size,
    cwd,
    env,
  });
  let raw = '';
  let running = true;
  terminal.onData((text) => (raw += text));
  const ended = new Promise<Ended>((resolve) => terminal.onExit(resolve)).finally(() => (running = false));
  onTestFinished(() => {
    if (running) terminal.kill();
  });
  const text = () => stripVTControlCharacters(raw);
  const shows = (what: string | RegExp) =>
    typeof what === 'string' ? text().includes(what) : what.test(text());
  return {
    send: (keys) => terminal.write(keys),
    close: () => (terminal as unknown as { destroy(): void }).destroy(),
    text,
    raw: () => raw,
    screen: () => linesShown(raw, { columns, rows }),
    ended,
    async waitFor(what) {
      const deadline = Date.now() + 120_000;
      while (!shows(what)) {
        if (!running || Date.now() > deadline)
          throw new Error(`waited for ${what}; the terminal shows:\n${text()}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}
