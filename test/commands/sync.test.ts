import { describe, expect, test } from 'vitest';
import { type Cli, type Run, sandboxCli, scriptedCli } from '../support/cli.ts';

const asking = 'teams members sync --file';
// That people get rights with a team is not what these tests are about.
const sync = 'teams members sync --yes --allow-opening administrators --file';

/** A sandbox with one roster in the working folder. */
async function withRoster(content: string, name = 'roster.csv'): Promise<Cli> {
  return sandboxCli({ [name]: content });
}

const writes = ({ requests }: Run) => requests.filter(({ method }) => method !== 'GET');
const reads = ({ requests }: Run) =>
  requests.filter(({ method }) => method === 'GET').map(({ path }) => path);

async function inTeam(docs: Cli, team: string): Promise<string[]> {
  const { stdout } = await docs(`teams members list ${team} --fields organization.id,team.role --no-headers`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.replace('\t', ' '));
}

describe('teams members sync', () => {
  test('a long plan shows its first lines, and how many there are more', async () => {
    const people = Array.from({ length: 70 }, (_, at) => `team_empty,user_${at},\n`);
    const docs = await withRoster(`team,user,role\nteam_docs,user_kim,\n${people.join('')}`);
    const { stderr } = await docs(`${sync} roster.csv --dry-run`);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.splice(0, 4)).toEqual([
      'opens (2)',
      '  Kim "Q" Nguyễn <kim@acme.example> joins team Docs, which has admin',
      expect.stringMatching(
        /^ {2}70 people join team Nobody yet, which may have admin \(not known: it has no members\): user_0, .*, user_69$/,
      ),
      '',
    ]);
    expect(lines.slice(0, 4)).toEqual([
      'team "Docs" (team_docs), 7 unchanged',
      '  + user_kim (member)',
      'team "Nobody yet" (team_empty), 0 unchanged',
      '  + user_0 (member)',
    ]);
    // Two teams and 71 changes are 73 lines.
    expect(lines[59]).toBe('  + user_56 (member)');
    expect(lines[60]).toBe('... and 13 lines more; --dry-run --json shows all');
    expect(lines[61]).toContain('plan: 71 to add');
  });

  test('changes who is listed, with one request a team, and touches no one else', async () => {
    const docs = await withRoster(
      'team,user,role\nDocs,KIM@acme.example ,owner\nteam_docs,user_gil,owner\nteam_empty,user_ada,\n',
    );
    const run = await docs(`${sync} roster.csv`);
    expect(run.code).toBe(0);
    expect(writes(run)).toEqual([
      {
        method: 'PUT',
        path: '/v1/orgs/org_acme/teams/team_docs/members',
        body: {
          add: ['user_kim'],
          memberships: { user_kim: { role: 'owner' }, user_gil: { role: 'owner' } },
        },
      },
      { method: 'PUT', path: '/v1/orgs/org_acme/teams/team_empty/members', body: { add: ['user_ada'] } },
    ]);
    expect(reads(run)).toEqual([
      '/v1/orgs/org_acme/teams?limit=1000',
      '/v1/orgs/org_acme/members?limit=1000',
      '/v1/orgs/org_acme/teams/team_docs/members?limit=1000',
      '/v1/orgs/org_acme/teams/team_empty/members?limit=1000',
      // What those who join team Docs get.
      '/v1/orgs/org_acme/members?role=admin&limit=1000',
      '/v1/orgs/org_acme/teams/team_docs/members?limit=100',
      '/v1/orgs/org_acme/members/user_ravi/spaces?limit=1000',
      '/v1/orgs/org_acme/collections?limit=1000',
      '/v1/collections/col_product/permissions/teams?limit=1000',
      '/v1/collections/col_legacy/permissions/teams?limit=1000',
      '/v1/collections/col_api/permissions/teams?limit=1000',
    ]);
    expect(run.stdout).toBe(
      [
        'team\tuser\tchange\tstatus\terror',
        'team_docs\tuser_kim\tadd\tdone\t',
        'team_docs\tuser_gil\trole\tdone\t',
        'team_empty\tuser_ada\tadd\tdone\t',
        '',
      ].join('\n'),
    );
    expect(run.stderr).toMatch(
      /^opens \(2\)\n {2}Kim "Q" Nguyễn <kim@acme\.example> joins team Docs, which has admin, as owner\n {2}Gil \(contractor\) <gil@contractor\.example>: member → owner of team Docs\n\nteam "Docs" \(team_docs\), 6 unchanged\n {2}\+ Kim "Q" Nguyễn <kim@acme\.example> \(owner\)\n {2}~ Gil \(contractor\) <gil@contractor\.example> \(member → owner\)\nteam "Nobody yet" \(team_empty\), 0 unchanged\n {2}\+ Ada Lovelace <ada@acme\.example> \(member\)\nplan: 2 to add, 0 to remove, 1 role to change, in 2 teams; 6 unchanged\ndone: 2 requests; undo with `docs-admin runs undo \S+`\n$/,
    );
    expect(await inTeam(docs, 'team_docs')).toContain('user_kim owner');
  });

  test('twice is once: the second run has nothing to do', async () => {
    const docs = await withRoster('team,user\nteam_empty,user_ada\n');
    await docs(`${sync} roster.csv`);
    const again = await docs(`${sync} roster.csv --json`);
    expect(again).toMatchObject({ code: 0 });
    expect(writes(again)).toEqual([]);
    expect(JSON.parse(again.stdout)).toEqual([
      {
        team: 'team_empty',
        user: 'user_ada',
        change: 'none',
        status: 'unchanged',
        error: null,
        name: 'Ada Lovelace',
      },
    ]);
    expect(again.stderr).toContain('nothing to do');
  });

  test('needs no list of members where no e-mail is to be found', async () => {
    const docs = await withRoster('team,user\nteam_empty,user_ada\n');
    expect(reads(await docs(`${sync} roster.csv`))).toEqual([
      '/v1/orgs/org_acme/teams?limit=1000',
      '/v1/orgs/org_acme/teams/team_empty/members?limit=1000',
      '/v1/orgs/org_acme/members?role=admin&limit=1000',
    ]);
  });

  test.each([
    ['roster.json', '[{"team":"team_empty","user":"user_ada","role":"owner","note":"x"}]'],
    ['roster.jsonl', '{"team":"team_empty","user":"user_ada","role":"owner"}\n'],
    ['roster.yaml', '- { team: Nobody yet, user: ADA@acme.example, role: Owner }\n'],
    ['roster.tsv', 'team\tuser\trole\nteam_empty\tuser_ada\towner\n'],
  ])('reads %s', async (name, content) => {
    const docs = await withRoster(content, name);
    expect(writes(await docs(`${sync} ${name}`))).toMatchObject([
      { body: { add: ['user_ada'], memberships: { user_ada: { role: 'owner' } } } },
    ]);
  });

  test('reads standard input, and columns of other names', async () => {
    const docs = await sandboxCli();
    const line = `${sync} - --team-column Group --user-column Mail --role-column Level`;
    const run = await docs(line, { stdin: 'Group;Mail;Level\nNobody yet;ada@acme.example;owner\n' });
    expect(writes(run)).toMatchObject([{ body: { add: ['user_ada'] } }]);
  });

  test('--prune ends with exactly the listed members of each listed team', async () => {
    const docs = await withRoster('team,user,role\nteam_tokyo,user_ada,owner\n');
    const before = await inTeam(docs, 'team_docs');
    const run = await docs(`${sync} roster.csv --prune --max-removals 2 --allow-ownerless --yes`);
    expect(run.code).toBe(0);
    expect(await inTeam(docs, 'team_tokyo')).toEqual(['user_ada owner']);
    expect(await inTeam(docs, 'team_docs')).toEqual(before);
    expect(run.stdout).toContain('remove\tdone');
  });

  test('--create-teams makes a team and fills it', async () => {
    const docs = await withRoster('team,user,role\nLegal,user_ada,owner\nLegal,user_kim,\n');
    const run = await docs(`${sync} roster.csv --create-teams --json`);
    expect(writes(run)).toMatchObject([
      { method: 'PUT', path: '/v1/orgs/org_acme/teams', body: { title: 'Legal' } },
      {
        method: 'PUT',
        body: { add: ['user_ada', 'user_kim'], memberships: { user_ada: { role: 'owner' } } },
      },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
  });

  test('--create-teams makes no team from which someone is only removed', async () => {
    const docs = await withRoster('team,user,action\nLegal,user_ada,remove\n');
    const run = await docs(`${sync} roster.csv --create-teams -o csv`);
    expect(writes(run)).toEqual([]);
    expect(run).toMatchObject({
      stdout: 'team,user,change,status,error\nLegal,user_ada,none,unchanged,\n',
      stderr: 'plan: 0 to add, 0 to remove, 0 roles to change, in 0 teams; 0 unchanged\nnothing to do\n',
    });
  });

  test('splits requests past --batch-size', async () => {
    const users = ['ada', 'linus', 'mei', 'yuki', 'zoe'].map((name) => `team_empty,user_${name}`);
    const docs = await withRoster(`team,user\n${users.join('\n')}\n`);
    const run = await docs(`${sync} roster.csv --batch-size 2`);
    expect(writes(run).map(({ body }) => (body as { add: string[] }).add.length)).toEqual([2, 2, 1]);
  });

  test('--dry-run prints the plan and writes nothing', async () => {
    const docs = await withRoster(
      'team,user,action\nteam_empty,user_ada,\nteam_docs,user_gil,remove\nteam_docs,user_ada,\n',
    );
    const run = await docs(`${sync} roster.csv --dry-run -o csv --fields user,change,status`);
    expect(run).toMatchObject({
      code: 0,
      stdout: 'user,change,status\nuser_ada,add,planned\nuser_gil,remove,planned\nuser_ada,none,unchanged\n',
    });
    expect(writes(run)).toEqual([]);
  });

  test('shards share a roster without overlap', async () => {
    const teams = ['team_docs', 'team_platform', 'team_support', 'team_design', 'team_tokyo', 'team_empty'];
    const docs = await withRoster(`team,user\n${teams.map((team) => `${team},user_pat`).join('\n')}\n`);
    const seen: string[] = [];
    for (const part of ['1/3', '2/3', '3/3']) {
      const { stdout } = await docs(
        `${sync} roster.csv --dry-run --shard ${part} --no-headers --fields team`,
      );
      seen.push(...stdout.trim().split('\n').filter(Boolean));
    }
    expect(seen.sort()).toEqual(teams.sort());
  });

  test('an owner may be made and another removed in one run', async () => {
    const docs = await withRoster('team,user,role,action\nteam_tokyo,user_ada,owner,\n');
    const owners = (await inTeam(docs, 'team_tokyo')).filter((line) => line.endsWith('owner'));
    const lines = owners.map((line) => `team_tokyo,${line.split(' ')[0]},,remove`);
    const more = await withRoster(`team,user,role,action\nteam_tokyo,user_ada,owner,\n${lines.join('\n')}\n`);
    expect((await more(`${sync} roster.csv --max-removals 5 --yes`)).code).toBe(0);
    expect(await inTeam(more, 'team_tokyo')).toContain('user_ada owner');
  });
});

describe('on a terminal', () => {
  const roster = 'team,user\nteam_empty,user_ada\n';

  test('the plan is shown and asked for', async () => {
    const docs = await withRoster(roster);
    const run = await docs(`${asking} roster.csv`, { terminal: true, answers: [true] });
    expect(run).toMatchObject({
      code: 0,
      questions: ['change 1 membership? (profile sandbox, http://sandbox.localhost)'],
    });
  });

  test('no is no', async () => {
    const docs = await withRoster(roster);
    const run = await docs(`${asking} roster.csv`, { terminal: true, answers: [false] });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(writes(run)).toEqual([]);
  });
});

describe('refused before anything is sent', () => {
  const problems = (lines: string[]) => lines.map((line) => `  roster.csv:${line}\n`).join('');

  test('everything that is wrong with the roster, at once', async () => {
    const docs = await withRoster(
      [
        'team,user,role,action',
        'Nowhere,user_ada,,',
        'team_docs,nobody@acme.example,,',
        'team_docs,user_ada,boss,',
        'team_docs,,owner,',
        'team_docs,user_zoe,,leave',
        'team_empty,user_kim,owner,',
        'Nobody yet,kim@acme.example,member,',
        '',
      ].join('\n'),
    );
    const run = await docs(`${sync} roster.csv --yes`);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toBe(
      `error: 6 problems in roster.csv; nothing was sent\n${problems([
        '2: team: there is no team "Nowhere"',
        '3: user: there is no member "nobody@acme.example"',
        '4: role: must be owner or member, not "boss"',
        '5: user: is empty',
        '6: action: must be add or remove, not "leave"',
        '8: contradicts line 7 about "kim@acme.example" in "Nobody yet"',
      ])}`,
    );
    expect(writes(run)).toEqual([]);
  });

  test('with titles that are nearly right', async () => {
    const rows = 'Dosc,user_ada\nname:DOCS,user_ada\nplatfrom,user_ada\nNowhere,user_ada\n';
    const run = await (await withRoster(`team,user\n${rows}`))(`${sync} roster.csv`);
    expect(run.stderr).toBe(
      `error: 4 problems in roster.csv; nothing was sent\n${problems([
        '2: team: there is no team "Dosc"; did you mean "Docs"?',
        '3: team: there is no team "name:DOCS"; did you mean "Docs"?',
        '4: team: there is no team "platfrom"; did you mean "Platform"?',
        '5: team: there is no team "Nowhere"',
      ])}`,
    );
  });

  test('with e-mails, ids that no one has', async () => {
    const docs = await withRoster('team,user\nteam_docs,ada@acme.example\nteam_docs,user_nobody\n');
    const run = await docs(`${sync} roster.csv`);
    expect(run.stderr).toContain('roster.csv:3: user: there is no member "user_nobody"');
  });

  test('rows that say the same merge', async () => {
    const docs = await withRoster('team,user\nteam_empty,user_ada\nNobody yet,user_ada\n');
    const run = await docs(`${sync} roster.csv`);
    expect(writes(run)).toMatchObject([{ body: { add: ['user_ada'] } }]);
    expect(run.stdout.match(/add\tdone/g)).toHaveLength(2);
  });

  test('a title that several teams have', async () => {
    const docs = await withRoster('team,user\nTwins,user_ada\n');
    const ids: string[] = [];
    for (let turn = 0; turn < 2; turn++)
      ids.push((await docs('teams create --title Twins -o id')).stdout.trim());
    const run = await docs(`${sync} roster.csv`);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/there are 2 teams "Twins": write the id \(\S+, \S+\)/);
    for (const id of ids) expect(run.stderr).toContain(id);
  });

  test.each([
    [
      'a missing column',
      'group,user\nteam_docs,user_ada\n',
      '',
      [
        'roster.csv:1: there is no column "team"',
        'its columns are "group", "user"; name the right one with --team-column',
      ],
    ],
    [
      'shifted rows among others with problems',
      'team,user\nteam_docs,user_ada,owner\nteam_docs\nteam_x,user_ada\nteam_docs,"a"b\n',
      '',
      [
        'error: 4 problems in roster.csv; nothing was sent\n' +
          '  roster.csv:2: 3 cells, but the header has 2\n' +
          '  roster.csv:3: 1 cell, but the header has 2\n' +
          '  roster.csv:4: team: there is no team "team_x"\n' +
          '  roster.csv:5: user: a quote is closed in the middle of a cell',
      ],
    ],
    ['an empty roster with --prune', 'team,user\n', '--prune', ['the roster is empty', '--allow-empty']],
    ['no bytes with --prune', '', '--prune', ['the roster is empty', '--allow-empty']],
    [
      'mass removal',
      'team,user\nteam_docs,user_ada\n',
      '--prune',
      ['of team "Docs" (team_docs); 20 % are allowed', 'allow it with --max-removals 6\n'],
    ],
    [
      'the last owner',
      'team,user,role\nteam_tokyo,user_kenji,\n',
      '--prune --max-removals 100%',
      ['would lose its last owner', '--allow-ownerless'],
    ],
    ['a bad limit', 'team,user\nteam_docs,user_ada\n', '--max-removals many', ['invalid --max-removals']],
    ['a bad shard', 'team,user\nteam_docs,user_ada\n', '--shard 3/2', ['invalid --shard']],
    [
      'a bad concurrency',
      'team,user\nteam_docs,user_ada\n',
      '--concurrency 0',
      ['invalid --concurrency 0: must be a whole number from 1 to 16'],
    ],
    [
      'a removal without an answer',
      'team,user,action\nteam_docs,user_gil,remove\n',
      '',
      ['this needs a confirmation', '--yes'],
    ],
    [
      'an addition without an answer',
      'team,user\nteam_empty,user_ada\n',
      '',
      ['this needs a confirmation: change 1 membership?', '--yes'],
    ],
  ])('%s', async (_, roster, flags, expected) => {
    const docs = await withRoster(roster);
    const run = await docs(`${asking} roster.csv ${flags}`.trim());
    expect(run).toMatchObject({ code: 2, stdout: '' });
    for (const text of expected) expect(run.stderr).toContain(text);
    expect(writes(run)).toEqual([]);
  });

  test('no file at all', async () => {
    const docs = await sandboxCli();
    expect(await docs('teams members sync')).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect((await docs(`${sync} gone.csv`)).stderr).toContain('cannot read gone.csv');
  });

  test('--allow-empty takes an empty roster', async () => {
    const docs = await withRoster('team,user\n');
    expect(await docs(`${sync} roster.csv --prune --allow-empty`)).toMatchObject({
      code: 0,
      stdout: 'team\tuser\tchange\tstatus\terror\n',
    });
  });
});

describe('failures', () => {
  const page = (items: unknown[]) => ({ json: { items } });
  const service = (put: (path: string) => { status?: number; json?: unknown }) =>
    scriptedCli(
      ({ method, path }) => {
        if (method === 'PUT') return put(path);
        return path.includes('/members')
          ? page([])
          : page(['a', 'b', 'c'].map((id) => ({ object: 'team', id, title: id })));
      },
      { 'roster.csv': 'team,user\na,u1\nb,u2\nc,u3\n' },
    );

  test('one team fails: the others are done, exit 9', async () => {
    const docs = await service((path) =>
      path.includes('/b/') ? { status: 422, json: { error: { message: 'no' } } } : { status: 204 },
    );
    const run = await docs(`${sync} roster.csv -o tsv --fields team,status,error --no-headers`);
    expect(run.code).toBe(9);
    expect(run.stdout).toBe('a\tdone\t\nb\tfailed\tthe service answered 422: no\nc\tdone\t\n');
    expect(run.stderr).toMatch(
      /error: 2 of 3 requests done, 1 failed\n {2}team "b": the service answered 422: no\nhint: resume with `docs-admin runs resume /,
    );
  });

  test('a refused token stops it at once, exit 4', async () => {
    const docs = await service(() => ({ status: 401, json: { error: { message: 'expired' } } }));
    const run = await docs(`${sync} roster.csv --concurrency 1 --json`);
    expect(run.code).toBe(4);
    expect(JSON.parse(run.stdout).map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'not-attempted',
      'not-attempted',
    ]);
    expect(writes(run)).toHaveLength(1);
  });

  test('a pause that is too long stops it, exit 8', async () => {
    const docs = await service(() => ({ status: 429 }));
    const run = await docs(`${sync} roster.csv --concurrency 1 --max-wait 0 --json`);
    expect(run).toMatchObject({ code: 8 });
    expect(writes(run)).toHaveLength(1);
  });

  test('ten server failures in a row stop it, exit 7', async () => {
    const teams = Array.from({ length: 30 }, (_, at) => `t${at}`);
    const docs = await scriptedCli(
      ({ method, path }) => {
        if (method === 'PUT') return { status: 500 };
        return path.includes('/members')
          ? page([])
          : page(teams.map((id) => ({ object: 'team', id, title: id })));
      },
      { 'roster.csv': `team,user\n${teams.map((id) => `${id},u`).join('\n')}\n` },
    );
    const run = await docs(`${sync} roster.csv --concurrency 1 --max-retries 0 --json`);
    expect(run.code).toBe(7);
    expect(writes(run)).toHaveLength(10);
    expect(
      JSON.parse(run.stdout).filter(({ status }: { status: string }) => status === 'not-attempted'),
    ).toHaveLength(20);
    expect(run.stderr).toContain('10 failures in a row');
  });
});
