import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { inject } from 'vitest';
import type { Sink } from '../../src/ports.ts';
import { packageFolder, type Run, type RunOptions, runInstalled, surroundings } from './installed.ts';
import { words } from './words.ts';

interface RunHere extends Run {
  /** What it has printed to both streams, in its order. */
  readonly output: string;
}

/**
 * Returns the words after `docs-admin` of a line that {@link runHere} can run: one command, without anything that the
 * shell does or replaces. Returns `undefined` for any other line, and for every line of an executable.
 */
export function plainWords(line: string): string[] | undefined {
  if (inject('installed').executable) return undefined;
  const outsideOfQuotes = line.replace(/'[^']*'|"[^"$`\\!]*"/g, '');
  const isPlain = /^docs-admin /.test(line) && /^[\p{L}\p{N} =:.,@/{}_+-]*$/u.test(outsideOfQuotes);
  return isPlain ? words(line).slice(1) : undefined;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the installed tool in this process, when the lines before it have ended: environment and working folder are those
 * of the process. It is for lines whose words and requests matter, not their process, which takes several times as long.
 * An executable is started.
 */
export async function runHere(args: readonly string[], options: RunOptions): Promise<RunHere> {
  if (inject('installed').executable) {
    const run = await runInstalled(args, options);
    return { ...run, output: run.stdout + run.stderr };
  }
  const run = last.then(() => inSurroundings(options, () => runTool(args, options.input ?? '')));
  last = run.catch(() => {});
  return run;
}

async function inSurroundings<Result>(options: RunOptions, work: () => Promise<Result>): Promise<Result> {
  const { cwd, env } = surroundings(options);
  const [folder, before] = [process.cwd(), { ...process.env }];
  const become = (other: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, other);
  };
  become(env);
  process.chdir(cwd);
  try {
    return await work();
  } finally {
    process.chdir(folder);
    become(before);
  }
}

/** The events of the process that the system of the tool listens to. */
const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'exit'];

async function runTool(args: readonly string[], input: string): Promise<RunHere> {
  const start = createRequire(import.meta.url)(join(packageFolder(), 'dist/start.js'));
  const { createSystem, main } = start as typeof import('../../src/start.ts');
  const before = new Set(events.flatMap((event) => process.rawListeners(event)));
  const printed = { stdout: '', stderr: '', output: '' };
  const sink = (name: 'stdout' | 'stderr'): Sink => ({
    async write(text) {
      printed[name] += text;
      printed.output += text;
    },
    isTerminal: false,
    columns: undefined,
  });
  const stderr = sink('stderr');
  const restore = replaceStderr(stderr);
  const system = {
    ...createSystem(),
    stdin: {
      isTerminal: false,
      read: async () => input,
      async *bytes() {
        yield Buffer.from(input);
      },
      identity: () => undefined,
    },
    stdout: sink('stdout'),
    stderr,
    // This process goes on.
    saveMemory: async () => {},
  };
  try {
    return { code: await main(args, system), signal: null, ...printed };
  } finally {
    restore();
    for (const event of events) {
      for (const listener of process.rawListeners(event).filter((one) => !before.has(one))) {
        process.removeListener(event, listener as () => void);
        if (event === 'exit') listener();
      }
    }
  }
}

/** Gives warnings of the system itself, which go to the stream of this process, to `sink`. Returns what takes this back. */
function replaceStderr(sink: Sink): () => void {
  const own = Object.getOwnPropertyDescriptor(process, 'stderr') as PropertyDescriptor;
  const stream = new Writable({
    write: (chunk, _, done) => void sink.write(String(chunk)).then(() => done()),
  });
  // The sink of the system looks into the file behind any other stream.
  const value = Object.assign(stream, { isTTY: true });
  Object.defineProperty(process, 'stderr', { value, configurable: true });
  return () => Object.defineProperty(process, 'stderr', own);
}
