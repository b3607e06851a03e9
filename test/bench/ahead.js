import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compare, startServer } from './meter.js';
import { printResults } from './print.js';

/**
 * A list of 20 over HTTP, by the tool as it is built, and without the functions that the build puts in parentheses. Builds
 * both.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function ahead(meter, { rounds, rivals: { node } }) {
  const server = await startServer();
  /** @type {(name: string, flags: string[]) => import('./meter.js').Contestant} */
  const built = (name, flags) => {
    execFileSync(process.execPath, ['src/build/bundle.js', ...flags]);
    const folder = join(meter.home, name.replaceAll(' ', '-'));
    mkdirSync(folder);
    for (const part of ['bin', 'dist', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const words = ['members', 'list', '--json'];
    return { name, argv: [node, join(folder, 'bin/docs-admin.js'), ...words], env: server.env };
  };
  try {
    const contestants = [built('without', ['--plain']), built('as it is built', [])];
    printResults('compiled ahead', await compare(meter, contestants, rounds));
  } finally {
    server.close();
  }
}
