import { describe, expect, test } from 'vitest';
import { type Run, sandboxCli, scriptedCli } from '../support/cli.ts';

const writes = ({ requests }: Run) => requests.filter(({ method }) => method !== 'GET');
const update = '-- members update {user_id} --role {role}';

describe('batch', () => {
  test('runs the command for each row, and tells what became of it', async () => {
    const docs = await sandboxCli({
      'users.csv': 'user_id,role\nuser_pat,read\nuser_nobody,edit\nuser_hana,guest\n',
    });
    const run = await docs(`batch --file users.csv ${update}`);
    expect(run.code).toBe(9);
    expect(writes(run)).toEqual([
      { method: 'PATCH', path: '/v1/orgs/org_acme/members/user_pat', body: { role: 'read' } },
      { method: 'PATCH', path: '/v1/orgs/org_acme/members/user_nobody', body: { role: 'edit' } },
      { method: 'PATCH', path: '/v1/orgs/org_acme/members/user_hana', body: { role: null } },
    ]);
    expect(run.stdout).toBe(
      [
        'row\tcommand\tstatus\texitCode\tid\terror',
        '1\tmembers update user_pat --role read\tdone\t0\tuser_pat\t',
        '2\tmembers update user_nobody --role edit\tfailed\t5\tuser_nobody\tnot found: member "user_nobody" not found',
        '3\tmembers update user_hana --role guest\tdone\t0\tuser_hana\t',
        '',
      ].join('\n'),
    );
    expect(run.stderr).toMatch(
      /^error: 2 of 3 rows done, 1 failed\nhint: resume with `docs-admin runs resume /,
    );
  });

  test('rows of JSON Lines', async () => {
    const docs = await sandboxCli({ 'sites.jsonl': '{"id":"site_docs","title":"Acme, \\"Help\\""}\n' });
    expect(writes(await docs('batch --file sites.jsonl -- sites update {id} --title {title}'))).toMatchObject(
      [{ body: { title: 'Acme, "Help"' } }],
    );
  });

  test('whole command lines, with comments and quotes', async () => {
    const docs = await sandboxCli();
    const run = await docs('batch --file commands.txt --json');
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject([
      { row: 1, command: 'members update user_pat --role read', status: 'done', id: 'user_pat' },
      { row: 2, command: "teams create --title 'Release notes'", status: 'done' },
    ]);
  });

  test('rows from standard input', async () => {
    const docs = await sandboxCli();
    const run = await docs(`batch --file - ${update}`, { stdin: 'user_id;role\nuser_pat;read\n' });
    expect(writes(run)).toHaveLength(1);
  });

  test('a value stays one argument, whatever it looks like', async () => {
    const docs = await sandboxCli({ 'teams.csv': 'title\n--yes\n$(reboot) ; x\n"two words, {title}"\n' });
    const run = await docs('batch --file teams.csv --concurrency 1 -- teams create --title {title}');
    expect(writes(run).map(({ body }) => (body as { title: string }).title)).toEqual([
      '--yes',
      '$(reboot) ; x',
      'two words, {title}',
    ]);
  });

  test('an id that looks like a flag is an id', async () => {
    const docs = await scriptedCli(() => ({ json: { object: 'team', id: '--yes', title: 'X' } }), {
      'teams.csv': 'id\n--yes\n',
    });
    expect(writes(await docs('batch --file teams.csv -- teams update {id} --title Legal'))).toMatchObject([
      { path: '/v1/orgs/org_acme/teams/--yes' },
    ]);
  });

  test('--dry-run prints every request and sends none', async () => {
    const docs = await sandboxCli({ 'users.csv': 'user_id,role\nuser_pat,read\nuser_hana,guest\n' });
    const run = await docs(`batch --file users.csv --dry-run --json ${update}`);
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(JSON.parse(run.stdout)).toMatchObject({
      opens: [{ text: '-Pat +1 @work <pat@partner.example>: guest → read in the organization' }],
      loses: [],
      changes: [{ method: 'PATCH', body: { role: 'read' } }, { body: { role: null } }],
    });
  });

  test('one question is asked for all rows', async () => {
    const docs = await sandboxCli({ 'ids.csv': 'id\nuser_pat\nuser_hana\nuser_gil\n' });
    const line = 'batch --file ids.csv -- members remove {id}';
    const piped = await docs(line);
    expect(piped).toMatchObject({ code: 2, requests: [] });
    expect(piped.stderr).toContain('--yes');
    const asked = await docs(line, { terminal: true, answers: [true] });
    expect(asked.questions).toEqual([
      expect.stringContaining(
        'remove 3 members from org_acme: -Pat +1 @work (user_pat), Hana Nováková (user_hana) and Gil (contractor) (user_gil)?',
      ),
    ]);
    expect(writes(asked)).toHaveLength(3);
  });

  test('--failed holds what failed, with the reason, and can be run again', async () => {
    const docs = await sandboxCli({
      'users.csv': 'note,user_id,role\n"a, b",user_nobody,edit\n,user_pat,read\n',
    });
    const run = await docs(`batch --file users.csv --failed failed.csv ${update}`);
    expect(run.code).toBe(9);
    const again = await docs(`batch --file failed.csv --dry-run --json ${update}`);
    expect(JSON.parse(again.stdout).changes).toHaveLength(1);
    const shown = await docs('batch --file failed.csv -- members update {user_id} --role {role}');
    expect(shown.stdout).toContain('members update user_nobody --role edit\tfailed\t5');
  });

  test.each([
    ['JSON Lines', '{"user_id":"user_nobody","role":"edit"}\n', update],
    ['JSON', '\n [{"user_id":"user_nobody","role":"edit"}]', update],
    ['CSV', 'user_id,role\nuser_nobody,edit\n', update],
    ['command lines', 'members update user_nobody --role edit\n', ''],
  ])('knows %s by their content; --failed has the same format', async (_, content, words) => {
    const docs = await sandboxCli({ 'in.yaml': content });
    const run = await docs(`batch --file in.yaml --failed out ${words}`.trim());
    expect(run.stdout).toContain('\tmembers update user_nobody --role edit\tfailed\t5\t');
    const again = await docs(`batch --file out --dry-run ${words}`.trim());
    expect(again.stdout).toContain('user_nobody');
  });

  test('--fail-fast stops at the first failure', async () => {
    const docs = await sandboxCli({
      'users.csv': 'user_id,role\nuser_nobody,edit\nuser_pat,read\nuser_hana,read\n',
    });
    const run = await docs(`batch --file users.csv --fail-fast --concurrency 1 --json ${update}`);
    expect(run.code).toBe(9);
    expect(JSON.parse(run.stdout).map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'not-attempted',
      'not-attempted',
    ]);
  });

  test('what is there already, as asked, is unchanged', async () => {
    const docs = await sandboxCli({ 'fields.csv': 'name,title\nlocale,Locale\naudience,Other\n' });
    const line =
      'batch --file fields.csv --concurrency 1 --json -- custom-fields create {name} --type text --title {title}';
    await docs(line);
    await docs('custom-fields update audience --title Readers');
    const again = await docs(line);
    expect(JSON.parse(again.stdout)).toMatchObject([
      { status: 'unchanged', exitCode: 0 },
      { status: 'failed', exitCode: 6 },
    ]);
    expect(again.code).toBe(9);
  });

  test('reads as well, without a journal', async () => {
    const docs = await sandboxCli({ 'ids.csv': 'id\nuser_pat\nuser_ada\n' });
    expect(await docs('batch --file ids.csv --json --fields id,status -- members get {id}')).toMatchObject({
      code: 0,
    });
    expect((await docs('runs list -o id')).stdout).toBe('');
  });

  test('a row may choose its own surroundings', async () => {
    const docs = await sandboxCli({ 'orgs.csv': 'org\norg_globex\norg_acme\n' });
    const run = await docs('batch --file orgs.csv -- --org {org} teams create --title X');
    expect(
      writes(run)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['/v1/orgs/org_acme/teams', '/v1/orgs/org_globex/teams']);
  });
});

describe('refused before anything is sent', () => {
  const users = {
    'users.csv': 'user_id,role\nuser_pat,read\n',
    'two.csv': 'id,title\nteam_docs,\nteam_tokyo,ok\na/b,ok\n',
  };

  test.each([
    ['no rows', `batch ${update}`, 'no --file given'],
    [
      'rows without a command',
      'batch --file users.csv',
      'error: users.csv:1: this is no command line; nothing was sent\nhint: for rows, write their command after --, as the examples of `batch` do',
    ],
    [
      'a command without --',
      'batch --file users.csv members update {user_id} --role read',
      'error: unknown flag --role\nhint: put -- before the command of the rows\n',
    ],
    [
      'an unknown flag before --',
      `batch --filee users.csv ${update}`,
      'error: unknown flag --filee\nhint: did you mean --file?\n',
    ],
    ['two inputs', `batch --file users.csv --file x ${update}`, '--file is given twice'],
    [
      'a missing column',
      'batch --file users.csv -- members update {user} --role {role}',
      'users.csv:1: there is no column "user"',
    ],
    [
      'a flag of the whole work',
      `batch --file users.csv ${update} --json`,
      'users.csv:2: --json is for the whole batch',
    ],
    [
      'a flag that turns something of the whole work off',
      `batch --file users.csv ${update} --no-history`,
      'users.csv:2: --no-history is for the whole batch',
    ],
    ['an unknown command', 'batch --file users.csv -- members fly {user_id}', 'users.csv:2: unknown command'],
    [
      'an unknown flag',
      'batch --file users.csv -- members update {user_id} --rolle x',
      'users.csv:2: unknown flag --rolle\nhint: did you mean --role?',
    ],
    [
      'a tool command',
      'batch --file users.csv -- config set org {user_id}',
      '`docs-admin config set` cannot be a row',
    ],
    [
      'any request',
      'batch --file users.csv -- api GET /v1/users/{user_id}',
      '`docs-admin api` cannot be a row\nhint: a row is a command whose request is known: write the command that sends it, or run `docs-admin api` once for each request',
    ],
    [
      'bulk work',
      'batch --file users.csv -- teams members sync --file {user_id}',
      '`docs-admin teams members sync` cannot be a row',
    ],
    [
      'standard input',
      'batch --file users.csv -- members remove - --yes',
      'cannot read ids from standard input',
    ],
    ['help', 'batch --file users.csv -- members update --help', 'cannot ask for help'],
  ])('%s', async (_, line, expected) => {
    const docs = await sandboxCli(users);
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(expected);
  });

  test('every row that is wrong, at once', async () => {
    const docs = await sandboxCli(users);
    const run = await docs('batch --file two.csv -- teams update {id} --title {title}');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toBe(
      [
        'error: 2 of 3 rows cannot be run; nothing was sent',
        '  two.csv:2: invalid --title "": must not be empty',
        '  two.csv:4: invalid <teamId> "a/b": contains "/"',
        'hint: see `docs-admin teams update --help`',
        '',
      ].join('\n'),
    );
  });
});

describe('several ids', () => {
  test('of a command that answers: one array', async () => {
    const docs = await sandboxCli();
    const run = await docs('members get user_ada user_pat --json --fields id');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toEqual([{ id: 'user_ada' }, { id: 'user_pat' }]);
  });

  test('from standard input', async () => {
    const docs = await sandboxCli();
    const run = await docs('members remove - --yes', { stdin: 'user_pat\r\nuser_hana\n\nuser_pat\n' });
    expect(run).toMatchObject({
      code: 0,
      stdout: '',
      stderr:
        'removed -Pat +1 @work (user_pat) from org_acme\nremoved Hana Nováková (user_hana) from org_acme\n',
    });
    expect(writes(run)).toHaveLength(2);
  });

  test.each(['user_pat -', '- user_pat', '- -'])('from standard input and the line: %s', async (ids) => {
    const docs = await sandboxCli();
    const run = await docs(`members get ${ids}`, { stdin: 'user_hana\n' });
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(
      'error: - stands for all ids in standard input, and cannot stand beside other ids\n',
    );
  });

  test('nothing on standard input is nothing to do', async () => {
    const docs = await sandboxCli();
    expect(await docs('members remove - --yes', { stdin: '' })).toMatchObject({
      code: 0,
      requests: [],
      stderr: 'no ids: nothing to do\n',
    });
  });

  test('flags and a body from standard input go to all', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites update site_docs site_partners --input - --title Help', {
      stdin: '{"visibility":"unlisted"}',
    });
    expect(writes(run).map(({ body }) => body)).toEqual([
      { visibility: 'unlisted', title: 'Help' },
      { visibility: 'unlisted', title: 'Help' },
    ]);
  });

  test('the value of a flag is none of them', async () => {
    const docs = await sandboxCli();
    const run = await docs('--org org_acme teams update team_docs --title team_docs team_tokyo -o id');
    expect(run).toMatchObject({ code: 0, stdout: 'team_docs\nteam_tokyo\n' });
  });

  test('one that fails keeps no one from the others', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams get team_docs team_gone team_tokyo -o id');
    expect(run).toMatchObject({ code: 9, stdout: 'team_docs\nteam_tokyo\n' });
    expect(run.stderr).toBe(
      'error: 2 of 3 done, 1 failed\n  team_gone: not found: team "team_gone" not found\n',
    );
  });

  test('lists are joined', async () => {
    const docs = await sandboxCli();
    const one = JSON.parse((await docs('members teams user_ada --json')).stdout);
    const both = JSON.parse((await docs('members teams user_ada user_kim --json')).stdout);
    const of = { kind: 'member', id: 'user_ada' };
    expect(both.slice(0, one.length)).toEqual(one.map((team: object) => ({ of, ...team })));
  });

  test('commands that name two things take no more', async () => {
    const docs = await sandboxCli();
    expect(await docs('teams members remove team_docs user_gil user_ada --yes')).toMatchObject({
      code: 2,
      requests: [],
    });
  });

  test('help says so', async () => {
    const docs = await sandboxCli();
    expect((await docs('teams get --help')).stdout).toContain('docs-admin teams get [flags] <teamId...>');
  });
});

test('the journal holds no secret of a command line', async () => {
  const docs = await sandboxCli({ 'spaces.csv': 'space\nspace_handbook\n' });
  const url = 'https://robot:hunter2hunter2@git.example/x.git';
  const run = await docs(
    `batch --file spaces.csv --yes --journal run.jsonl -- git import --space {space} --url ${url} --ref main`,
  );
  expect(run.code).toBe(0);
  expect(run.stdout + run.stderr).not.toContain('hunter2');
  const shown = await docs('runs show run.jsonl --json');
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout).not.toContain('hunter2');
});
