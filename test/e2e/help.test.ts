import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshHome, packageFolder, runInstalled, runShell } from '../support/installed.ts';

const asked = [
  [[]],
  [['--help']],
  [['-h']],
  [['help']],
  [['sites', '--help']],
  [['help', 'sites']],
  [['sites', 'create', '--help']],
  [['help', 'sites', 'create']],
  [['teams', 'members', 'list', '-h']],
  [['--version']],
  [['-V']],
];

test.each(asked)('%j is answered without loading the tool', async (args) => {
  const folder = freshHome();
  mkdirSync(join(folder, 'dist'));
  execFileSync('cp', ['-r', join(packageFolder(), 'bin'), folder]);
  execFileSync('cp', [join(packageFolder(), 'dist/help.txt'), join(folder, 'dist')]);
  const alone = await runShell(`node bin/docs-admin.js ${args.join(' ')}`, { cwd: folder });
  expect(alone).toMatchObject({ code: 0, stderr: '' });
  expect(alone).toEqual(await runInstalled(args));
});

test.each([
  [
    ['sites', 'ls', '--help'],
    ['sites', 'list', '--help'],
  ],
  [
    ['help', 'crs', 'list'],
    ['change-requests', 'list', '--help'],
  ],
  [
    ['--json', 'sites', 'list', '--help'],
    ['sites', 'list', '--help'],
  ],
  [
    ['sites', 'get', 'site_1', '--help'],
    ['sites', 'get', '--help'],
  ],
])('%j, which needs the tool, prints the same help as %j', async (slow, ready) => {
  expect(await runInstalled(slow)).toEqual(await runInstalled(ready));
});

test('help that no one reads ends quietly', async () => {
  expect(await runShell('docs-admin --help | true')).toMatchObject({ code: 0, stderr: '' });
});

test('help that cannot be written says so', async () => {
  const run = await runShell('docs-admin --help > /dev/full');
  expect(run).toMatchObject({ code: 1, stderr: 'error: cannot write output: ENOSPC\n' });
});
