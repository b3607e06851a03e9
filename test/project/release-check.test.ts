import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../system/temporary-folder.ts';

interface Ready {
  readonly tag: string;
  readonly packageFile: object;
  readonly changelog: string;
  readonly owners: string;
  readonly pages: Readonly<Record<string, string>>;
}

const ready = {
  tag: 'v1.2.0',
  packageFile: {
    version: '1.2.0',
    repository: { url: 'git+https://github.com/acme/docs-admin.git' },
    homepage: 'https://docs-admin.example',
    bugs: 'https://docs-admin.example/bugs',
  },
  changelog: '## Unreleased\n\n## 1.2.0 (2026-01-02)\n\n- new\n',
  owners: '# Reviews\n*  @acme/maintainers\n',
  pages: { 'docs/SECURITY.md': 'gh release download v1.2.3 --repo acme/docs-admin\n' },
};

function check({ tag, packageFile, changelog, owners, pages }: Ready) {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'docs'));
  for (const folder of ['.github', 'bin', 'completions']) mkdirSync(join(cwd, folder));
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(packageFile));
  writeFileSync(join(cwd, 'docs/changelog.md'), changelog);
  writeFileSync(join(cwd, '.github/CODEOWNERS'), owners);
  writeFileSync(join(cwd, 'README.md'), '# docs-admin\n');
  for (const [path, page] of Object.entries(pages)) writeFileSync(join(cwd, path), page);
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
])('%o is refused', (change, problem) => {
  expect(check({ ...ready, ...change })).toEqual({ status: 1, stderr: `error: ${problem}\n` });
});

test.each<[Partial<Ready>, string]>([
  [
    { packageFile: { ...ready.packageFile, repository: { url: 'https://github.com/other/docs-admin' } } },
    '"repository" in package.json is not github.com/acme/docs-admin: npm refuses the provenance',
  ],
  [
    { packageFile: { ...ready.packageFile, mcpName: 'io.github.OWNER/docs-admin' } },
    'package.json says OWNER/docs-admin',
  ],
  [{ packageFile: { ...ready.packageFile, homepage: '' } }, '"homepage" in package.json is missing'],
  [{ packageFile: { ...ready.packageFile, bugs: '' } }, '"bugs" in package.json is missing'],
  [{ owners: '# * @<maintainers>\n' }, '.github/CODEOWNERS names no one'],
  ...['README.md', 'docs/SECURITY.md', 'docs/ci.md', 'completions/docs-admin.bash'].map(
    (path): [Partial<Ready>, string] => [
      { pages: { [path]: 'uses: OWNER/docs-admin/.github/actions/docs-admin@<commit>\n' } },
      `${path} says OWNER/docs-admin`,
    ],
  ),
])('%o is refused, with the place that says how to set up the repository', (change, problem) => {
  expect(check({ ...ready, ...change })).toEqual({
    status: 1,
    stderr: `error: ${problem}\nhint: see "Set up the repository" in docs/contributing.md\n`,
  });
});

test('all problems are named at once', () => {
  const { stderr } = check({ ...ready, tag: 'v2.0.0', changelog: '' });
  expect(stderr.match(/^error: /gm)).toHaveLength(2);
});
