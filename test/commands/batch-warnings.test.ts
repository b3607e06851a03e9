import { expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

/** Returns the warnings of a batch over CSV. */
async function warnings(csv: string, line: string, flags = '') {
  const docs = await scriptedCli(() => ({ json: { id: 'x' } }), { 'in.csv': csv });
  const run = await docs(`batch --file in.csv ${flags} --allow-opening public -- ${line}`);
  const lines = run.stderr.split('\n').filter((each) => each.startsWith('warning: '));
  return { ...run, warnings: lines.map((each) => each.slice('warning: '.length)) };
}

test.each(['', '--dry-run'])('a value that no one knows is told once, with its rows (%s)', async (flags) => {
  const csv = 'id,visibility\na,public\nb,secret\nc,secret\nd,hidden\n';
  const run = await warnings(csv, 'sites update {id} --visibility {visibility}', flags);
  expect(run.warnings).toEqual([
    expect.stringMatching(/^in\.csv:3 and 1 more: .*--visibility "secret".*; sent as it is$/),
    expect.stringMatching(/^in\.csv:5: .*--visibility "hidden".*; sent as it is$/),
  ]);
});

test('so is what a command warns of itself', async () => {
  const run = await warnings(
    'space,url\na,https://git.example/x\nb,https://me:secret@git.example/x\n',
    'git import --space {space} --url {url} --ref main',
  );
  expect(run.warnings).toEqual([expect.stringMatching(/^in\.csv:3: --url holds credentials/)]);
});

test('several ids share a warning', async () => {
  const docs = await scriptedCli(() => ({ json: { id: 'x' } }));
  const run = await docs('sites update a b --visibility secret -o id --allow-opening public --yes');
  expect(run.stderr).toMatch(/^warning: a and 1 more: .*"secret"/);
  expect(run.stderr.match(/secret/g)).toHaveLength(1);
});

test('rows that change one thing twice are named before the first request', async () => {
  const csv = 'id,title\na,One\nb,Two\na,Three\na,Four\n';
  const run = await warnings(csv, 'teams update {id} --title {title}');
  expect(run.code).toBe(0);
  expect(run.warnings).toEqual([
    'in.csv:4 changes what in.csv:2 changes: teams update a',
    'in.csv:5 changes what in.csv:2 changes: teams update a',
  ]);
});

test.each([
  [
    'several members of one team',
    'user\nuser_kim\nuser_pat\n',
    'teams members set team_docs {user} --role member',
  ],
  ['things that are made', 'title\nSame\nSame\n', 'teams create --title {title}'],
  ['what is only read', 'id\nteam_docs\nteam_docs\n', 'teams get {id}'],
])('%s are no repetition', async (_, csv, line) => {
  const docs = await sandboxCli({ 'in.csv': csv });
  expect((await docs(`batch --file in.csv --allow-opening administrators -- ${line}`)).stderr).not.toContain(
    'changes what',
  );
});
