import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, sandboxCli, scriptedCli } from '../support/cli.ts';

describe('a new owner who is disabled does not keep a team', () => {
  const held = /team .*team_platform.* would lose its last owner: Grace Hopper \(user_grace\)/;
  const roster =
    'team,user,role,action\nteam_platform,user_grace,member,add\nteam_platform,user_dee,owner,add\n';

  test.each([
    'teams members update team_platform --role user_grace=member --role user_dee=owner --yes',
    'teams members update team_platform --remove user_grace --role user_dee=owner --yes',
    'teams members update team_platform --remove user_grace --add user_dee --role user_dee=owner',
    'teams members update team_platform --remove user_grace --role user_nobody=owner',
    'teams members sync --file roster.csv --yes',
    'batch --file one.csv --yes -- teams members update team_platform --remove {id} --role user_dee=owner',
  ])('%s', async (line) => {
    const docs = await sandboxCli({ 'roster.csv': roster, 'one.csv': 'id\nuser_grace\n' });
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toMatch(held);
    expect(run.stderr).toContain('--allow-ownerless\n');
  });

  test('nor in a stored plan', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    const stored = await docs('teams members sync --file roster.csv --out p.json --allow-ownerless');
    expect(stored).toMatchObject({ code: 0 });
    const run = await docs('apply-plan p.json --yes');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toMatch(held);
  });

  test('one who can sign in does, and costs one request', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'teams members update team_platform --remove user_grace --role user_hana=owner --yes',
    );
    expect(run).toMatchObject({ code: 0 });
    expect(
      run.requests.map(({ method, path }) => `${method} ${path.replace('/v1/orgs/org_acme', '')}`),
    ).toEqual([
      'GET /teams/team_platform/members?limit=1000',
      'GET /members/user_hana',
      'PUT /teams/team_platform/members',
    ]);
  });

  test('several are looked up in one list', async () => {
    const docs = await sandboxCli();
    const line =
      'teams members update team_platform --remove user_grace --role user_hana=owner --role user_dee=owner --yes';
    const run = await docs(line);
    expect(run).toMatchObject({ code: 0 });
    expect(run.requests[1]).toMatchObject({ method: 'GET', path: '/v1/orgs/org_acme/members?limit=1000' });
    expect(run.requests).toHaveLength(3);
  });
});

test('undo counts the roles in the organization that become lower', async () => {
  const people = ['linus', 'mei', 'kim', 'hana', 'gil', 'uma', 'bo', 'sofia'];
  const docs = await sandboxCli({
    'r.csv': `team,user\n${people.map((name) => `team_empty,user_${name}`).join('\n')}\n`,
  });
  expect(await docs('members onboard --file r.csv --role admin --journal run.jsonl --yes')).toMatchObject({
    code: 0,
  });
  const held = await docs('runs undo run.jsonl --yes');
  expect(held).toMatchObject({ code: 2, stdout: '', writes: [] });
  expect(held.stderr).toContain('it would lower the roles of 8 of 25 members of org_acme: ');
  expect(held.stderr).toContain('(user_sofia), ');
  expect(held.stderr).toContain('--max-removals 16\n');
  expect(await docs('runs undo run.jsonl --yes --max-removals 8')).toMatchObject({ code: 2, writes: [] });
  expect(await docs('runs undo run.jsonl --yes --max-removals 16')).toMatchObject({ code: 0 });
});

describe('a plan file that was edited', () => {
  type Team = { changes: { user: string; from: unknown; to: unknown }[] };

  async function edited(edit: (teams: Team[]) => void): Promise<CliInFolder> {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_docs,user_kim\n' });
    await docs('teams members sync --file roster.csv --out p.json');
    const path = join(docs.folder, 'p.json');
    const plan = JSON.parse(await readFile(path, 'utf8'));
    edit(plan.teams);
    await writeFile(path, JSON.stringify(plan));
    return docs;
  }

  test.each<[string, (teams: Team[]) => void, string]>([
    [
      'a team twice',
      (teams) => teams.push(...structuredClone(teams)),
      'team "Docs" (team_docs) is given twice',
    ],
    [
      'a user twice',
      ([team]) => team?.changes.push({ user: 'user_kim', from: null, to: 'owner' }),
      'user_kim is given twice in team "Docs" (team_docs)',
    ],
    [
      'a change from nothing to nothing',
      ([team]) => team?.changes.push({ user: 'user_ada', from: null, to: null }),
      'user_ada does not change in team "Docs" (team_docs)',
    ],
  ])('%s is refused', async (_, edit, message) => {
    const docs = await edited(edit);
    const run = await docs('apply-plan p.json --yes');
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(`error: p.json contradicts itself; nothing was sent\n  ${message}\n`);
  });

  test.each([
    ['user_ada', 'member', null],
    ['user_ada', null, 'member'],
    ['user_bo', 'owner', 'member'],
  ])('%s from %s to %s is out of date where that is not so', async (user, from, to) => {
    const docs = await edited(([team]) => team?.changes.push({ user, from, to }));
    const run = await docs('apply-plan p.json --yes');
    expect(run).toMatchObject({ code: 6, stdout: '', writes: [] });
    expect(run.stderr).toContain('the plan is out of date');
  });
});

test.each([
  ['teams delete big --yes', 'it would delete 1 team and end 97 memberships; 50 are allowed', 98],
  ['teams delete big small --yes', 'it would delete 2 teams and end 100 memberships; 50 are allowed', 102],
])('%s: the memberships that end with a team count', async (line, message, count) => {
  const teams = [
    { id: 'big', title: 'Big', members: 97 },
    { id: 'small', title: 'Small', members: 3 },
  ];
  const docs = await scriptedCli(({ method, path }) => {
    if (method !== 'GET') return { status: 204 };
    return { json: path.includes('?') ? { items: teams } : teams[0] };
  });
  const held = await docs(line);
  expect(held).toMatchObject({ code: 2, stdout: '', writes: [] });
  expect(held.requests).toHaveLength(1);
  expect(held.stderr).toContain(message);
  expect(held.stderr).toContain(`--max-removals ${count}\n`);
  expect(await docs(`${line} --max-removals ${count - 1}`)).toMatchObject({ code: 2, writes: [] });
  expect(await docs(`${line} --max-removals ${count}`)).toMatchObject({ code: 0 });
});
