import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolders, makePrivateFolder, removeFolder, syncFolder } from '../../src/disk/folders.ts';
import { removeFile, renameFile, replaceFile } from '../../src/disk/replace-file.ts';
import { replaceFiles } from '../../src/disk/replace-files.ts';
import { octal, temporaryFolder } from '../system/temporary-folder.ts';
import { fakeDisk } from './fake-disk.ts';

function oldFile(): { folder: string; path: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'file');
  writeFileSync(path, 'old');
  return { folder, path };
}

describe.each(['EPERM', 'EBUSY', 'EACCES'])('a rename that %s stops', (code) => {
  test.each(['win32', 'darwin', 'linux'] as const)('is tried again on %s', (platform) => {
    const { folder, path } = oldFile();
    const disk = fakeDisk(platform, { renameSync: [code, code, code] });
    replaceFile(path, 'new', {}, disk);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['file']);
    expect(disk.pauses).toEqual([5, 10, 20]);
  });

  test('fails after a second, and leaves the old file and nothing else', () => {
    const { folder, path } = oldFile();
    const disk = fakeDisk('win32', { renameSync: Array.from({ length: 20 }, () => code) });
    expect(() => replaceFile(path, 'new', {}, disk)).toThrow(code);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['file']);
    const waited = disk.pauses.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThan(900);
    expect(waited).toBeLessThan(1200);
  });

  test('or a deletion, is tried again', () => {
    const { path } = oldFile();
    removeFile(path, fakeDisk('win32', { rmSync: [code] }));
    expect(() => readFileSync(path)).toThrow('ENOENT');
  });
});

describe('several files', () => {
  test('are replaced when all are on the disk, then their folder is synced once', async () => {
    const { folder, path } = oldFile();
    const disk = fakeDisk('linux');
    const synced: string[] = [];
    const { promises } = disk.fs;
    const open = async (name: string) => {
      synced.push(readFileSync(path, 'utf8'));
      return await promises.open(name, 'r+');
    };
    const fs = new Proxy(disk.fs, {
      get: (calls, name) => (name === 'promises' ? { open } : Reflect.get(calls, name)),
    });
    const files = ['file', 'other'].map((name) => [name, ['new ', 'text']] as const);
    await replaceFiles(folder, files, { ...disk, fs });
    expect(synced).toEqual(['old', 'old']);
    expect(files.map(([name]) => readFileSync(join(folder, name), 'utf8'))).toEqual(['new text', 'new text']);
    expect(readdirSync(folder).sort()).toEqual(['file', 'other']);
    expect(octal(statSync(path).mode)).toBe('0600');
    expect(disk.calls.filter((call) => call === 'fsyncSync')).toHaveLength(1);
  });

  test('stay as they were, and nothing else is left, if one cannot be written', async () => {
    const { folder, path } = oldFile();
    const disk = fakeDisk('linux', { writeFileSync: [undefined, 'ENOSPC'] });
    const files = ['file', 'other'].map((name) => [name, ['new']] as const);
    await expect(replaceFiles(folder, files, disk)).rejects.toThrow('ENOSPC');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

test('the folder above a new private folder is synced: a power failure takes nothing away that is in it', () => {
  const disk = fakeDisk('linux');
  makePrivateFolder(join(oldFile().path, '../one/two'), disk);
  expect(disk.calls.filter((call) => /^(mkdir|fsync)/.test(call))).toEqual([
    'mkdirSync',
    'mkdirSync',
    'fsyncSync',
    'mkdirSync',
    'fsyncSync',
  ]);
});

test.each(['ENOSPC', 'EXDEV', 'EISDIR', 'EIO'])('a rename that %s stops is not tried again', (code) => {
  const { path } = oldFile();
  const disk = fakeDisk('win32', { renameSync: [code] });
  expect(() => renameFile(path, `${path}.1`, disk)).toThrow(code);
  expect(disk.pauses).toEqual([]);
});

describe('the folder is synced after the rename', () => {
  // The first sync is that of the file.
  const failing = (code: string) => ({ fsyncSync: [undefined, code] });

  test.each(['EPERM', 'EIO', 'EACCES'])('Windows cannot do it: %s is ignored there', (code) => {
    const { path } = oldFile();
    replaceFile(path, 'new', {}, fakeDisk('win32', failing(code)));
    expect(readFileSync(path, 'utf8')).toBe('new');
    syncFolder(join(path, 'missing'), fakeDisk('win32'));
  });

  test.each(['linux', 'darwin'] as const)('on %s an error is an error', (platform) => {
    const { path } = oldFile();
    for (const code of ['EPERM', 'EIO', 'EACCES']) {
      expect(() => replaceFile(path, 'new', {}, fakeDisk(platform, failing(code)))).toThrow(code);
    }
    expect(() => syncFolder(join(path, 'missing'), fakeDisk(platform))).toThrow('ENOTDIR');
  });

  test('a file system without this operation has nothing to sync', () => {
    const { path } = oldFile();
    replaceFile(path, 'new', {}, fakeDisk('linux', failing('EINVAL')));
    expect(readFileSync(path, 'utf8')).toBe('new');
  });
});

test.each(['win32', 'linux'] as const)('a failing sync of the file is an error on %s', (platform) => {
  const { folder, path } = oldFile();
  expect(() => replaceFile(path, 'new', {}, fakeDisk(platform, { fsyncSync: ['EIO'] }))).toThrow('EIO');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['file']);
});

test('what need not survive a power failure is not synced', () => {
  const { path } = oldFile();
  const disk = fakeDisk('linux');
  replaceFile(path, 'new', { isDurable: false }, disk);
  expect(disk.calls).not.toContain('fsyncSync');
});

describe('a folder that a virus scanner looks into', () => {
  test.each(['EPERM', 'EBUSY', 'EACCES', 'ENOTEMPTY'])('is deleted when it is free: %s', (code) => {
    const folder = join(temporaryFolder(), 'copy');
    mkdirSync(folder);
    const disk = fakeDisk('win32', { rmSync: [code, code] });
    removeFolder(folder, disk);
    expect(existsSync(folder)).toBe(false);
    expect(disk.pauses).toEqual([5, 10]);
  });

  test('and that is missing is no error', () => {
    removeFolder(join(temporaryFolder(), 'none'));
  });
});

describe('a private folder', () => {
  test.each(['linux', 'darwin'] as const)('is closed to others on %s', (platform) => {
    const folder = join(temporaryFolder(), 'open');
    mkdirSync(folder, { mode: 0o777 });
    const isOpen = (statSync(folder).mode & 0o022) !== 0;
    expect(makePrivateFolder(folder, fakeDisk(platform))).toEqual({ wasOpen: isOpen });
    expect(octal(statSync(folder).mode)).toBe('0700');
  });

  test('has no modes on Windows: none are read, changed or told', () => {
    const folder = join(temporaryFolder(), 'open');
    mkdirSync(folder, { mode: 0o777 });
    const disk = fakeDisk('win32');
    expect(makePrivateFolder(folder, disk)).toEqual({ wasOpen: false });
    expect(disk.calls).toEqual(['mkdirSync']);
  });

  test('and those above it are made', () => {
    const folder = join(temporaryFolder(), 'a', 'b', 'c');
    makeFolders(folder);
    expect(octal(statSync(folder).mode)).toBe('0700');
    expect(octal(statSync(join(folder, '..')).mode)).toBe('0700');
  });

  test('is made where another process has just made the one above it', () => {
    const folder = join(temporaryFolder(), 'folder');
    makeFolders(folder, fakeDisk('linux', { mkdirSync: ['ENOENT'] }));
    expect(octal(statSync(folder).mode)).toBe('0700');
  });

  test('is refused where the system refuses every name', () => {
    expect(() => makeFolders('/proc/none/of/these')).toThrow('ENOENT');
  });
});
