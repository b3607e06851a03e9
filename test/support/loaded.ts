import { readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { freshHome, packageFolder, runInstalled } from './installed.ts';

const hook = fileURLToPath(new URL('record-modules.cjs', import.meta.url));

/** The modules that a command line loads. Times differ between machines, but depend on these. */
export interface Loaded {
  readonly builtins: readonly string[];
  readonly packages: readonly string[];
  readonly files: number;
  readonly kilobytes: number;
  /** Whether the library for servers for assistants is among them. */
  readonly protocol: boolean;
}

/** Runs an installed command line, which must succeed and print no message, and returns what it loads. */
export async function loadedBy(
  line: string,
  env: Record<string, string> = {},
  home = freshHome(),
): Promise<Loaded> {
  const log = join(home, `modules-${process.hrtime.bigint()}.jsonl`);
  const recording = { NODE_OPTIONS: `--require ${hook}`, MODULES_LOG: log };
  const run = await runInstalled(line.split(' '), { home, env: { ...env, ...recording } });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const modules = readFileSync(log, 'utf8').trim().split('\n');
  const paths = modules.map((path) => JSON.parse(path) as string);
  const ofPackage = paths.filter((path) => path.startsWith(packageFolder()));
  // Node 22.8 and later load it for every line, to spare the time of compiling the other files.
  const own = ofPackage.filter((path) => !path.includes('compile-cache'));
  const others = paths.filter((path) => !isBuiltin(path) && !ofPackage.includes(path));
  const size = own.reduce((sum, path) => sum + statSync(path).size, 0);
  return {
    builtins: paths.filter((path) => isBuiltin(path)).sort(),
    packages: [...new Set(others.map(packageOf))].sort(),
    files: own.length,
    kilobytes: Math.ceil(size / 1024),
    protocol: own.some((path) => path.endsWith('protocol.js')),
  };
}

function packageOf(path: string): string {
  return path.match(/.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/)?.[1] ?? path;
}
