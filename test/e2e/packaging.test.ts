import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { acceptedLicenses } from '../../src/build/licenses.js';
import { freshHome, packageFolder, runInstalled, runShell } from '../support/installed.ts';

const shipped = [
  /^(package\.json|README\.md|LICENSE)$/,
  /^bin\/(docs-admin\.js|package\.json)$/,
  /^completions\/[\w.-]+$/,
  /^docs\/([\w-]+\.(md|svg|png)|Containerfile(\.dockerignore)?)$/,
  /^dist\/(start|library\/index|protocol\/protocol|compile-cache\/compile-cache)\.js$/,
  /^dist\/completion\/(words\.js|table\.json)$/,
  /^dist\/(help\.txt|package\.json|organization\.schema\.json|THIRD-PARTY-LICENSES\.txt)$/,
  /^dist\/(library\/)?chunks\/[\w.-]+\.js$/,
  /^dist\/man\/docs-admin[\w-]*\.1$/,
  /^dist\/types\/index\.d\.ts$/,
];

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Returns the files that npm has installed, without the folder itself. */
function installedPackages() {
  const lock = readFileSync(join(inject('installed').folder, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { license?: string; hasInstallScript?: boolean }>;
  };
  return Object.entries(packages).map(([path, facts]) => ({ path, ...facts }));
}

describe('the package', () => {
  test('holds the tool and nothing else', () => {
    const strangers = filesBelow(packageFolder()).filter((path) => !shipped.some((one) => one.test(path)));
    expect(strangers).toEqual([]);
  });

  test('names no folder of the machine that built it', () => {
    const machine = [resolve('.'), homedir(), tmpdir()]
      .filter((path) => path.length > 1)
      .map((path) => `${path}/`);
    const telling = filesBelow(packageFolder()).filter((path) => {
      const text = readFileSync(join(packageFolder(), path), 'utf8');
      return machine.some((place) => text.includes(place)) || text.includes('sourceMappingURL');
    });
    expect(telling).toEqual([]);
  });

  test('brings at most 30 packages, none with an install script, all under accepted licences', () => {
    const packages = installedPackages();
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.length).toBeLessThanOrEqual(30);
    expect(packages.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
    expect(packages.filter(({ license = '' }) => !acceptedLicenses.includes(license))).toEqual([]);
  });

  test('installs without a warning of scripts', () => {
    const { scripts } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'));
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(scripts).not.toHaveProperty(name);
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
    const install = ['install', '--prefix', freshHome(), '--prefer-offline', inject('installed').tarball];
    const { status, stdout, stderr } = spawnSync('npm', install, { env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stdout + stderr).not.toMatch(/script/);
  });

  test('lists the licences of the code that is bundled', () => {
    const licenses = readFileSync(join(packageFolder(), 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect(licenses).toMatch(/^commander 14\.\S+ \(MIT\)$/m);
    expect(licenses).toMatch(/^zod 4\.\S+ \(MIT\)$/m);
    expect(licenses).not.toMatch(/^(vitest|rolldown|typescript) /m);
  });

  test('prints its licence and those of the code in it', async () => {
    const { code, stdout, stderr } = await runInstalled(['version', '--licenses']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^MIT License/);
    expect(stdout).toMatch(/^commander 14\.\S+ \(MIT\)$/m);
    expect(stdout).not.toContain('Node.js is licensed');
  });

  test('has the schema of organization files for editors', () => {
    const schema = readFileSync(join(packageFolder(), 'dist/organization.schema.json'), 'utf8');
    expect(JSON.parse(schema)).toMatchObject({ type: 'object', required: ['format'] });
  });

  test('installs a manual', () => {
    const { man } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'));
    const pages = filesBelow(packageFolder()).filter((path) => path.startsWith('dist/man/'));
    expect(pages.sort()).toEqual([...man].sort());
  });

  test('installs a command', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await runShell('docs-admin --version')).toEqual({
      code: 0,
      signal: null,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  test('says what is missing where it was not built', async () => {
    const folder = freshHome();
    execFileSync('cp', ['-r', join(packageFolder(), 'bin'), folder]);
    const run = await runShell(`node ${folder}/bin/docs-admin.js sites list`);
    expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('npm run build') });
  });
});

describe('the library', () => {
  test.each([
    [
      'import',
      ['--input-type=module', '-e', "import { client } from 'docs-admin'; console.log(typeof client)"],
    ],
    ['require', ['-e', "console.log(typeof require('docs-admin').client)"]],
  ])('can be loaded with %s', (_, args) => {
    expect(output(...(args as [string, ...string[]]))).toBe('function\n');
  });

  function output(...args: (string | readonly string[])[]): string {
    const options = { cwd: inject('installed').folder, encoding: 'utf8' } as const;
    const { stdout, stderr } = spawnSync(process.execPath, args.flat(), options);
    return stdout + stderr;
  }
});

test('nothing of npm is needed: the sandbox works where no install script ran', async () => {
  const run = await runInstalled(['--profile', 'sandbox', 'sites', 'list', '-o', 'id']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatch(/^site_\w+$/m);
});
