import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Other command lines that administrators use, from npm; `command` is what they install. */
const packages = [
  { name: 'rdme', command: 'rdme' },
  { name: 'vercel', command: 'vercel' },
  { name: 'contentful-cli', command: 'contentful' },
  { name: 'netlify-cli', command: 'netlify' },
];

/**
 * The programs to compare with: what this machine has, and what is in `folder`, where there is one.
 *
 * @param {string | undefined} folder
 */
export function findRivals(folder) {
  const node = process.execPath;
  /** @param {string} command */
  const has = (command) =>
    (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, command)));

  /** The version of each, which is the least that a program can do. */
  function versions() {
    const installed = packages
      .map(({ command }) => ({ command, path: join(folder ?? '', 'node_modules/.bin', command) }))
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
 * Installs the packages into `folder`.
 *
 * @param {string} folder
 */
export function installRivals(folder) {
  const names = packages.map(({ name }) => name);
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...names];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`npm install ended with code ${status}`);
}
