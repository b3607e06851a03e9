import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const { name, version, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A checkout with the scripts of this one, where the build writes one file, and with one library. */
let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'docs-admin-scripts-'));
  onTestFinished(() => rmSync(checkout, { recursive: true, force: true }));
  mkdirSync(join(checkout, 'library'));
  write('library/package.json', JSON.stringify({ name: 'library', version: '1.0.0' }));
  write('build.cjs', "require('node:fs').appendFileSync('built', 'once ')");
  const own = { name, version, scripts: { ...scripts, build: 'node build.cjs', postbuild: undefined } };
  write('package.json', JSON.stringify({ ...own, devDependencies: { library: 'file:library' } }));
  npm('install', '--package-lock-only');
});

const write = (path: string, text: string) => writeFileSync(join(checkout, path), text);
const built = () => existsSync(join(checkout, 'built')) && readFileSync(join(checkout, 'built'), 'utf8');

/** Runs npm as a shell does, without the variables of the npm that runs the tests. */
function npm(...args: readonly string[]): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  // npm is a script on Windows.
  const options = { cwd: checkout, env, stdio: 'ignore', shell: process.platform === 'win32' } as const;
  execFileSync('npm', ['--offline', ...args], options);
}

test('`npm ci` builds the tool', () => {
  npm('ci');
  expect(built()).toBe('once ');
});

test('`npm pack` builds the tool where `npm ci --ignore-scripts` did not', () => {
  npm('ci', '--ignore-scripts');
  expect(built()).toBe(false);
  npm('pack', '--dry-run');
  expect(built()).toBe('once ');
});
