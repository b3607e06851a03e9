import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/git.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/spaces/space_guides/git';
const url = 'https://github.example/acme/guides.git';
const secretUrl = 'https://me:s3cret-pass@github.example/acme/guides.git';
const exchange = [
  `--space space_guides --url ${url} --ref main --repo-cache-id cache --repo-tree-url https://t.example/`,
  '--repo-commit-url https://c.example/ --project-directory docs --timestamp 2026-05-01T10:00:00+02:00 --force',
  '--provider github --provider-url https://github.example/acme/guides',
].join(' ');
const exchangeBody = {
  url,
  ref: 'refs/heads/main',
  repoCacheID: 'cache',
  repoTreeURL: 'https://t.example/',
  repoCommitURL: 'https://c.example/',
  repoProjectDirectory: 'docs',
  timestamp: '2026-05-01T10:00:00+02:00',
  force: true,
  gitInfo: { provider: 'github', url: 'https://github.example/acme/guides' },
};

describe('git import and export', () => {
  test('import sends every field', async () => {
    const docs = await sandboxCli();
    const run = await docs(`git import ${exchange} --standalone --yes`);
    expect(run.requests).toEqual([
      { method: 'POST', path: `${base}/import`, body: { ...exchangeBody, standalone: true } },
    ]);
    expect(run).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'requested the import of refs/heads/main into space space_guides\n',
    });
  });

  test('export sends every field', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      `git export --yes ${exchange.replace('space_guides', 'name:Guides')} --message "Update the guides"`,
    );
    expect(run.requests.slice(-1)).toEqual([
      {
        method: 'POST',
        path: `${base}/export`,
        body: { ...exchangeBody, commitMessage: 'Update the guides' },
      },
    ]);
    expect(run).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'requested the export of space space_guides to refs/heads/main\n',
    });
  });

  test('the least is an address and a branch; a full name stays as it is', async () => {
    const docs = await scriptedCli(() => ({ status: 204 }));
    const run = await docs(`git import --space s --url ${url} --ref refs/heads/a/b --yes`);
    expect(run.requests).toEqual([
      { method: 'POST', path: '/v1/spaces/s/git/import', body: { url, ref: 'refs/heads/a/b' } },
    ]);
  });

  test('what is missing or malformed is named by its flag, before anything is sent', async () => {
    const docs = await sandboxCli();
    const empty = await docs('git export --yes --space space_guides');
    expect(empty).toMatchObject({ code: 2, stdout: '', requests: [] });
    for (const name of ['--url', '--ref', '--message']) expect(empty.stderr).toContain(`${name} is required`);
    const tag = await docs(
      `git import --space space_guides --url ${url} --ref refs/tags/v1 --timestamp yesterday --provider github`,
    );
    expect(tag).toMatchObject({ code: 2, requests: [] });
    expect(tag.stderr).toContain('invalid --ref "refs/tags/v1": must have the form refs/heads/<branch>');
    expect(tag.stderr).toContain('invalid --timestamp "yesterday"');
    expect(tag.stderr).toContain('--provider-url is required');
    const nowhere = await docs(`git import --url ${url} --ref main`);
    expect(nowhere).toMatchObject({ code: 2, requests: [] });
    expect(nowhere.stderr).toContain('DOCS_ADMIN_SPACE');
  });
});

describe('the address of the repository', () => {
  const line = 'git import --space space_guides --ref main --yes';

  test('may come from the environment, where it may hold credentials', async () => {
    const docs = await sandboxCli();
    const run = await docs(line, { env: { DOCS_ADMIN_GIT_URL: `${secretUrl}\n` } });
    expect(run.requests[0]?.body).toEqual({ url: secretUrl, ref: 'refs/heads/main' });
    expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining('warning') });
  });

  test('the flag wins over --input, which wins over the environment', async () => {
    const docs = await sandboxCli();
    const env = { DOCS_ADMIN_GIT_URL: 'https://env.example/a/b' };
    const stdin = 'url: https://input.example/a/b';
    const fromInput = await docs(`${line} --input -`, { env, stdin });
    expect(fromInput.requests[0]?.body).toMatchObject({ url: 'https://input.example/a/b' });
    const fromFlag = await docs(`${line} --input - --url ${url}`, { env, stdin });
    expect(fromFlag.requests[0]?.body).toMatchObject({ url });
  });

  test('an empty variable is none', async () => {
    const docs = await sandboxCli();
    const run = await docs(line, { env: { DOCS_ADMIN_GIT_URL: '' } });
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--url is required');
  });

  test.for(['import', 'export'])('%s: credentials on the command line earn a warning', async (verb) => {
    const docs = await sandboxCli();
    const run = await docs(`git ${verb} --space space_guides --ref main --url ${secretUrl} --yes --input -`, {
      stdin: verb === 'export' ? 'commitMessage: Update' : '{}',
    });
    expect(run.code).toBe(0);
    expect(run.requests[0]?.body).toMatchObject({ url: secretUrl });
    expect(run.stderr).toMatch(/^warning: .*DOCS_ADMIN_GIT_URL/);
    expect(run.stderr).not.toContain('s3cret');
  });

  test.each([
    ['import', ''],
    ['export', ' --message x'],
  ])('%s: a dry run shows all of it but the user name and the password', async (verb, message) => {
    const docs = await sandboxCli();
    for (const [given, shown] of [
      ['https://u:p@evil.example/steal.git', 'https://***@evil.example/steal.git'],
      ['https://evil.example@evil.example/evil.example', 'https://***@evil.example/evil.example'],
      ['https://u:p@evil.example/token=x/a.git?sig=y', 'https://***@evil.example/token=x/a.git?sig=***'],
    ]) {
      const run = await docs(
        `git ${verb} --space space_guides --ref main${message} --url ${given} --dry-run --json`,
      );
      expect(JSON.parse(run.stdout).body.url).toBe(shown);
    }
  });

  test.each([
    'https://u:p/x@evil.example/a.git',
    'https://a.example\\@evil.example/a.git',
    'https://a.example:x/a.git',
  ])('is refused if its host is not clear: %s', async (unclear) => {
    const docs = await sandboxCli();
    const run = await docs(['git', 'import', '--space', 'space_guides', '--ref', 'main', '--url', unclear]);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toMatch(/invalid --url.*: must be a URL with a clear host: .*%2F/);
    expect(run.stderr).not.toContain('u:p');
  });

  test('is shown in the rows of a batch, and in its journal', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'batch --file - --yes -o json --journal run.jsonl -- git import --space {space} --url {url} --ref main',
      {
        stdin: 'space,url\nspace_guides,https://u:s3cret-pass@evil.example/steal.git\n',
      },
    );
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('https://***@evil.example/steal.git');
    const shown = await docs('runs show run.jsonl -o json');
    expect(shown.stdout).toContain('https://***@evil.example/steal.git');
    expect(run.stdout + shown.stdout + run.stderr).not.toContain('s3cret');
  });

  test('is never shown: not in a dry run, debug output or an error', async () => {
    const env = { DOCS_ADMIN_GIT_URL: secretUrl };
    const docs = await scriptedCli(() => ({
      status: 400,
      json: { error: { message: `cannot read ${secretUrl}` } },
    }));
    for (const flags of ['--dry-run', '--debug', '--json', '--timestamp never']) {
      for (const run of [
        await docs(`${line} ${flags}`, { env }),
        await docs(`${line} --url ${secretUrl} ${flags}`),
      ]) {
        expect(run.stdout + run.stderr).not.toContain('s3cret');
        expect(run.stdout + run.stderr).not.toBe('');
      }
    }
  });
});

test('git info shows the synchronisation', async () => {
  const docs = await sandboxCli();
  const run = await docs('git info --json', { env: { DOCS_ADMIN_SPACE: 'space_guides' } });
  expect(run).toMatchObject({ code: 0, stderr: '', requests: [{ method: 'GET', path: `${base}/info` }] });
  expect(JSON.parse(run.stdout)).toMatchObject({ repoName: 'acme/guides', installationProvider: 'github' });
  expect((await docs('git info --space space_rest -o id')).stdout).toBe('acme/rest-api\n');
  expect(await docs('git info --space space_hr')).toMatchObject({ code: 5, stdout: '' });
});

wireCoverage(contract);
