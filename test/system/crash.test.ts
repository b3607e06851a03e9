import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepCrash } from '../../src/system/crash-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('the file of reports begins anew at 1 MiB, and the one before is kept', () => {
  const path = join(temporaryFolder(), 'errors.log');
  const long = `${'x'.repeat(1024 * 1024)}\n`;
  writeFileSync(path, long);
  expect(keepCrash(path, 'first')).toBe(path);
  expect(keepCrash(path, 'second')).toBe(path);
  expect(readFileSync(path, 'utf8')).toBe('first\nsecond\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toBe(long);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('where it cannot be written, there is none', () => {
  expect(keepCrash('/dev/null/errors.log', 'x')).toBeUndefined();
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(keepCrash(pipe, 'x')).toBeUndefined();
});
