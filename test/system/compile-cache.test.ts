import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileCacheFolder } from '../../src/system/compile-cache.ts';
import { version } from '../../src/version.ts';
import { temporaryFolder } from './temporary-folder.ts';

const name = `${version}-node-v24.1.0`;
const user = process.geteuid?.() ?? 0;

/** A process of Node 24 with an empty home, which belongs to `owner` as this process sees it. */
function surroundings(env: Record<string, string> = {}, owner = user) {
  const home = temporaryFolder();
  const folder = join(home, '.cache/docs-admin/compile', name);
  const asked = {
    env: { HOME: home, ...env },
    platform: 'linux',
    version: 'v24.1.0',
    geteuid: () => owner,
  } as const;
  return { home, folder, asked };
}

function entries(path: string): string[] {
  return readdirSync(path, { recursive: true }).map(String);
}

describe.skipIf(process.platform === 'win32')('the folder of compiled code', () => {
  test('is made in the cache of this user, closed to others, and used again', () => {
    const { folder, asked } = surroundings();
    expect(compileCacheFolder(asked)).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(compileCacheFolder(asked)).toBe(folder);
  });

  test('is in the folder that XDG_CACHE_HOME names', () => {
    const cache = temporaryFolder();
    const { asked } = surroundings({ XDG_CACHE_HOME: cache });
    expect(compileCacheFolder(asked)).toBe(join(cache, 'docs-admin/compile', name));
  });

  test.each(['NODE_DISABLE_COMPILE_CACHE', 'DOCS_ADMIN_NO_CACHE', 'NODE_COMPILE_CACHE'])(
    'is not made if %s is set',
    (variable) => {
      const { home, asked } = surroundings({ [variable]: '1' });
      expect(compileCacheFolder(asked)).toBeUndefined();
      expect(entries(home)).toEqual([]);
    },
  );

  test('is not made in the home of another user', () => {
    const { home, asked } = surroundings({}, user + 1);
    expect(compileCacheFolder(asked)).toBeUndefined();
    expect(entries(home)).toEqual([]);
  });

  test.each([
    ['the home', '.', 0o777],
    ['the folder of caches', '.cache', 0o775],
    ['the cache of the tool', '.cache/docs-admin', 0o770],
    ['compiled code', '.cache/docs-admin/compile', 0o722],
  ])('is not used where others may write to %s', (_, path, mode) => {
    const { home, asked } = surroundings();
    mkdirSync(join(home, path), { recursive: true });
    chmodSync(join(home, path), mode);
    const before = entries(home);
    expect(compileCacheFolder(asked)).toBeUndefined();
    expect(entries(home)).toEqual(before);
  });

  test('is not used if a link leads to where others may write', () => {
    const { home, asked } = surroundings();
    const open = temporaryFolder();
    chmodSync(open, 0o777);
    symlinkSync(open, join(home, '.cache'));
    expect(compileCacheFolder(asked)).toBeUndefined();
    expect(entries(open)).toEqual([]);
  });

  test('is not used if it cannot be made', () => {
    const { home, asked } = surroundings();
    symlinkSync(join(home, 'missing'), join(home, '.cache'));
    expect(compileCacheFolder(asked)).toBeUndefined();
  });

  test('does not make a home that is missing', () => {
    const { home, asked } = surroundings();
    const missing = join(home, 'missing');
    expect(compileCacheFolder({ ...asked, env: { HOME: missing } })).toBeUndefined();
    expect(existsSync(missing)).toBe(false);
  });

  test('stands beside those of three other versions, the newest ones', () => {
    const { home, asked } = surroundings();
    const all = join(home, '.cache/docs-admin/compile');
    for (const [index, other] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      mkdirSync(join(all, other), { recursive: true, mode: 0o700 });
      utimesSync(join(all, other), 1000 + index, 1000 + index);
    }
    compileCacheFolder(asked);
    expect(readdirSync(all).sort()).toEqual([name, 'c', 'd', 'e'].sort());
  });

  test('is pruned now and then: three sets of flags stay, and those with fewer than a thousand files', () => {
    const { folder, asked } = surroundings();
    compileCacheFolder(asked);
    for (const [index, flags] of ['a', 'b', 'c', 'd'].entries()) {
      mkdirSync(join(folder, flags));
      for (let file = 0; flags === 'c' && file <= 1000; file++)
        writeFileSync(join(folder, flags, `${file}`), '');
      utimesSync(join(folder, flags), 1000 + index, 1000 + index);
    }
    expect(compileCacheFolder({ ...asked, random: () => 0.04 })).toBe(folder);
    expect(readdirSync(folder)).toEqual(['a', 'b', 'c', 'd']);
    expect(compileCacheFolder({ ...asked, random: () => 0.03 })).toBe(folder);
    expect(readdirSync(folder)).toEqual(['b', 'd']);
  });
});

test('Windows has no ids of users: the folder is in the profile', () => {
  const { home } = surroundings();
  const profile = {
    platform: process.platform,
    version: 'v24.1.0',
    env: { XDG_CACHE_HOME: home, HOME: home },
  };
  expect(compileCacheFolder(profile)).toBe(join(home, 'docs-admin/compile', name));
});
