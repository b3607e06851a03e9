import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCredentials } from '../../src/system/credentials.ts';
import { fakeDisk } from '../disk/fake-disk.ts';
import { startChild, startShell, useChildren } from './children.ts';
import { octal, temporaryFolder } from './temporary-folder.ts';

useChildren();

const secret = {
  token: 'token-of-the-test',
  baseUrl: 'https://docs.example/api',
};

function open(folder: string) {
  const warnings: string[] = [];
  const credentials = createCredentials(folder, { warn: (message) => warnings.push(message) });
  return { ...credentials, warnings };
}

function withFile(content: string, mode = 0o600): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'credentials.json'), content);
  chmodSync(join(folder, 'credentials.json'), mode);
  return folder;
}

test('a file that an editor has saved with a byte order mark is read', async () => {
  const folder = withFile(`\ufeff${JSON.stringify({ version: 1, tokens: { work: secret } })}\r\n`);
  expect(await open(folder).find('work')).toEqual(secret);
});

describe('on Windows, which has no modes', () => {
  const onWindows = (folder: string) => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    return { ...createCredentials(folder, { warn, disk: fakeDisk('win32') }), warnings };
  };

  test('none are checked or changed', async () => {
    const folder = withFile(JSON.stringify({ version: 1, tokens: { work: secret } }), 0o666);
    chmodSync(folder, 0o777);
    const { find, path, warnings } = onWindows(folder);
    expect(await find('work')).toEqual(secret);
    expect(warnings).toEqual([]);
    expect(octal(statSync(path).mode)).toBe('0666');
  });

  test('the place of a token is told without a promise', async () => {
    const { store, path, warnings } = onWindows(temporaryFolder());
    expect(await store('work', secret)).toBe(
      `${path}; the rights of its folder decide who can read it, because Windows has no file modes`,
    );
    expect(warnings).toEqual([]);
  });
});

test('without a file there is no token, and looking makes none', async () => {
  const folder = join(temporaryFolder(), 'missing');
  expect(await open(folder).find('work')).toBeUndefined();
  expect(await open(folder).forget('work')).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

test.each(['work', 'eu.prod', '__proto__', 'constructor'])(
  'a token of %s is stored and forgotten',
  async (name) => {
    const credentials = open(temporaryFolder());
    await credentials.store('other', { token: 'other', baseUrl: 'http://127.0.0.1:4010' });
    expect(await credentials.find(name)).toBeUndefined();
    await credentials.store(name, secret);
    expect(await credentials.find(name)).toEqual(secret);
    expect(await credentials.forget(name)).toBe(true);
    expect(await credentials.forget(name)).toBe(false);
    expect(await credentials.find(name)).toBeUndefined();
    expect(await credentials.find('other')).toMatchObject({ token: 'other' });
    expect(credentials.warnings).toEqual([]);
  },
);

test.each([0o000, 0o022, 0o077, 0o777])(
  'only the owner can read them, whatever the umask (%o)',
  async (mask) => {
    const before = process.umask(mask);
    onTestFinished(() => void process.umask(before));
    const folder = join(temporaryFolder(), 'docs-admin');
    await open(folder).store('work', secret);
    expect(octal(statSync(folder).mode)).toBe('0700');
    expect(octal(statSync(join(folder, 'credentials.json')).mode)).toBe('0600');
    expect(readdirSync(folder)).toEqual(['credentials.json']);
  },
);

test('a file that others could read is closed when it is opened, with a warning', async () => {
  const folder = withFile(JSON.stringify({ version: 1, tokens: { work: secret } }), 0o644);
  const credentials = open(folder);
  expect(await credentials.find('work')).toEqual(secret);
  expect(octal(statSync(credentials.path).mode)).toBe('0600');
  expect(credentials.warnings).toEqual([
    `${credentials.path} was readable by others; it is private now, but rotate its tokens`,
  ]);
  await credentials.find('work');
  expect(credentials.warnings).toHaveLength(1);
});

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'not a regular file'],
  ['a link to a device', (path: string) => symlinkSync('/dev/zero', path), 'not a regular file'],
  ['a large file', (path: string) => writeFileSync(path, ' '.repeat(2 ** 20 + 1)), 'larger than 1 MiB'],
])('%s in place of the file is refused, and nothing waits for it', async (_, make, problem) => {
  const { path, find } = open(temporaryFolder());
  make(path);
  await expect(find('work')).rejects.toThrow(`cannot read ${path}: ${problem}`);
});

test('a folder that others could write to is closed by the next change, with a warning', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  const credentials = open(folder);
  await credentials.store('work', secret);
  expect(octal(statSync(folder).mode)).toBe('0700');
  expect(credentials.warnings).toEqual([`others could write to ${folder}; it is private now`]);
});

test('a file or folder of another user is not used', async () => {
  // Only root can give files away; anyone else meets someone else's file in /proc.
  const foreign = temporaryFolder();
  if (process.getuid?.() === 0) {
    const folder = withFile(JSON.stringify({ version: 1, tokens: { work: secret } }));
    chownSync(join(folder, 'credentials.json'), 12_345, 12_345);
    const expected = {
      name: 'LocalStateError',
      message: `${folder}/credentials.json belongs to another user`,
    };
    await expect(open(folder).find('work')).rejects.toMatchObject(expected);
    await expect(open(folder).store('work', secret)).rejects.toMatchObject(expected);
    chownSync(foreign, 12_345, 12_345);
  } else {
    symlinkSync('/proc/version', join(foreign, 'credentials.json'));
  }
  await expect(open(foreign).store('work', secret)).rejects.toThrow(/ belongs to another user$/);
});

test.each([
  ['empty', '', 'it is empty'],
  ['cut off', '{"version":1,"tokens":{"work":{"token":"SECRET', 'it is not a JSON object'],
  [
    'with tokens of another type',
    '{"tokens":{"work":"SECRET"}}',
    'its tokens are not what docs-admin stores',
  ],
  [
    'with a token without an address',
    '{"tokens":{"work":{"token":"SECRET"}}}',
    'its tokens are not what docs-admin stores',
  ],
  ['of a newer version', '{"version":2}', 'it was written by a newer version of docs-admin'],
])('a file that is %s is named, never quoted, never touched', async (_, content, reason) => {
  const { find, store, path } = open(withFile(content));
  const expected = { name: 'LocalStateError', message: `cannot use ${path}: ${reason}`, cause: undefined };
  await expect(find('work')).rejects.toMatchObject(expected);
  await expect(store('work', secret)).rejects.toMatchObject(expected);
  expect(readFileSync(path, 'utf8')).toBe(content);
});

test('a symlink is kept, and a git work tree around its target earns a warning', async () => {
  const folder = temporaryFolder();
  const repository = temporaryFolder();
  mkdirSync(join(repository, '.git'));
  mkdirSync(join(repository, 'home'));
  const target = join(repository, 'home', 'tokens.json');
  symlinkSync(target, join(folder, 'credentials.json'));
  const credentials = open(folder);
  await credentials.store('work', secret);
  expect(lstatSync(credentials.path).isSymbolicLink()).toBe(true);
  expect(await credentials.find('work')).toEqual(secret);
  expect(octal(statSync(target).mode)).toBe('0600');
  expect(credentials.warnings).toEqual([
    `${credentials.path} is inside the git work tree ${repository}: never commit it`,
  ]);
});

test('a place where nothing can be written is named', async () => {
  await expect(open('/dev/null/docs-admin').store('work', secret)).rejects.toMatchObject({
    name: 'LocalStateError',
    message: 'cannot write /dev/null/docs-admin/credentials.json: not a directory (ENOTDIR)',
  });
});

test('what killed processes left is removed by the next change', async () => {
  const folder = withFile(JSON.stringify({ version: 1, tokens: {} }));
  writeFileSync(join(folder, 'credentials.json.tmp-123abc'), '{"tokens":');
  await open(folder).store('work', secret);
  expect(readdirSync(folder)).toEqual(['credentials.json']);
});

test('a full disk leaves the old file as it was', async () => {
  const folder = temporaryFolder();
  const credentials = open(folder);
  await credentials.store('work', { ...secret, token: 'x'.repeat(2000) });
  const before = readFileSync(credentials.path);
  // A limit of one KiB a file stands for the full disk; the lock itself fits.
  const { stdout, code } = await startShell(`ulimit -f 1; child credentials ${folder} other`).ended;
  expect({ stdout, code }).toEqual({
    stdout: `LocalStateError: cannot write ${credentials.path}: file too large (EFBIG)\n`,
    code: 1,
  });
  expect(readFileSync(credentials.path)).toEqual(before);
  expect(readdirSync(folder)).toEqual(['credentials.json']);
});

test('eight processes at once lose nothing', async () => {
  const folder = join(temporaryFolder(), 'docs-admin');
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const ends = await Promise.all(names.map((name) => startChild('credentials', folder, name, '10').ended));
  expect(ends.map(({ code }) => code)).toEqual(names.map(() => 0));
  const { tokens } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
  const expected = names.flatMap((name) => Array.from({ length: 10 }, (_, i) => `${name}.${i}`));
  expect(Object.keys(tokens).sort()).toEqual(expected.sort());
});

test('whenever a process is killed, what it had stored is there', async () => {
  const folder = join(temporaryFolder(), 'docs-admin');
  for (let round = 0; round < 20; round++) {
    const { process: child, says, ended } = startChild('credentials', folder, `round${round}`, '1000');
    await says(`stored ${round % 5}\n`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    child.kill('SIGKILL');
    const { stdout } = await ended;
    const credentials = open(folder);
    for (const i of Array(stdout.match(/stored/g)?.length).keys()) {
      expect(await credentials.find(`round${round}.${i}`)).toMatchObject({
        token: `token-round${round}-${i}`,
      });
    }
    for (const name of readdirSync(folder)) expect(octal(statSync(join(folder, name)).mode)).toBe('0600');
  }
  await open(folder).store('last', secret);
  expect(readdirSync(folder)).toEqual(['credentials.json']);
});
