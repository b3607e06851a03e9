import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['lint', ['--colors=off']],
  ['typecheck', ['--pretty', 'false']],
])('`npm run %s` finds nothing', (script, plain) => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script, '--', ...plain], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});
