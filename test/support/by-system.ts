import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tests use that Windows does not have: shells, terminals, modes, links, signals and devices of Unix. */
const unix =
  /\b(?:startShell|runShell|onStage|onTerminal|shellOnTerminal|octal|symlinkSync|chmodSync|mkfifo|bash)\b|\.mode\b|'SIG[A-Z]+'|\/dev\/|\/proc\//;

/** What they use that only Linux has. */
const linux = /\/proc\/|\/dev\/(?:full|shm)|\b(?:setpriv|unshare)\b/;

/**
 * Returns the paths of the tests that the system cannot run. Rules for Windows and macOS are tested on each system, with a
 * platform that is given.
 */
export function testsOfOtherSystems(platform: NodeJS.Platform): string[] {
  const needed = platform === 'win32' ? unix : platform === 'linux' ? undefined : linux;
  if (needed === undefined) return [];
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test', file).replaceAll('\\', '/'))
    .filter((path) => needed.test(readFileSync(path, 'utf8')));
}
