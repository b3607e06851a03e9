import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Other command lines that administrators use, from npm; `command` is what they install. */
const packages = [
  { name: 'rdme@10', command: 'rdme' },
  { name: 'vercel@55', command: 'vercel' },
  { name: 'contentful-cli@3', command: 'contentful' },
  { name: 'netlify-cli@26', command: 'netlify' },
];

/**
 * The programs to compare with: what this machine has, and what is in `folder`, where there is one.
 *
 * @param {string | undefined} folder
 * @param {string} node The Node.js that runs the tool.
 */
export function findRivals(folder, node) {
  /** @param {string} command */
  const has = (command) =>
    (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, command)));

  /** The version of each, which is the least that a program can do. */
  function versions() {
    const installed = packages
      .map(({ command }) => ({ command, path: join(folder ?? '', command, 'node_modules/.bin', command) }))
      .filter(({ path }) => folder !== undefined && existsSync(path));
    return [
      ...['curl', 'gh'].filter(has).map((command) => ({
        name: `${command} --version`,
        argv: [command, '--version'],
      })),
      ...installed.map(({ command, path }) => ({
        name: `${command} --version`,
        argv: [node, path, '--version'],
        most: 5,
      })),
    ];
  }
  return { node, has, versions };
}

/**
 * Installs the packages, each into a folder of its own in `folder`. Those that cannot be had are left out, with a line
 * that says so.
 *
 * @param {string} folder
 */
export function installRivals(folder) {
  for (const { name, command } of packages) {
    const prefix = join(folder, command);
    mkdirSync(prefix, { recursive: true });
    const args = ['install', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', name];
    const { status } = spawnSync('npm', args, { stdio: 'ignore' });
    if (status !== 0) console.error(`${name} cannot be installed and is left out`);
  }
}
