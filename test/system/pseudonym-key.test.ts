import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pseudonymKey } from '../../src/system/pseudonym-key.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('the first call makes a random key that only its owner can read, later calls return it', async () => {
  const path = join(temporaryFolder(), 'state', 'pseudonym-key');
  const key = await pseudonymKey(path);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await pseudonymKey(path)).toBe(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(path))).toEqual(['pseudonym-key']);
  expect(await pseudonymKey(join(temporaryFolder(), 'pseudonym-key'))).not.toBe(key);
});

test('a key that was copied with an editor of Windows is the same key', async () => {
  const path = join(temporaryFolder(), 'pseudonym-key');
  const key = await pseudonymKey(path);
  for (const encoding of ['utf8', 'utf16le'] as const) {
    writeFileSync(path, `\ufeff${key}\r\n`, encoding);
    expect(await pseudonymKey(path)).toBe(key);
  }
});

test.each(['', 'short', 'x'.repeat(64)])('a file that holds %j is refused', async (text) => {
  const path = join(temporaryFolder(), 'pseudonym-key');
  writeFileSync(path, text);
  await expect(pseudonymKey(path)).rejects.toThrow(
    expect.objectContaining({
      name: 'LocalStateError',
      message: `${path} does not hold a key of pseudonyms`,
      hint: { code: 'recreate-file', data: {} },
    }),
  );
});

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'not a regular file'],
  ['a link to a device', (path: string) => symlinkSync('/dev/zero', path), 'not a regular file'],
  ['a large file', (path: string) => writeFileSync(path, ' '.repeat(4097)), 'larger than 4 KiB'],
])('%s in place of the key is refused, and nothing waits for it', async (_, make, problem) => {
  const path = join(temporaryFolder(), 'pseudonym-key');
  make(path);
  await expect(pseudonymKey(path)).rejects.toThrow(`cannot read ${path}: ${problem}`);
});

test('a path that cannot be made is an error of local state', async () => {
  await expect(pseudonymKey('/dev/null/pseudonym-key')).rejects.toThrow(
    expect.objectContaining({
      name: 'LocalStateError',
      message: expect.stringContaining('/dev/null/pseudonym-key'),
    }),
  );
});
