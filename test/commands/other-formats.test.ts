import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

const update = 'hint: update docs-admin, or make the file again with this version\n';
const newer = (file: string) => `error: ${file} was made by a newer version of docs-admin\n${update}`;

/** Puts a later version into a file that a command has written. */
async function raise(docs: CliInFolder, name: string, from: RegExp, to: string): Promise<void> {
  const path = join(docs.folder, name);
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(from);
  await writeFile(path, text.replace(from, to));
}

const roster = { 'roster.csv': 'team,user\nteam_empty,user_ada\n' };

test.each([
  [
    'a plan of memberships',
    'teams members sync --file roster.csv --out file.json',
    /docs-admin-plan\/1/,
    'docs-admin-plan/2',
    ['apply-plan file.json --yes'],
  ],
  [
    'a plan of an organization',
    'org plan --file org.yaml --out file.json',
    /docs-admin-plan\/1/,
    'docs-admin-plan/2',
    ['apply-plan file.json --yes'],
  ],
  [
    'an audit',
    'org audit -o json',
    /docs-admin-audit\/1/,
    'docs-admin-audit/12',
    ['org audit diff file.json file.json', 'org audit accept file.json --reason known --expires never'],
  ],
  [
    'a snapshot',
    'org snapshot --out file.json',
    /"version": ?1/,
    '"version": 2',
    ['access diff file.json live', 'org audit --snapshot file.json'],
  ],
])('%s of a newer version says so', async (_, make, from, to, lines) => {
  const docs = await sandboxCli({
    ...roster,
    'org.yaml': 'format: docs-admin-organization/1\nteams: { New: { members: {} } }\n',
  });
  const made = await docs(make);
  if (made.stdout.startsWith('{')) await writeFile(join(docs.folder, 'file.json'), made.stdout);
  await raise(docs, 'file.json', from, to);
  for (const line of lines) {
    const run = await docs(line);
    expect(run, line).toMatchObject({ code: 2, stdout: '', writes: [] });
    expect(run.stderr.replace(`${docs.folder}/`, ''), line).toBe(newer('file.json'));
  }
});

test('accepted findings of a newer version say so', async () => {
  const docs = await sandboxCli({ 'file.json': '{ "format": "docs-admin-audit-exceptions/2", "new": [] }' });
  for (const flag of ['--baseline', '--exceptions']) {
    const run = await docs(`org audit ${flag} file.json`);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toBe(newer('file.json'));
  }
});

test('an organization file of a newer version says so', async () => {
  const docs = await sandboxCli({ 'org.yaml': 'format: docs-admin-organization/2\nnew: [ 1 ]\n' });
  for (const verb of ['validate', 'plan', 'apply']) {
    const run = await docs(`org ${verb} --file org.yaml`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(
      '"docs-admin-organization/2" is newer than this version of docs-admin reads',
    );
  }
});

test('a journal of a newer version says so', async () => {
  const docs = await sandboxCli(roster);
  await docs('teams members sync --file roster.csv --yes --journal run.jsonl');
  await raise(docs, 'run.jsonl', /"format":3/, '"format":4');
  for (const line of ['show', 'resume', 'undo --yes', 'unlock --yes']) {
    const [verb, ...flags] = line.split(' ');
    const run = await docs(`runs ${verb} run.jsonl ${flags.join(' ')}`.trim());
    expect(run, line).toMatchObject({ code: 3, stdout: '', writes: [] });
    expect(run.stderr, line).toMatch(
      /^error: \S*run\.jsonl was made by a newer version of docs-admin\nhint: update docs-admin: only that version can show, resume or undo the run\n$/,
    );
  }
});

test('a list of runs names a journal of a newer version, and prune keeps it', async () => {
  const docs = await sandboxCli(roster);
  await docs('teams members sync --file roster.csv --yes');
  const [id] = (await docs('runs list -o id')).stdout.trim().split('\n');
  const { journal } = JSON.parse((await docs(`runs show ${id} --json`)).stdout);
  await writeFile(journal, (await readFile(journal, 'utf8')).replace('"format":3', '"format":4'));
  const list = await docs('runs list -o id');
  expect(list).toMatchObject({ code: 0, stdout: '' });
  expect(list.stderr).toContain(`${id}.jsonl was made by a newer version of docs-admin`);
  await docs('runs prune --older-than 0d --yes');
  expect(await readFile(journal, 'utf8')).toContain('"format":4');
});

const recorded = (name: string) => readFile(new URL(`journals/0.1.0-${name}`, import.meta.url), 'utf8');

test.each(['memberships.jsonl', 'rows.jsonl'])(
  'a journal of an earlier form is refused: %s',
  async (name) => {
    const docs = await sandboxCli({ 'run.jsonl': await recorded(name) });
    for (const verb of ['show', 'resume', 'undo']) {
      const run = await docs(`runs ${verb} run.jsonl`);
      expect(run, verb).toMatchObject({ code: 2, stdout: '', requests: [] });
      expect(run.stderr, verb).toMatch(
        /^error: \S*run\.jsonl was made by docs-admin 0\.1\.0, in a form that is not read any more\nhint: only that version can show, resume or undo the run\n$/,
      );
    }
  },
);

test('a plan of memberships of an earlier form is refused', async () => {
  const docs = await sandboxCli({ 'plan.json': await recorded('plan.json') });
  expect(await docs('apply-plan plan.json --yes')).toMatchObject({
    code: 2,
    requests: [],
    stderr:
      'error: plan.json was made by docs-admin 0.1.0, in a form that is not read any more\n' +
      'hint: make the plan again with this version\n',
  });
});
