import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { expect, inject, test } from 'vitest';

const tarball = () => inject('installed').tarball;

function check(tool: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, tarball(), ...args], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
}

test('every program that installs packages can read this one', () => {
  check('node_modules/publint/src/cli.js', '--strict');
});

// Node 20 and later, and bundlers. The way of Node 10 knows no exports.
test('every way of resolving finds the types that belong to the code', () => {
  check('node_modules/@arethetypeswrong/cli/dist/index.js', '--profile', 'node16');
});

test('the package stays small', () => {
  expect(statSync(tarball()).size).toBeLessThan(1_700_000);
});
