import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { StoredSettings } from '../../src/ports.ts';
import { createSettings } from '../../src/system/settings.ts';
import { fakeDisk } from '../disk/fake-disk.ts';
import { startChild, startShell, useChildren } from './children.ts';
import { octal, temporaryFolder } from './temporary-folder.ts';

useChildren();

const withOrg =
  (profile: string, org: string) =>
  (old: StoredSettings): StoredSettings => ({ ...old, profiles: { ...old.profiles, [profile]: { org } } });

function withFile(content: string | Uint8Array): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'config.json'), content);
  return folder;
}

test('without a file, settings are empty, and reading makes none', () => {
  const folder = join(temporaryFolder(), 'missing');
  expect(createSettings(folder).read()).toEqual({ activeProfile: 'default', profiles: {} });
  expect(existsSync(folder)).toBe(false);
});

test('a home that is no folder has no settings', () => {
  expect(createSettings('/dev/null/docs-admin').read().profiles).toEqual({});
});

test('what was changed is read back, by others too', async () => {
  const folder = join(temporaryFolder(), 'new', 'docs-admin');
  await createSettings(folder).change((old) => ({
    ...withOrg('work', 'org_acme')(old),
    activeProfile: 'work',
  }));
  expect(createSettings(folder).read()).toEqual({
    activeProfile: 'work',
    profiles: { work: { org: 'org_acme' } },
  });
});

test.each(['eu.prod', '__proto__', 'constructor', 'a/b', ''])('a profile may be called %j', async (name) => {
  const settings = createSettings(temporaryFolder());
  expect(settings.read().profiles[name]).toBeUndefined();
  await settings.change(withOrg(name, 'org_acme'));
  const { profiles } = settings.read();
  expect(Object.keys(profiles)).toEqual([name]);
  expect(profiles[name]).toEqual({ org: 'org_acme' });
});

test('what this version does not know is kept', async () => {
  const folder = withFile('{"version":1,"colour":"blue","profiles":{"old":{"org":"org_old"}}}');
  await createSettings(folder).change(withOrg('new', 'org_new'));
  expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toEqual({
    version: 1,
    colour: 'blue',
    activeProfile: 'default',
    profiles: { old: { org: 'org_old' }, new: { org: 'org_new' } },
  });
});

test.each([0o000, 0o022, 0o077])('only the owner can read them, whatever the umask (%o)', async (mask) => {
  const before = process.umask(mask);
  onTestFinished(() => void process.umask(before));
  const folder = join(temporaryFolder(), 'docs-admin');
  await createSettings(folder).change(withOrg('work', 'org_acme'));
  expect(octal(statSync(folder).mode)).toBe('0700');
  expect(octal(statSync(join(folder, 'config.json')).mode)).toBe('0600');
});

test('a file that others could read is closed by the next change', async () => {
  const folder = withFile('{"version":1}');
  chmodSync(join(folder, 'config.json'), 0o644);
  chmodSync(folder, 0o755);
  await createSettings(folder).change(withOrg('work', 'org_acme'));
  expect(octal(statSync(folder).mode)).toBe('0700');
  expect(octal(statSync(join(folder, 'config.json')).mode)).toBe('0600');
});

test.each([
  ['empty', '', 'it is empty'],
  ['cut off', '{"version":1,"profiles":{"work":{"org":"SECRET', 'it is not a JSON object'],
  ['garbage', Buffer.from([0xff, 0x00, 0x01]), 'it is not a JSON object'],
  ['a list', '["SECRET"]', 'it is not a JSON object'],
  ['with profiles of another type', '{"profiles":["SECRET"]}', 'its profiles are not an object'],
  ['with a profile of another type', '{"profiles":{"work":"SECRET"}}', 'profile "work" is not an object'],
  [
    'with a setting of another type',
    '{"profiles":{"work":{"org":["SECRET"]}}}',
    '"org" of profile "work" is not a text',
  ],
  ['with an active profile of another type', '{"activeProfile":{}}', 'its activeProfile is not a text'],
  ['of a newer version', '{"version":2,"x":"SECRET"}', 'it was written by a newer version of docs-admin'],
])('a file that is %s is named, never quoted, never touched', async (_, content, reason) => {
  const folder = withFile(content);
  const path = join(folder, 'config.json');
  const settings = createSettings(folder);
  const expected = {
    name: 'LocalStateError',
    message: `cannot use ${path}: ${reason}`,
    hint: { code: /newer/.test(reason) ? 'update-or-move' : 'recreate-file', data: {} },
    cause: undefined,
  };
  expect(() => settings.read()).toThrow(expect.objectContaining(expected));
  await expect(settings.change(withOrg('new', 'x'))).rejects.toMatchObject(expected);
  expect(readFileSync(path)).toEqual(Buffer.from(content));
  expect(readdirSync(folder)).toEqual(['config.json']);
});

test.each([
  ['a folder', (path: string) => mkdirSync(path), 'cannot read PATH: it is a folder'],
  ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'cannot read PATH: not a regular file'],
  [
    'a link to a device',
    (path: string) => symlinkSync('/dev/zero', path),
    'cannot read PATH: not a regular file',
  ],
  [
    'a large file',
    (path: string) => writeFileSync(path, ' '.repeat(2 ** 20 + 1)),
    'cannot read PATH: larger than 1 MiB',
  ],
])('%s in place of the file is named, and nothing waits for it', (_, make, message) => {
  const path = join(temporaryFolder(), 'config.json');
  make(path);
  expect(() => createSettings(dirname(path)).read()).toThrow(message.replace('PATH', path));
});

test('what people write without quotes is a text', () => {
  const folder = withFile('{"profiles":{"work":{"protected":true,"timeout":30}}}');
  expect(createSettings(folder).read().profiles.work).toEqual({ protected: 'true', timeout: '30' });
});

test('settings of a megabyte are read', () => {
  const folder = withFile(`{}${' '.repeat(2 ** 20 - 2)}`);
  expect(createSettings(folder).read().profiles).toEqual({});
});

test.each([
  ['UTF-8', Buffer.from('\ufeff{"profiles":{"work":{"org":"org_zwölf"}}}\r\n')],
  ['UTF-16', Buffer.from('\ufeff{"profiles":{"work":{"org":"org_zwölf"}}}\r\n', 'utf16le')],
])(
  'a file that an editor has saved with a byte order mark, in %s, is read and changed',
  async (_, content) => {
    const folder = withFile(content);
    const settings = createSettings(folder);
    expect(settings.read().profiles).toEqual({ work: { org: 'org_zwölf' } });
    await settings.change(withOrg('new', 'org_new'));
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toMatch(/^\{/);
    expect(Object.keys(settings.read().profiles)).toEqual(['work', 'new']);
  },
);

test('a symlink is kept, and its target changed beside where it is', async () => {
  const folder = temporaryFolder();
  const dotfiles = temporaryFolder();
  const target = join(dotfiles, 'settings.json');
  writeFileSync(target, '{"version":1}');
  symlinkSync(target, join(folder, 'config.json'));
  await createSettings(folder).change(withOrg('work', 'org_acme'));
  expect(lstatSync(join(folder, 'config.json')).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(target, 'utf8')).profiles).toEqual({ work: { org: 'org_acme' } });
  expect(readdirSync(dotfiles)).toEqual(['settings.json']);
});

test.each(['config.json', '.'])('a symlink to nothing, %s, is not the same as no settings', async (name) => {
  const folder = join(temporaryFolder(), 'home');
  const target = join(temporaryFolder(), 'missing');
  const link = join(folder, name);
  if (name !== '.') mkdirSync(folder);
  symlinkSync(target, link);
  const settings = createSettings(folder);
  const expected = {
    name: 'LocalStateError',
    message: `cannot read ${settings.path}: ${link} is a link to something that does not exist`,
    hint: { code: 'repair-link', data: {} },
  };
  expect(() => settings.read()).toThrow(expect.objectContaining(expected));
  await expect(settings.change(withOrg('work', 'org_acme'))).rejects.toMatchObject({
    name: 'LocalStateError',
  });
  expect(existsSync(target)).toBe(false);
});

test('a place where nothing can be written is named', async () => {
  const settings = createSettings('/dev/null/docs-admin');
  await expect(settings.change((old) => old)).rejects.toMatchObject({
    name: 'LocalStateError',
    message: 'cannot write /dev/null/docs-admin/config.json: not a directory (ENOTDIR)',
  });
});

test('what an edit throws comes through, and nothing is changed', async () => {
  const settings = createSettings(temporaryFolder());
  const change = settings.change(() => {
    throw new RangeError('no such profile');
  });
  await expect(change).rejects.toThrow(new RangeError('no such profile'));
  expect(existsSync(settings.path)).toBe(false);
});

test('what a killed process left is removed by the next change', async () => {
  const folder = withFile('{"version":1}');
  writeFileSync(join(folder, 'config.json.tmp-1234567890abcdef'), '{');
  await createSettings(folder).change(withOrg('work', 'org_acme'));
  expect(readdirSync(folder)).toEqual(['config.json']);
});

test('writes stay atomic inside a snap', async () => {
  process.env.SNAP = '/snap/editor/1';
  onTestFinished(() => {
    delete process.env.SNAP;
  });
  const folder = withFile('{"version":1}');
  const inode = statSync(join(folder, 'config.json')).ino;
  await createSettings(folder).change(withOrg('work', 'org_acme'));
  expect(statSync(join(folder, 'config.json')).ino).not.toBe(inode);
  expect(process.env.SNAP).toBe('/snap/editor/1');
});

test('a disk that takes only a part leaves the old file', async () => {
  const folder = withFile(`{"version":1,"note":"${'x'.repeat(1000)}"}`);
  const before = readFileSync(join(folder, 'config.json'), 'utf8');
  // A limit of one KiB a file stands for the full disk.
  const { stdout } = await startShell(`ulimit -f 1; child settings ${folder} name`).ended;
  const path = join(folder, 'config.json');
  expect(stdout).toBe(`LocalStateError: cannot write ${path}: only a part of it fits\n`);
  expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe(before);
  expect(readdirSync(folder)).toEqual(['config.json']);
});

test('a rename that a virus scanner stops is tried again', async () => {
  const folder = withFile('{"version":1}');
  const disk = fakeDisk('win32', { renameSync: ['EPERM', 'EBUSY', 'EACCES'] });
  await createSettings(folder, { disk }).change(withOrg('work', 'org_acme'));
  expect(createSettings(folder).read().profiles).toEqual({ work: { org: 'org_acme' } });
  expect(disk.pauses).toEqual([5, 10, 20]);
});

test.each(['EXDEV', 'ENAMETOOLONG', 'EIO', 'ENOSPC'])('%s leaves the old file', async (code) => {
  const folder = withFile('{"version":1}');
  const settings = createSettings(folder, { disk: fakeDisk('linux', { renameSync: [code] }) });
  await expect(settings.change(withOrg('work', 'org_acme'))).rejects.toThrow(`cannot write ${settings.path}`);
  expect(readFileSync(settings.path, 'utf8')).toBe('{"version":1}');
  expect(readdirSync(folder)).toEqual(['config.json']);
});

test('eight processes at once lose nothing', async () => {
  const folder = join(temporaryFolder(), 'docs-admin');
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const ends = await Promise.all(names.map((name) => startChild('settings', folder, name, '10').ended));
  expect(ends.map(({ stdout, code }) => stdout + code)).toEqual(names.map(() => '0'));
  const expected = names.flatMap((name) => Array.from({ length: 10 }, (_, i) => `${name}.${i}`));
  expect(Object.keys(createSettings(folder).read().profiles).sort()).toEqual(expected.sort());
  expect(readdirSync(folder)).toEqual(['config.json']);
});
