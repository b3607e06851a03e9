import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['lint', ['--colors=off']],
  ['typecheck', ['--pretty', 'false']],
])('`npm run %s` finds nothing', (script, plain) => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script, '--', ...plain], {
    encoding: 'utf8',
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  });
  expect(status, stdout + stderr).toBe(0);
});
