import { describe, expect, test } from 'vitest';
import { type Cli, sandboxCli } from '../support/cli.ts';

const add = 'teams members add';
const members = '/v1/orgs/org_acme/teams/team_docs/members';

async function inTeam(docs: Cli, team: string): Promise<string[]> {
  const { stdout } = await docs(`teams members list ${team} --fields organization.id,team.role --no-headers`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.replace('\t', ' '));
}

describe('teams members add', () => {
  test('adds people by id, e-mail and name, in one request; those who are in it are said', async () => {
    const docs = await sandboxCli();
    const run = await docs([
      ...`${add} team_docs user_kim GRACE@acme.example`.split(' '),
      'name:Ada Lovelace',
      ...'user_gil user_kim -o csv --allow-opening administrators --yes'.split(' '),
    ]);
    expect(run).toMatchObject({
      code: 0,
      writes: [{ method: 'PUT', path: members, body: { add: ['user_kim', 'user_grace'] } }],
      stdout: [
        'team,user,change,status,error',
        'team_docs,user_kim,add,done,',
        'team_docs,user_grace,add,done,',
        'team_docs,user_ada,none,unchanged,',
        'team_docs,user_gil,none,unchanged,',
        '',
      ].join('\n'),
    });
    expect(run.stderr).toMatch(
      /^opens \(1\)\n {2}Kim "Q" Nguyễn <kim@acme\.example> joins team Docs, which has admin\n\nteam "Docs" \(team_docs\), 7 unchanged\n {2}\+ Kim "Q" Nguyễn <kim@acme\.example> \(member\)\n {2}\+ Grace Hopper <grace@acme\.example> \(member\)\nplan: 2 to add, 0 to remove, 0 roles to change, in 1 team; 7 unchanged\ndone: 1 request; undo with `docs-admin runs undo \S+`\n$/,
    );
    expect(await inTeam(docs, 'team_docs')).toContain('user_grace member');
  });

  test('twice is once, and is undone', async () => {
    const docs = await sandboxCli();
    const before = await inTeam(docs, 'team_docs');
    await docs(`${add} team_docs user_kim --journal kim.jsonl --yes`);
    expect(await docs(`${add} team_docs user_kim`)).toMatchObject({
      code: 0,
      writes: [],
      stderr: 'plan: 0 to add, 0 to remove, 0 roles to change, in 0 teams; 8 unchanged\nnothing to do\n',
    });
    expect(await docs('runs undo kim.jsonl --yes')).toMatchObject({
      code: 0,
      writes: [{ method: 'PUT', path: members, body: { remove: ['user_kim'] } }],
    });
    expect(await inTeam(docs, 'team_docs')).toEqual(before);
  });

  test('--role is the role of all, also of those who are in the team', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      `${add} name:Docs user_kim user_gil --role owner --json --allow-opening administrators --yes`,
    );
    expect(run.writes).toEqual([
      {
        method: 'PUT',
        path: members,
        body: {
          add: ['user_kim'],
          memberships: { user_kim: { role: 'owner' }, user_gil: { role: 'owner' } },
        },
      },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject([
      { user: 'user_kim', change: 'add', status: 'done', name: 'Kim "Q" Nguyễn' },
      { user: 'user_gil', change: 'role', status: 'done' },
    ]);
  });

  test('an owner who becomes a member is asked for, and the last one is guarded', async () => {
    const docs = await sandboxCli();
    const line = `${add} team_support user_sofia user_pat --role member`;
    const last = await docs(`${line} --yes`);
    expect(last).toMatchObject({ code: 2, writes: [] });
    expect(last.stderr).toContain(
      'error: team "Support, EMEA" (team_support) would lose its last owner: Sofía Núñez 🚀 (user_sofia); nothing was sent\n' +
        'hint: `docs-admin teams members set team_support <userId> --role owner` gives the team another owner first; if you mean it, allow it with --allow-ownerless\n',
    );
    expect(await docs(`${line} --allow-ownerless`)).toMatchObject({ code: 2, writes: [] });
    const run = await docs(`${line} --allow-ownerless`, { terminal: true, answers: [true] });
    expect(run).toMatchObject({ code: 0, questions: [expect.stringContaining('change 2 memberships?')] });
  });

  test('splits the request, reads ids from standard input, and shows what it would do', async () => {
    const docs = await sandboxCli();
    const stdin = 'user_kim\nuser_grace\n\nuser_jan\n';
    const opening = '--allow-opening administrators';
    const dry = await docs(`${add} team_empty - ${opening} --dry-run -o csv --fields user,status`, { stdin });
    expect(dry).toMatchObject({
      code: 0,
      writes: [],
      stdout: 'user,status\nuser_kim,planned\nuser_grace,planned\nuser_jan,planned\n',
    });
    const run = await docs(`${add} team_empty - --batch-size 2 ${opening} --yes`, { stdin });
    expect(run.writes.map(({ body }) => body)).toEqual([
      { add: ['user_kim', 'user_grace'] },
      { add: ['user_jan'] },
    ]);
    expect(await docs(`${add} team_empty -`, { stdin: '' })).toMatchObject({
      code: 0,
      requests: [],
      stderr: 'no ids: nothing to do\n',
    });
  });

  test('reads the list of members once for many people', async () => {
    const docs = await sandboxCli();
    const all = (await docs('members list -o id')).stdout.trim().split('\n');
    const run = await docs([...add.split(' '), 'team_empty', ...all, '--dry-run']);
    expect(run.requests.map(({ path }) => path)).toEqual([
      '/v1/orgs/org_acme/teams/team_empty',
      '/v1/orgs/org_acme/teams/team_empty/members?limit=1000',
      '/v1/orgs/org_acme/members?limit=1000',
      // What opens: who may join without it, and who can be asked what the team may do.
      '/v1/orgs/org_acme/members?role=admin&limit=1000',
      '/v1/orgs/org_acme/teams/team_empty/members?limit=100',
    ]);
  });

  test.for([
    [
      'team_docs user_kim user_gone no@acme.example',
      5,
      '"user_gone" and "no@acme.example" are not members of org_acme\nhint: the service has no operation to invite',
    ],
    ['team_gone user_kim', 5, 'team "team_gone" not found'],
    ['name:Gone user_kim', 5, '<teamId> "name:Gone" not found: no team has this title'],
    ['team_docs user_kim --role boss', 2, 'invalid --role: must be member or owner, not "boss"'],
    ['team_docs', 2, 'missing <userId>'],
    ['team_docs user_kim -', 2, '- stands for all ids in standard input'],
    ['team_docs user_kim --batch-size 0', 2, 'invalid --batch-size'],
  ] as const)('%s ends with %i, before anything is sent', async ([words, code, message]) => {
    const docs = await sandboxCli();
    const run = await docs(`${add} ${words}`, { stdin: '' });
    expect(run).toMatchObject({ code, writes: [] });
    expect(run.stderr).toContain(message);
  });
});
