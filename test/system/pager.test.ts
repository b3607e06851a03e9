import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OutputClosed, UsageError } from '../../src/errors.ts';
import { createPager } from '../../src/system/pager.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { PATH } = process.env;

function pagerTo(command: string, env: Record<string, string> = {}) {
  return createPager({ env: { PATH, PAGER: command, ...env }, platform: 'linux' });
}

test('the pager is what PAGER says, words and all, and gets every text', async () => {
  const file = join(temporaryFolder(), 'paged');
  const pager = pagerTo(`cat - > ${file}`);
  await pager.write('one\n');
  await pager.write('two\n'.repeat(100_000));
  await pager.close();
  expect(readFileSync(file, 'utf8')).toBe(`one\n${'two\n'.repeat(100_000)}`);
});

test('the pager gets the environment without what is secret', async () => {
  const file = join(temporaryFolder(), 'environment');
  const pager = pagerTo(`cat > /dev/null; env > ${file}`, {
    DOCS_ADMIN_TOKEN: 'secret',
    DOCS_ADMIN_GIT_URL: 'https://user:secret@git.example',
    DOCS_ADMIN_ORG: 'org_acme',
  });
  await pager.write('text\n');
  await pager.close();
  const environment = readFileSync(file, 'utf8');
  expect(environment).toContain('DOCS_ADMIN_ORG=org_acme\n');
  expect(environment).toContain('LESS=FRX\n');
  expect(environment).not.toContain('secret');
});

test('a reader who leaves early closes the output', async () => {
  const pager = pagerTo('head -n 1 > /dev/null');
  const write = async () => {
    while (true) await pager.write('line\n'.repeat(10_000));
  };
  await expect(write()).rejects.toThrow(OutputClosed);
  await pager.close();
});

test('a pager that is not there is named', async () => {
  const pager = pagerTo('no-such-pager 2> /dev/null');
  const write = async () => {
    while (true) await pager.write('line\n'.repeat(10_000));
  };
  await expect(write()).rejects.toThrow(UsageError);
  await expect(pager.close()).rejects.toThrow('cannot run the pager "no-such-pager 2> /dev/null"');
});

test('a pager that is never needed is never started', async () => {
  await expect(pagerTo('no-such-pager').close()).resolves.toBeUndefined();
});

test.each([
  [{}, false],
  [{ PATH: '/nowhere' }, false],
  [{ PAGER: 'more' }, true],
  [{ DOCS_ADMIN_PAGER: 'more', PAGER: 'cat' }, true],
  [{ DOCS_ADMIN_PAGER: '', PAGER: 'more' }, false],
  [{ DOCS_ADMIN_PAGER: 'cat' }, false],
  [{ PAGER: 'cat' }, false],
])('whether there is a pager for long output: %j', (env, isWanted) => {
  expect(createPager({ env, platform: 'linux' }).isWanted).toBe(isWanted);
});

test('less is taken where it is there, and DOCS_ADMIN_PAGER comes before PAGER', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'less'), '');
  expect(createPager({ env: { PATH: folder }, platform: 'linux' }).isWanted).toBe(true);
  const file = join(folder, 'paged');
  const pager = pagerTo('no-such-pager', { DOCS_ADMIN_PAGER: `cat > ${file}` });
  await pager.write('one\n');
  await pager.close();
  expect(readFileSync(file, 'utf8')).toBe('one\n');
});
