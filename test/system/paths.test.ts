import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { cacheFolder, configFolder, stateFolder } from '../../src/system/paths.ts';

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
  expect(configFolder(env, 'linux')).toBe(config);
  expect(stateFolder(env, 'linux')).toBe(state);
  expect(configFolder(env, 'darwin')).toBe(config);
});

test('Windows has folders of its own', () => {
  const env = { HOME: '/home/ada', APPDATA: '/roaming', LOCALAPPDATA: '/local' };
  expect(configFolder(env, 'win32')).toBe('/roaming/docs-admin');
  expect(stateFolder(env, 'win32')).toBe('/local/docs-admin');
  expect(configFolder({ ...env, XDG_CONFIG_HOME: '/c' }, 'win32')).toBe('/c/docs-admin');
});

test('what may be lost is in the folder for that', () => {
  const env = { HOME: '/home/ada', LOCALAPPDATA: '/local' };
  expect(cacheFolder(env, 'linux')).toBe('/home/ada/.cache/docs-admin');
  expect(cacheFolder({ ...env, XDG_CACHE_HOME: '/x' }, 'linux')).toBe('/x/docs-admin');
  expect(cacheFolder({ ...env, XDG_CACHE_HOME: 'relative' }, 'linux')).toBe('/home/ada/.cache/docs-admin');
  expect(cacheFolder(env, 'win32')).toBe('/local/Cache/docs-admin');
});
