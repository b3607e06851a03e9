import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  promises,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemDisk } from '../../src/disk/disk.ts';
import { createJournals } from '../../src/system/journals.ts';
import { octal, temporaryFolder } from './temporary-folder.ts';

const lines = ['{"name":"Zwölf"}', '{"name":"二"}'];

/** The lines of a journal, as an editor may have saved them. */
const saved: Record<string, Buffer> = {
  'UTF-8': Buffer.from(`${lines.join('\n')}\n`),
  'UTF-8 with a byte order mark and CRLF': Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`),
  'UTF-16, little-endian': Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf16le'),
  'UTF-16, big-endian': Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf16le').swap16(),
};

function journalOf(content: Buffer) {
  const path = join(temporaryFolder(), 'run.jsonl');
  writeFileSync(path, content);
  return { path, journals: createJournals(join(path, '..')) };
}

test.each(Object.entries(saved))('%s is read', (_, content) => {
  const { path, journals } = journalOf(content);
  expect(journals.read(path)).toEqual(lines);
});

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'not a regular file'],
  ['a link to a device', (path: string) => symlinkSync('/dev/zero', path), 'not a regular file'],
  ['a file without an end', (path: string) => writeFileSync(path, ''), 'larger than 400 MiB'],
])('%s in place of a journal is refused, and nothing waits for it', (_, make, problem) => {
  const path = join(temporaryFolder(), 'run.jsonl');
  make(path);
  if (problem.startsWith('larger')) truncateSync(path, 2 ** 40);
  expect(() => createJournals(join(path, '..')).read(path)).toThrow(`cannot read ${path}: ${problem}`);
});

describe('adding', () => {
  test.each(Object.entries(saved).slice(0, 2))('to %s keeps what is there', async (_, content) => {
    const { path, journals } = journalOf(content);
    const file = await journals.open(path);
    await file.add('{}');
    await file.close();
    expect(journals.read(path)).toEqual([...lines, '{}']);
  });

  test.each(Object.entries(saved).slice(2))('to %s is refused, and changes nothing', async (_, content) => {
    const { path, journals } = journalOf(content);
    await expect(journals.open(path)).rejects.toMatchObject({
      message: `cannot write ${path}: it is UTF-16`,
      exitCode: 3,
      hint: { code: 'save-as-utf8' },
    });
    expect(readFileSync(path)).toEqual(content);
    expect(await journals.keeper(path)).toBeUndefined();
  });

  test('begins a new line where a crash has cut the last one off', async () => {
    const { path, journals } = journalOf(Buffer.from('{"whole":1}\n{"cut":"Zw\xc3', 'latin1'));
    const file = await journals.open(path);
    await file.add('{}');
    await file.close();
    expect(readFileSync(path, 'utf8')).toBe('{"whole":1}\n{}\n');
  });

  test('closes the journal to others', async () => {
    const { path, journals } = journalOf(Buffer.from(''));
    chmodSync(path, 0o644);
    await (await journals.open(path)).close();
    expect(octal(statSync(path).mode)).toBe('0600');
  });

  test('waits for the disk', async () => {
    const { path, journals } = journalOf(Buffer.from(''));
    const handle = await promises.open(path);
    const sync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync');
    onTestFinished(() => sync.mockRestore());
    await handle.close();
    const file = await journals.open(path);
    await file.add('{}');
    expect(sync).toHaveBeenCalledTimes(1);
    await file.close();
  });

  test('ends when another process has taken the lock', async () => {
    const { path } = journalOf(Buffer.from(''));
    const file = await createJournals(join(path, '..'), { trust: 0 }).open(path);
    await file.add('{"own":1}');
    const lock = JSON.parse(readFileSync(`${path}.lock`, 'utf8'));
    writeFileSync(`${path}.lock`, JSON.stringify({ ...lock, token: 'other' }));
    await expect(file.add('{"late":1}')).rejects.toThrow('was taken by another process');
    await file.close();
    expect(readFileSync(path, 'utf8')).toBe('{"own":1}\n');
  });
});

test('a file system that cannot be written any more is named when a journal is closed', async () => {
  const path = join(temporaryFolder(), 'run.jsonl');
  const disk = {
    ...systemDisk,
    fs: {
      ...systemDisk.fs,
      rmSync() {
        throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
      },
    },
  };
  const file = await createJournals(join(path, '..'), { disk }).create(path);
  await file.add('{}');
  await expect(file.close()).rejects.toMatchObject({
    message: expect.stringMatching(/^cannot remove .*run\.jsonl\.lock: .*EROFS/),
    exitCode: 3,
  });
});
