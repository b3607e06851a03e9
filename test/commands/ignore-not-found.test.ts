import { describe, expect, test } from 'vitest';
import { type Run, sandboxCli } from '../support/cli.ts';

const deletions = ({ requests }: Run) =>
  requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path.replace(/^.*\//, ''));

describe('--ignore-not-found', () => {
  test.each([
    ['teams delete team_gone', 'team "team_gone" not found'],
    ['teams delete name:Nobody', 'no team has this title'],
    ['teams members remove team_docs user_gone', 'not found'],
    ['members remove gone@acme.example', 'no member has this address'],
    ['openapi delete gone', 'not found'],
    ['section-groups remove-section group_learn gone --site site_docs', 'not found'],
  ])('%s has nothing to do', async (line, message) => {
    const docs = await sandboxCli();
    expect((await docs(`${line} --yes`)).code).toBe(5);
    const run = await docs(`${line} --yes --ignore-not-found`);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(run.stderr).toMatch(/; nothing to do\n$/);
  });

  test.each([
    ['teams delete team_gone', '--json', '{\n  "deleted": null\n}\n'],
    ['teams members remove team_docs user_gone', '-o jsonl', '{"removed":null}\n'],
    ['teams delete team_gone', '-o id', ''],
  ])('%s %s says that nothing was deleted', async (line, format, stdout) => {
    const docs = await sandboxCli();
    const run = await docs(`${line} --yes --ignore-not-found ${format}`);
    expect(run).toMatchObject({ code: 0, stdout, stderr: expect.stringContaining('nothing to do') });
  });

  test('what is there is deleted', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams delete team_empty --yes --ignore-not-found');
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('deleted team') });
  });

  test('other errors stay errors', async () => {
    const docs = await sandboxCli();
    expect((await docs('teams delete a/b --yes --ignore-not-found')).code).toBe(2);
    expect((await docs('teams delete team_docs --ignore-not-found')).code).toBe(2);
  });

  test('several ids', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams delete team_gone team_empty name:Nobody --yes --ignore-not-found');
    expect(run.code).toBe(0);
    expect(deletions(run)).toContain('team_empty');
    expect((await docs('teams get team_empty')).code).toBe(5);
  });

  test('rows of a batch', async () => {
    const docs = await sandboxCli({ 'teams.csv': 'team\nteam_gone\nteam_empty\nname:Nobody\n' });
    const line = 'batch --file teams.csv --yes --json -- teams delete {team} --ignore-not-found';
    const dry = await docs(line.replace('--yes', '--dry-run'));
    expect(JSON.parse(dry.stdout).changes).toHaveLength(2);
    const run = await docs(line);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject([
      { row: 1, status: 'unchanged', exitCode: 0 },
      { row: 2, status: 'done' },
      { row: 3, status: 'unchanged', exitCode: 0 },
    ]);
  });

  test('before the -- of a batch, the error says where it belongs', async () => {
    const docs = await sandboxCli({ 'teams.csv': 'team\nteam_gone\n' });
    expect(
      await docs('batch --file teams.csv --yes --ignore-not-found -- teams delete {team}'),
    ).toMatchObject({
      code: 2,
      requests: [],
      stderr:
        'error: unknown flag --ignore-not-found\n' +
        'hint: write a flag of the command of the rows after --, together with that command\n',
    });
  });

  test('is no flag of other commands', async () => {
    const docs = await sandboxCli();
    expect((await docs('teams get team_gone --ignore-not-found')).stderr).toContain('unknown flag');
  });
});
