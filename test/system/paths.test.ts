import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  cacheFolder,
  configFolder,
  type FolderFacts,
  stateFolder,
  usualStateFolder,
} from '../../src/system/paths.ts';
import { temporaryFolder } from './temporary-folder.ts';

test.each([
  [{ HOME: '/home/ada' }, '/home/ada/.config/docs-admin', '/home/ada/.local/state/docs-admin'],
  [{ HOME: '/home/ada', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }, '/c/docs-admin', '/s/docs-admin'],
  [
    { HOME: '/home/ada', XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '' },
    '/home/ada/.config/docs-admin',
    '/home/ada/.local/state/docs-admin',
  ],
  [{ HOME: 'relative' }, `${homedir()}/.config/docs-admin`, `${homedir()}/.local/state/docs-admin`],
])('%j', (env, config, state) => {
  for (const platform of ['linux', 'darwin'] as const) {
    expect(configFolder(env, platform)).toBe(config);
    expect(usualStateFolder(env, platform)).toBe(state);
  }
});

const windows = {
  APPDATA: 'E:\\Roaming',
  LOCALAPPDATA: 'D:\\Local',
  USERPROFILE: 'C:\\Users\\Ada',
  // Of a Unix shell.
  HOME: '/c/Users/Ada',
};

test('Windows has folders of its own', () => {
  expect(configFolder(windows, 'win32')).toBe('E:\\Roaming\\docs-admin');
  expect(usualStateFolder(windows, 'win32')).toBe('D:\\Local\\docs-admin');
  expect(cacheFolder(windows, 'win32')).toBe('D:\\Local\\Cache\\docs-admin');
  expect(configFolder({ ...windows, XDG_CONFIG_HOME: 'E:\\c' }, 'win32')).toBe('E:\\c\\docs-admin');
});

test('without its variables, and with relative ones, they are in the profile of the user', () => {
  const { USERPROFILE } = windows;
  for (const env of [{ USERPROFILE }, { USERPROFILE, APPDATA: 'x', LOCALAPPDATA: 'y' }]) {
    expect(configFolder(env, 'win32')).toBe('C:\\Users\\Ada\\AppData\\Roaming\\docs-admin');
    expect(usualStateFolder(env, 'win32')).toBe('C:\\Users\\Ada\\AppData\\Local\\docs-admin');
    expect(cacheFolder(env, 'win32')).toBe('C:\\Users\\Ada\\AppData\\Local\\Cache\\docs-admin');
  }
});

test('what may be lost is in the folder for that', () => {
  const env = { HOME: '/home/ada', LOCALAPPDATA: '/local' };
  expect(cacheFolder(env, 'linux')).toBe('/home/ada/.cache/docs-admin');
  expect(cacheFolder({ ...env, XDG_CACHE_HOME: '/x' }, 'linux')).toBe('/x/docs-admin');
  expect(cacheFolder({ ...env, XDG_CACHE_HOME: 'relative' }, 'linux')).toBe('/home/ada/.cache/docs-admin');
});

describe('the folder of the state', () => {
  const env = { HOME: '/home/ada' };
  const usual = '/home/ada/.local/state/docs-admin';
  const facts: FolderFacts = {
    isWritable: (folder) => folder !== usual,
    temporary: () => '/tmp',
    uid: 54321,
    isOurs: () => true,
  };

  test('is in the home, if it can be written', () => {
    expect(stateFolder(env, 'linux', { ...facts, isWritable: () => true })).toBe(usual);
  });

  test('is among the temporary files otherwise, one for each user', () => {
    expect(stateFolder(env, 'linux', facts)).toBe('/tmp/docs-admin-54321');
    // Without a home in the environment, the one of the user counts, which can be anywhere.
    const isWritable = (folder: string) => folder.startsWith('/tmp/docs-admin-');
    expect(stateFolder({}, 'linux', { ...facts, isWritable })).toBe('/tmp/docs-admin-54321');
  });

  test('is never a folder of another user, nor a place that cannot be written either', () => {
    expect(stateFolder(env, 'linux', { ...facts, isOurs: () => false })).toBe(usual);
    expect(stateFolder(env, 'linux', { ...facts, isWritable: () => false })).toBe(usual);
    expect(stateFolder(env, 'linux', { ...facts, temporary: () => 'tmp' })).toBe(usual);
  });

  test('is where the user says, whatever that is', () => {
    expect(
      stateFolder({ ...env, XDG_STATE_HOME: '/s' }, 'linux', { ...facts, isWritable: () => false }),
    ).toBe('/s/docs-admin');
  });

  const other = join(tmpdir(), `docs-admin-${process.getuid?.()}`);

  test.skipIf(process.platform === 'win32')('is found on this machine', () => {
    const home = temporaryFolder();
    expect(stateFolder({ HOME: home }, 'linux')).toBe(join(home, '.local/state/docs-admin'));
    writeFileSync(join(home, 'file'), '');
    expect(stateFolder({ HOME: join(home, 'file') }, 'linux')).toBe(other);
  });

  test.skipIf(process.platform === 'win32')('is never what another user has made there', () => {
    const before = process.env.TMPDIR;
    const temporary = temporaryFolder();
    process.env.TMPDIR = temporary;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    const found = () => stateFolder({ HOME: '/dev/null' }, 'linux');
    const own = join(temporary, `docs-admin-${process.getuid?.()}`);
    expect(found()).toBe(own);
    symlinkSync(temporaryFolder(), own);
    expect(found()).toBe('/dev/null/.local/state/docs-admin');
    // Only root can give a folder away.
    if (process.getuid?.() !== 0) return;
    rmSync(own);
    mkdirSync(own);
    expect(found()).toBe(own);
    chownSync(own, 12_345, 12_345);
    expect(found()).toBe('/dev/null/.local/state/docs-admin');
  });

  test.skipIf(process.getuid?.() === 0)('is not in a home that is read-only', () => {
    const home = temporaryFolder();
    chmodSync(home, 0o500);
    expect(stateFolder({ HOME: home }, 'linux')).toBe(other);
    chmodSync(home, 0o700);
  });
});
