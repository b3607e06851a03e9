import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, type Run, scriptedCli } from '../support/cli.ts';
import type { SystemOptions } from '../support/test-system.ts';

const bodies = ({ requests }: Run) =>
  requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);

const files = {
  'comments.csv': 'id,note\na,one.md\nb,two.md\n',
  'one.md': 'One',
  'two.md': 'Two',
  'body.json': '{"title":"From a file"}',
  'urls.csv': 'space\na\nb\n',
};
const update =
  'batch --file comments.csv --concurrency 1 --journal run.jsonl -- comments update {id} --space s --markdown-file {note}';
const gitImport =
  'batch --file urls.csv --yes --concurrency 1 --journal run.jsonl -- git import --space {space} --ref main';
const gitUrl = 'https://robot:hunter2hunter2@git.example/x.git';

/** A run of which the second task has failed, for `resume` to try it again. */
async function failedRun(line: string, options?: SystemOptions): Promise<CliInFolder> {
  let writes = 0;
  const docs = await scriptedCli(({ method }) => {
    if (method !== 'GET' && ++writes === 2) return { status: 422, json: { error: { message: 'not now' } } };
    return { json: { id: 'x' } };
  }, files);
  expect(await docs(line, options)).toMatchObject({ code: 9 });
  return docs;
}

const header = async (docs: CliInFolder) =>
  JSON.parse((await readFile(join(docs.folder, 'run.jsonl'), 'utf8')).split('\n')[0] as string);

describe('files that rows name', () => {
  test('are in the journal with their paths and hashes, without what is in them', async () => {
    const docs = await failedRun(update);
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    expect((await header(docs)).work).toMatchObject({
      folder: docs.folder,
      files: [
        { path: join(docs.folder, 'one.md'), sha256: hash('One') },
        { path: join(docs.folder, 'two.md'), sha256: hash('Two') },
      ],
    });
  });

  test('are found again from another folder', async () => {
    const docs = await failedRun(update);
    await mkdir(join(docs.folder, 'other'));
    await writeFile(join(docs.folder, 'other/two.md'), 'Another note');
    const run = await docs('runs resume ../run.jsonl', { folder: 'other' });
    expect(run).toMatchObject({ code: 0 });
    expect(bodies(run)).toEqual([{ body: { markdown: 'Two' } }]);
  });

  test.each([
    ['has changed', 'two.md', 'two.md has changed since the run read it'],
    ['of a row that is done has changed', 'one.md', 'one.md has changed since the run read it'],
  ])('a run is not resumed where one %s', async (_, name, expected) => {
    const docs = await failedRun(update);
    await writeFile(join(docs.folder, name), 'Changed');
    await mkdir(join(docs.folder, 'other'));
    for (const [line, folder] of [
      ['runs resume run.jsonl', '.'],
      ['runs resume ../run.jsonl', 'other'],
    ] as const) {
      const run = await docs(line, { folder });
      expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
      expect(run.stderr).toContain(expected);
    }
  });

  test('several ids, too', async () => {
    const docs = await failedRun('teams update a b --input body.json --json');
    await writeFile(join(docs.folder, 'body.json'), '{"title":"Another"}');
    const [id] = (await docs('runs list -o id')).stdout.split('\n');
    const run = await docs(`runs resume ${id}`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('body.json has changed since the run read it');
  });

  test('and what standard input held', async () => {
    const docs = await failedRun('teams update a b --input - --json', { stdin: '{"title":"One"}' });
    const [id] = (await docs('runs list -o id')).stdout.split('\n');
    const other = await docs(`runs resume ${id}`, { stdin: '{"title":"Two"}' });
    expect(other).toMatchObject({ code: 2, requests: [] });
    expect(other.stderr).toContain('standard input has changed since the run read it');
    const same = await docs(`runs resume ${id}`, { stdin: '{"title":"One"}' });
    expect(bodies(same)).toEqual([{ title: 'One' }]);
  });

  test('a file that changes while the run goes on is not sent', async () => {
    const docs = await scriptedCli(async () => {
      await writeFile(join(docs.folder, 'two.md'), 'Changed');
      return { json: { id: 'x' } };
    }, files);
    const run = await docs(update);
    expect(run.code).toBe(9);
    expect(bodies(run)).toEqual([{ body: { markdown: 'One' } }]);
    expect(run.stdout).toContain('two.md has changed since the run read it');
  });
});

describe('the address of a repository in the environment', () => {
  test('is in the journal as a salted hash', async () => {
    const docs = await failedRun(gitImport, { env: { DOCS_ADMIN_GIT_URL: gitUrl } });
    const text = await readFile(join(docs.folder, 'run.jsonl'), 'utf8');
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(createHash('sha256').update(gitUrl).digest('hex'));
    expect((await header(docs)).work.gitUrl).toMatch(/^[0-9a-f]{32}:[0-9a-f]{64}$/);
  });

  test.each([[{}], [{ DOCS_ADMIN_GIT_URL: `${gitUrl}/other` }]])(
    'a run is not resumed with %j',
    async (env: Record<string, string>) => {
      const docs = await failedRun(gitImport, { env: { DOCS_ADMIN_GIT_URL: gitUrl } });
      const run = await docs('runs resume run.jsonl', { env });
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain('DOCS_ADMIN_GIT_URL is not the address that the run used');
    },
  );

  test('is no part of a run that does not use it', async () => {
    const docs = await failedRun(update, { env: { DOCS_ADMIN_GIT_URL: gitUrl } });
    expect((await header(docs)).work.gitUrl).toBeUndefined();
    expect(await docs('runs resume run.jsonl')).toMatchObject({ code: 0 });
  });

  test('a run with the same one is resumed', async () => {
    const env = { DOCS_ADMIN_GIT_URL: gitUrl };
    const docs = await failedRun(gitImport, { env });
    expect(bodies(await docs('runs resume run.jsonl', { env }))).toMatchObject([{ url: gitUrl }]);
  });
});
