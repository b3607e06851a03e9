import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createJournals } from '../../src/system/journals.ts';
import { type Cli, type Run, sandboxCli } from '../support/cli.ts';

const writes = ({ requests }: Run) => requests.filter(({ method }) => method !== 'GET');

const usersOf = async (docs: Cli, team: string) =>
  (await docs(`teams members list ${team} --fields organization.id --no-headers`)).stdout.trim().split('\n');

const shown = async (docs: Cli, run = 'run.jsonl') =>
  JSON.parse((await docs(`runs show ${run} --json`)).stdout);

const sync =
  'teams members sync --file roster.csv --journal run.jsonl --concurrency 1 --yes --allow-opening administrators';

/** Cuts a journal to what its process had written when it was killed. */
async function cutOff(docs: Cli, keep: RegExp, run = 'run.jsonl'): Promise<void> {
  const file = (await shown(docs, run)).journal;
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => keep.test(line));
  await writeFile(file, `${lines.join('\n')}\n`);
}

const begun = /"type":"(run|intent)"/;

describe('undo takes back what was done', () => {
  test('and leaves what a refused request was to do: another user may have done it since', async () => {
    const docs = await sandboxCli({
      'roster.csv': 'team,user\nteam_docs,user_kim\nteam_empty,user_ada\nteam_empty,user_nobody\n',
    });
    expect(await docs(sync)).toMatchObject({ code: 9 });
    await docs('teams members update team_empty --add user_ada');
    const run = await docs('runs undo run.jsonl --yes');
    expect(run).toMatchObject({ code: 0 });
    expect(writes(run)).toMatchObject([
      { path: '/v1/orgs/org_acme/teams/team_docs/members', body: { remove: ['user_kim'] } },
    ]);
    expect(await usersOf(docs, 'team_empty')).toEqual(['user_ada']);
  });

  test('and not what another user had done when the run was resumed', async () => {
    const docs = await sandboxCli({
      'roster.csv': 'team,user\nteam_empty,user_ada\nteam_empty,user_kim\n',
    });
    await docs(sync);
    await cutOff(docs, begun);
    await docs('teams members remove team_empty user_kim --yes');
    expect(writes(await docs('runs resume run.jsonl --yes'))).toMatchObject([
      { body: { add: ['user_kim'] } },
    ]);
    const run = await docs('runs undo run.jsonl --yes');
    expect(run.stderr).toContain(
      'warning: Ada Lovelace (user_ada) in team "Nobody yet" (team_empty) stays as it is: it is not known whether the run has changed it',
    );
    expect(await usersOf(docs, 'team_empty')).toEqual(['user_ada']);
  });

  test('and nothing of a request without an outcome: another user may have done it since', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_empty,user_ada\nteam_empty,user_kim\n' });
    await docs(sync);
    await cutOff(docs, begun);
    const run = await docs('runs undo run.jsonl --yes');
    expect(run).toMatchObject({ code: 6 });
    expect(writes(run)).toEqual([]);
    expect(run.stderr).toContain(
      'warning: Ada Lovelace (user_ada) in team "Nobody yet" (team_empty) stays as it is: it is not known whether the run has changed it; `docs-admin teams members remove team_empty user_ada` takes it back',
    );
    expect(await usersOf(docs, 'team_empty')).toEqual(['user_ada', 'user_kim']);
  });

  test('and names what a row without an outcome may have done in a team that another row has changed', async () => {
    const docs = await sandboxCli({ 'rows.csv': 'user\nuser_ada\nuser_kim\n' });
    await docs([
      ...['batch', '--file', 'rows.csv', '--concurrency', '1', '--journal', 'run.jsonl', '--yes'],
      ...['--allow-opening', 'administrators', '--', 'teams', 'members', 'set', 'team_empty', '{user}'],
    ]);
    await cutOff(docs, /"type":"(run|intent)"|"outcome","task":0/);
    const run = await docs('runs undo run.jsonl --yes');
    expect(writes(run)).toMatchObject([{ body: { remove: ['user_ada'] } }]);
    expect(run.stderr).toContain(
      '(user_kim) in team "Nobody yet" (team_empty) stays as it is: it is not known whether the run has changed it; `docs-admin teams members remove team_empty user_kim` takes it back',
    );
  });

  test('and says nothing of a request without an outcome that does not show', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_empty,user_ada\nteam_empty,user_kim\n' });
    await docs(sync);
    await cutOff(docs, begun);
    await docs('teams members remove team_empty user_kim --yes');
    const run = await docs('runs undo run.jsonl --yes');
    expect(writes(run)).toEqual([]);
    expect(run.stderr).toContain('(user_ada) in team "Nobody yet" (team_empty) stays as it is');
    expect(run.stderr).not.toContain('user_kim');
  });

  test.each([
    ['user_gil,,remove', 'teams members update team_docs --add user_gil --role user_gil=owner'],
    ['user_gil,member,', 'teams members update team_docs --role user_gil=owner'],
  ])('and names the command that takes %s back', async (row, command) => {
    const docs = await sandboxCli({ 'roster.csv': `team,user,role,action\nteam_docs,${row}\n` });
    await docs('teams members update team_docs --role user_gil=owner');
    await docs(`${sync} --max-removals 100% --allow-ownerless`);
    await cutOff(docs, begun);
    const run = await docs('runs undo run.jsonl --yes');
    expect(writes(run)).toEqual([]);
    expect(run.stderr).toContain(`\`docs-admin ${command}\` takes it back`);
    expect(await docs(`${command} --yes`)).toMatchObject({ code: 0 });
  });

  test('and leaves a role in the organization that another user may have set', async () => {
    const docs = await sandboxCli({});
    await docs('members update user_kim --role read --yes');
    await docs(
      'members onboard user_kim --team team_empty --role comment --allow-opening administrators --journal run.jsonl --yes',
    );
    await cutOff(docs, begun);
    const run = await docs('runs undo run.jsonl --yes');
    expect(run).toMatchObject({ code: 6 });
    expect(writes(run)).toEqual([]);
    expect(run.stderr).toContain(
      'warning: member "Kim \\"Q\\" Nguyễn" (user_kim) stays as it is: it is not known whether the run has changed it; `docs-admin members update user_kim --role read` takes it back',
    );
  });

  test('and brings back everyone but those who have left the organization, who are named', async () => {
    const docs = await sandboxCli({
      'roster.csv': 'team,user,action\nteam_docs,user_gil,remove\nteam_docs,user_zoe,remove\n',
    });
    await docs(`${sync} --max-removals 100%`);
    await docs('members remove user_gil --yes');
    const run = await docs('runs undo run.jsonl --yes');
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toContain(
      '  cannot be restored: user_gil in team "Docs" (team_docs): no longer in the organization',
    );
    expect(writes(run)).toMatchObject([{ body: { add: ['user_zoe'] } }]);
  });
});

test('undo names a team that the run may have made', async () => {
  const docs = await sandboxCli({ 'roster.csv': 'team,user\nLegal,user_ada\n' });
  await docs(`${sync} --create-teams`);
  await cutOff(docs, /"type":"run"|"type":"intent","task":0/);
  const run = await docs('runs undo run.jsonl --yes');
  expect(run).toMatchObject({ code: 6 });
  expect(writes(run)).toEqual([]);
  expect(run.stderr).toContain(
    'warning: team "Legal" (team_1) stays as it is: it is not known whether the run has made it',
  );
});

describe('undo refuses', () => {
  const files = { 'roster.csv': 'team,user,role\nteam_empty,user_ada,owner\n' };

  test('while another process works on the run, exit 3', async () => {
    const docs = await sandboxCli(files);
    await docs(sync);
    const held = await createJournals('/nowhere').open((await shown(docs)).journal);
    const run = await docs('runs undo run.jsonl --yes');
    await held.close();
    expect(run).toMatchObject({ code: 3, requests: [] });
    expect(run.stderr).toContain(`in use by pid ${process.pid}`);
  });

  test('to leave a team without an owner, unless that is allowed', async () => {
    const docs = await sandboxCli(files);
    await docs(sync);
    await docs('teams members update team_empty --add user_kim');
    const refused = await docs('runs undo run.jsonl --yes');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(
      'team "Nobody yet" (team_empty) would lose its last owner: Ada Lovelace (user_ada); nothing was sent',
    );
    expect(refused.stderr).toContain('--allow-ownerless');
    expect(writes(refused)).toEqual([]);
    const allowed = await docs('runs undo run.jsonl --yes --allow-ownerless');
    expect(writes(allowed)).toMatchObject([{ body: { remove: ['user_ada'] } }]);
  });
});

describe('a run that has been undone', () => {
  const setUp = async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_docs,user_kim\nteam_empty,user_ada\n' });
    await docs(sync);
    // Killed before the second request.
    await cutOff(docs, /"type":"run"|"task":0/);
    await docs('teams members remove team_empty user_ada --yes');
    expect(await shown(docs)).toMatchObject({ state: 'cut-off', notAttempted: 1 });
    return docs;
  };

  test('says so, by which run, and is neither resumed nor undone again', async () => {
    const docs = await setUp();
    await docs('runs undo run.jsonl --yes');
    const [by] = (await docs('runs list -o id')).stdout.trim().split('\n');
    expect(await shown(docs)).toMatchObject({ state: 'undone', undoneBy: by });
    for (const [verb, code] of [
      ['resume', 2],
      ['undo', 0],
    ] as const) {
      const run = await docs(`runs ${verb} run.jsonl --yes`);
      expect(run).toMatchObject({ code, requests: [] });
      expect(run.stderr).toContain(`run run.jsonl has been undone by run ${by}`);
    }
    expect(await usersOf(docs, 'team_empty')).toEqual(['']);
  });

  test('says so as well where only resuming takes it back', async () => {
    const docs = await setUp();
    await docs('runs undo run.jsonl --yes --journal undo.jsonl');
    await docs('teams members update team_docs --add user_kim --yes');
    await cutOff(docs, /"type":"run"/, 'undo.jsonl');
    await cutOff(docs, /"type":"run"|"task":0/);
    expect(await docs('runs resume undo.jsonl --yes')).toMatchObject({ code: 0 });
    expect(await usersOf(docs, 'team_docs')).not.toContain('user_kim');
    const { state, undoneBy } = await shown(docs);
    expect(state).toBe('undone');
    expect(undoneBy).toMatch(/^\/.*\/undo\.jsonl$/);
  });

  test('is not marked by a dry run', async () => {
    const docs = await setUp();
    await docs('runs undo run.jsonl --dry-run');
    expect(await shown(docs)).toMatchObject({ state: 'cut-off', undoneBy: null });
  });
});
