import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  promises,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFiles } from '../../src/system/files.ts';
import { selfSigned } from '../support/certificate.ts';
import { octal, temporaryFolder } from './temporary-folder.ts';

const systemFiles = createFiles(new AbortController().signal);

function file(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, content);
  return path;
}

describe('reading', () => {
  test('gives the bytes, or the text without its byte order mark', async () => {
    const path = file('\ufeffzwölf\n');
    expect(await systemFiles.readText(path)).toBe('zwölf\n');
    expect(Buffer.from(await systemFiles.readBytes(path)).toString()).toBe('\ufeffzwölf\n');
  });

  test('follows symlinks, and takes files of unknown size', async () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(file('content'), link);
    expect(await systemFiles.readText(link)).toBe('content');
    expect(await systemFiles.readText('/proc/self/status')).toContain('Pid:');
  });

  test.each([
    ['one\ntwo\nthree \xe9\n', 3],
    ['\xe9', 1],
    ['one\n\n\n\xff', 4],
  ])('refuses what is not UTF-8, with the line: %j', async (content, line) => {
    const path = file(Buffer.from(content, 'latin1'));
    await expect(systemFiles.readText(path)).rejects.toMatchObject({
      name: 'UsageError',
      message: `${path} line ${line}: not UTF-8`,
    });
  });

  test('says of a certificate in DER how to convert it', async () => {
    const { cert } = selfSigned('idp.example');
    const path = file(new X509Certificate(cert).raw);
    await expect(systemFiles.readText(path)).rejects.toMatchObject({
      name: 'UsageError',
      message: `${path} is binary (DER), not text`,
      hint: { code: 'convert-to-pem', data: {} },
    });
  });

  test('decodes UTF-16 with a byte order mark', async () => {
    const text = 'zwölf 🎉\r\n';
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(await systemFiles.readText(file(bytes))).toBe(text);
    expect(await systemFiles.readText(file(bytes.swap16()))).toBe(text);
  });

  test('refuses UTF-16 that is cut off', async () => {
    const path = file(Buffer.from('\ufeffab', 'utf16le').subarray(0, -1));
    await expect(systemFiles.readText(path)).rejects.toMatchObject({
      name: 'UsageError',
      message: `${path} is not UTF-16, as its byte order mark says`,
      hint: { code: 'save-as-utf8', data: {} },
    });
  });

  test.each([
    ['/dev/zero', 'not a regular file'],
    ['/dev/null', 'not a regular file'],
    ['/tmp', 'it is a folder'],
  ])('refuses %s: %s', async (path, reason) => {
    await expect(systemFiles.readBytes(path)).rejects.toMatchObject({
      name: 'UsageError',
      message: `cannot read ${path}: ${reason}`,
    });
  });

  test('reads a pipe once, and keeps what it held', async () => {
    const path = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(systemFiles.isPipe(path)).toBe(true);
    const reading = systemFiles.readText(path);
    await promises.writeFile(path, '\ufeffzwölf\n');
    expect(await reading).toBe('zwölf\n');
    expect(Buffer.from(await systemFiles.readBytes(path)).toString()).toBe('\ufeffzwölf\n');
    expect(systemFiles.isPipe(file(''))).toBe(false);
  });

  test('an interrupt ends the waiting for the writer of a pipe', async () => {
    const path = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    const ending = new AbortController();
    const reading = createFiles(ending.signal).readText(path);
    setTimeout(() => ending.abort(new Error('interrupted')), 50);
    await expect(reading).rejects.toThrow('interrupted');
  });

  test('refuses what is missing', async () => {
    await expect(systemFiles.readText('/nowhere/file')).rejects.toMatchObject({
      name: 'UsageError',
      message: 'cannot read /nowhere/file: no such file or directory (ENOENT)',
    });
  });

  test('takes 10 MiB and no more', async () => {
    const path = file('');
    truncateSync(path, 10 * 1024 * 1024);
    expect(await systemFiles.readBytes(path)).toHaveLength(10 * 1024 * 1024);
    truncateSync(path, 20 * 1024 * 1024 * 1024);
    await expect(systemFiles.readBytes(path)).rejects.toThrow(`cannot read ${path}: larger than 10 MiB`);
  });
});

describe('writing', () => {
  test('makes a file, readable by its owner only', async () => {
    const path = join(temporaryFolder(), 'new');
    await systemFiles.write(path, 'text');
    expect(readFileSync(path, 'utf8')).toBe('text');
    expect(octal(statSync(path).mode)).toBe('0600');
  });

  test('replaces a file, in one step, and takes it from other readers', async () => {
    const path = file('old');
    chmodSync(path, 0o640);
    const { ino } = statSync(path);
    await systemFiles.write(path, Buffer.from('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(octal(statSync(path).mode)).toBe('0600');
    expect(statSync(path).ino).not.toBe(ino);
    expect(readdirSync(join(path, '..'))).toEqual(['file']);
  });

  test('writes through a symlink', async () => {
    const target = file('old');
    const link = join(temporaryFolder(), 'link');
    symlinkSync(target, link);
    await systemFiles.write(link, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('new');
  });

  // Only root can make a link of another user.
  test.skipIf(process.getuid?.() !== 0)(
    'refuses the link of another user in a folder like /tmp',
    async () => {
      const folder = temporaryFolder();
      const [target, link] = [join(folder, 'target'), join(folder, 'link')];
      symlinkSync(target, link);
      lchownSync(link, 12_345, 12_345);
      await systemFiles.write(link, 'own folder');
      chmodSync(folder, 0o1777);
      const refused = {
        name: 'LocalStateError',
        message: `${link} is a link of another user, in a folder where all users can write`,
      };
      await expect(systemFiles.write(link, 'new')).rejects.toMatchObject(refused);
      expect(() => systemFiles.assertWritable(link)).toThrow(expect.objectContaining(refused));
      symlinkSync('link', join(folder, 'own'));
      await expect(systemFiles.write(join(folder, 'own'), 'new')).rejects.toMatchObject(refused);
      chownSync(folder, 12_345, 12_345);
      await systemFiles.write(link, 'the owner of the folder made it');
      expect(readFileSync(target, 'utf8')).toBe('the owner of the folder made it');
    },
  );

  test('writes to a device instead of replacing it', async () => {
    await systemFiles.write('/dev/null', 'text');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test.each([
    ['/nowhere/file', 'no such file or directory (ENOENT)'],
    ['/dev/null/file', 'not a directory (ENOTDIR)'],
    ['/dev/full', 'no space left on device (ENOSPC)'],
  ])('names %s, where it cannot', async (path, reason) => {
    await expect(systemFiles.write(path, 'text')).rejects.toMatchObject({
      name: 'OutputError',
      message: `cannot write ${path}: ${reason}`,
    });
  });

  test('leaves nothing behind where a folder is in its place', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'sub');
    execFileSync('mkdir', [path]);
    await expect(systemFiles.write(path, 'text')).rejects.toThrow(`cannot write ${path}: `);
    expect(readdirSync(folder)).toEqual(['sub']);
  });
});

describe('adding', () => {
  test('makes a file, and adds to its end, also through a symlink', async () => {
    const folder = temporaryFolder();
    const [path, link] = [join(folder, 'new'), join(folder, 'link')];
    symlinkSync(path, link);
    await systemFiles.append(path, 'one\n');
    await Promise.all([systemFiles.append(link, 'zwölf\n'), systemFiles.append(path, '')]);
    expect(readFileSync(path, 'utf8')).toBe('one\nzwölf\n');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(systemFiles.size(path)).toBe(11);
  });

  test('what is no regular file has no size', () => {
    const paths = [temporaryFolder(), '/nowhere', '/dev/null'];
    expect(paths.map(systemFiles.size)).toEqual([0, 0, 0]);
  });

  test.each([
    ['/nowhere/file', 'no such file or directory (ENOENT)'],
    ['/', 'illegal operation on a directory (EISDIR)'],
    ['/dev/full', 'no space left on device (ENOSPC)'],
  ])('names %s, where it cannot', async (path, reason) => {
    await expect(systemFiles.append(path, 'text')).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(`cannot write ${path}: ${reason}`),
    });
  });

  test('does not wait for the reader of a pipe', async () => {
    const path = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    await expect(systemFiles.append(path, 'text')).rejects.toThrow(`cannot write ${path}: `);
  });
});
