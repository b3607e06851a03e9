import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../system/temporary-folder.ts';

const ready = {
  tag: 'v1.2.0',
  packageFile: { version: '1.2.0', repository: { url: 'git+https://github.com/acme/docs-admin.git' } },
  changelog: '## Unreleased\n\n## 1.2.0 (2026-01-02)\n\n- new\n',
};

function check({ tag, packageFile, changelog }: typeof ready) {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'docs'));
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(packageFile));
  writeFileSync(join(cwd, 'docs/changelog.md'), changelog);
  const env = { ...process.env, GITHUB_REPOSITORY: 'acme/docs-admin' };
  const { status, stderr } = spawnSync(process.execPath, [resolve('src/build/release-check.js'), tag], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('a tag that is the version of package and changelog can be released', () => {
  expect(check(ready)).toEqual({ status: 0, stderr: '' });
});

test.each([
  [{ tag: 'v1.2.1' }, 'the tag is v1.2.1, but package.json has version 1.2.0: tag v1.2.0'],
  [{ tag: '1.2.0' }, 'the tag is 1.2.0, but package.json has version 1.2.0: tag v1.2.0'],
  [
    { changelog: '## Unreleased\n\n- new\n' },
    'docs/changelog.md has no section "## 1.2.0 (<year>-<month>-<day>)" with a text',
  ],
  [
    { packageFile: { ...ready.packageFile, repository: { url: 'https://github.com/other/docs-admin' } } },
    '"repository" in package.json is not github.com/acme/docs-admin: npm refuses the provenance',
  ],
])('%o is refused', (change, problem) => {
  expect(check({ ...ready, ...change })).toEqual({ status: 1, stderr: `error: ${problem}\n` });
});

test('all problems are named at once', () => {
  const { stderr } = check({ ...ready, tag: 'v2.0.0', changelog: '' });
  expect(stderr.match(/^error: /gm)).toHaveLength(2);
});
