import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCredentials, preferKeyring } from '../../src/system/credentials.ts';
import { findKeyring } from '../../src/system/keyring.ts';
import { temporaryFolder } from './temporary-folder.ts';

const secret = {
  token: 'token-of-the-test',
  baseUrl: 'https://docs.example/api',
};

function open({ fault = '', timeout = 30_000, name = join(import.meta.dirname, 'fake-keyring.cjs') } = {}) {
  const entries = temporaryFolder();
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const files = createCredentials(join(temporaryFolder(), 'docs-admin'), { warn });
  const env = {
    PATH: process.env.PATH,
    FAKE_KEYRING: entries,
    FAKE_FAULT: fault,
    DOCS_ADMIN_TOKEN: 'SECRET',
  };
  const credentials = preferKeyring(files, () => findKeyring({ env, timeout, name }), warn);
  return { credentials, files, entries, warnings };
}

test('a token is in the keyring, and in no file', async () => {
  const { credentials, entries, warnings } = open();
  await credentials.store('eu.prod', secret);
  expect(existsSync(credentials.path)).toBe(false);
  expect(readdirSync(entries)).toEqual([encodeURIComponent('docs-admin eu.prod secret-service')]);
  expect(await credentials.find('eu.prod')).toEqual(secret);
  expect(await credentials.find('other')).toBeUndefined();
  expect(await credentials.forget('eu.prod')).toBe(true);
  expect(await credentials.forget('eu.prod')).toBe(false);
  expect(readdirSync(entries)).toEqual([]);
  expect(warnings).toEqual([]);
});

test('a token that was in the file moves into the keyring with the next login', async () => {
  const { credentials, files } = open();
  await files.store('work', { ...secret, token: 'old' });
  expect(await credentials.find('work')).toMatchObject({ token: 'old' });
  await credentials.store('work', secret);
  expect(await files.find('work')).toBeUndefined();
  expect(await credentials.find('work')).toEqual(secret);
});

test('a token that is to be in the file leaves the keyring, and who stores it is told where it is', async () => {
  const { credentials, files, entries } = open();
  expect(credentials.hasKeyring()).toBe(true);
  expect(await credentials.store('work', secret)).toBe('the keyring of the operating system');
  expect(await credentials.store('work', secret, { inFile: true })).toBe(
    `${files.path}, which only you can read`,
  );
  expect(readdirSync(entries)).toEqual([]);
  expect(await files.find('work')).toEqual(secret);
  expect(open({ name: 'no-such-keyring' }).credentials.hasKeyring()).toBe(false);
});

test('without the package, the file is all there is', async () => {
  const { credentials, files, warnings } = open({ name: 'no-such-keyring' });
  await credentials.store('work', secret);
  expect(await files.find('work')).toEqual(secret);
  expect(await credentials.find('other')).toBeUndefined();
  expect(await credentials.forget('work')).toBe(true);
  expect(warnings).toEqual([]);
});

test.each([
  [{ fault: 'throws' }, 'the OS keyring failed'],
  [{ fault: 'hangs', timeout: 100 }, 'the OS keyring did not answer in 0.1 s'],
])('a keyring that does not work is told, and the file takes its place: %j', async (options, trouble) => {
  const { credentials, files, warnings } = open(options);
  await credentials.store('work', secret);
  expect(await files.find('work')).toEqual(secret);
  expect(await credentials.find('work')).toEqual(secret);
  expect(await credentials.find('other')).toBeUndefined();
  expect(await credentials.forget('work')).toBe(true);
  expect(warnings).toEqual([
    `${trouble}; the token goes into ${files.path}`,
    `${trouble}; its tokens cannot be read`,
    `${trouble}; a token may still be there`,
  ]);
});

test('what another user wrote there is no token', async () => {
  const { credentials, entries, warnings } = open();
  await credentials.store('work', secret);
  for (const name of readdirSync(entries)) writeFileSync(join(entries, name), 'not ours');
  expect(await credentials.find('work')).toBeUndefined();
  expect(warnings).toEqual([]);
});

test('the keyring’s process knows no variable of the tool', async () => {
  const { credentials, entries } = open();
  await credentials.store('work', secret);
  const [entry = ''] = readdirSync(entries);
  expect(readdirSync(entries)).toEqual([entry]);
  expect(readFileSync(join(entries, entry), 'utf8')).not.toContain('SECRET');
});
