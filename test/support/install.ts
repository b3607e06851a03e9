import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

/** The package as users get it. */
export interface Installed {
  /** The folder whose `node_modules` contains it. */
  readonly folder: string;
  readonly tarball: string;
  /** The single executable that is tested instead of the package, if there is one. */
  readonly executable: string | undefined;
}

declare module 'vitest' {
  export interface ProvidedContext {
    installed: Installed;
  }
}

const sources = [
  'src',
  'bin',
  'completions',
  'docs',
  'package.json',
  'package-lock.json',
  'README.md',
  'LICENSE',
];
const prefix = 'docs-admin-installed-';
const hour = 60 * 60 * 1000;

/**
 * Builds, packs and installs the tool once for all end-to-end tests; again only if a source has changed. It is
 * installed outside the checkout, whose `node_modules` would hide a missing part of the package.
 */
export default function setup(project: TestProject): void {
  const folder = join(tmpdir(), prefix + fingerprint());
  if (!existsSync(folder)) installInto(folder);
  const now = new Date();
  utimesSync(folder, now, now);
  const executable =
    process.env.DOCS_ADMIN_TEST_EXECUTABLE && resolve(process.env.DOCS_ADMIN_TEST_EXECUTABLE);
  project.provide('installed', { folder, tarball: join(folder, tarballIn(folder)), executable });
}

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of sources.flatMap(filesUnder)) hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

function installInto(folder: string): void {
  removeOld();
  const scratch = mkdtempSync(join(tmpdir(), prefix));
  npm('.', 'pack', ...(isBuilt() ? ['--ignore-scripts'] : []), '--pack-destination', scratch);
  writeFileSync(join(scratch, 'package.json'), '{}');
  npm(scratch, 'install', '--ignore-scripts', '--prefer-offline', `./${tarballIn(scratch)}`);
  renameSync(scratch, folder);
}

/** Whether the present sources are built, as after `npm ci`: what each step of the build writes is newer than they are. */
function isBuilt(): boolean {
  const built = ['dist/start.js', 'dist/types/index.d.ts'];
  if (!built.every((path) => existsSync(path))) return false;
  const end = Math.min(...built.map(changedAt));
  const read = [...sources, 'node_modules/.package-lock.json'].flatMap(filesUnder);
  return read.every((path) => changedAt(path) < end);
}

const changedAt = (path: string): number => statSync(path).mtimeMs;

/** Removes what no run has used for an hour. */
function removeOld(): void {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
  for (const folder of folders.map((name) => join(tmpdir(), name))) {
    if (Date.now() - statSync(folder).mtimeMs > hour) rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs npm without the variables of its parent, so that npm inside of `npm test` works in the right folder. */
function npm(cwd: string, ...args: readonly string[]): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  execFileSync('npm', ['--loglevel=error', ...args], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function tarballIn(folder: string): string {
  return readdirSync(folder).find((name) => name.endsWith('.tgz')) as string;
}
