import { describe, expect, test } from 'vitest';
import { type Run, sandboxCli, scriptedCli } from '../support/cli.ts';

const bodies = ({ requests }: Run) =>
  requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);

/** Runs a batch over rows against a service that takes everything. */
async function batch(rows: string, line: string) {
  const docs = await scriptedCli(({ path }) => ({ json: path.includes('?') ? { items: [] } : { id: 'x' } }), {
    in: rows,
  });
  return docs(`batch --file in --concurrency 1 --yes --allow-opening administrators -- ${line}`);
}

describe('a cell is one value', () => {
  test('a comma in it separates nothing', async () => {
    const run = await batch(
      'user,role\n"user_kim=owner,user_pat",member\n',
      'teams members update team_docs --role {user}={role}',
    );
    expect(bodies(run)).toEqual([{ memberships: { 'user_kim=owner,user_pat': { role: 'member' } } }]);
  });

  test('the commas of the command separate values', async () => {
    const run = await batch(
      'one,other\n"a,b",c\n',
      'custom-fields create size --type select --option "{one}, {other},d" --option={one}',
    );
    expect(bodies(run)).toMatchObject([{ options: ['a,b', 'c', 'd', 'a,b'] }]);
  });

  test('a sign in a label does not move where a link begins', async () => {
    const line =
      'integrations publish x --org o --title T --description D --scope space:content:read --script s.js';
    const link = '--external-link {label}={url}';
    const run = await batch(
      'label,url\nHelp,https://a.example/?q=1\nA=B,https://b.example\n',
      `${line} ${link}`,
    );
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toBe(
      'error: in:3: the column "label" holds a "=", which --external-link cannot have before its own; nothing was sent\n' +
        'hint: write it without the sign, or give this row with --input\n',
    );
  });

  test('blanks around it stay where they are quoted', async () => {
    const run = await batch('user\n" user_kim "\n', 'teams members update team_docs --add {user}');
    expect(bodies(run)).toEqual([{ add: [' user_kim '] }]);
  });

  test('an empty one is no value of a flag that takes several', async () => {
    const run = await batch('user\n""\n', 'teams members update team_docs --add {user}');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('in:2: --add has an empty value');
  });

  test('what looks like a flag is the value of the flag before it', async () => {
    const run = await batch('title\n--dry-run\n', 'teams update team_docs --title {title}');
    expect(bodies(run)).toEqual([{ title: '--dry-run' }]);
  });

  test('lines of a file of commands are read as everywhere', async () => {
    const docs = await scriptedCli(() => ({ json: {} }), {
      in: 'teams members update team_docs --add user_kim,user_pat\n',
    });
    expect(bodies(await docs('batch --file in --yes --allow-opening administrators'))).toEqual([
      { add: ['user_kim', 'user_pat'] },
    ]);
  });
});

test.each([
  ['{{title}}', '{title}'],
  ['{{title}', '{title}'],
  ['{{{title}}', '{Legal}'],
  ['a{{b {title}', 'a{b Legal'],
  ['{"a":{title}}', '{"a":Legal}'],
])('in a template, %s is %s', async (template, expected) => {
  const docs = await scriptedCli(() => ({ json: {} }), { in: 'title\nLegal\n' });
  const run = await docs(['batch', '--file', 'in', '--', 'teams', 'create', '--title', template]);
  expect(bodies(run)).toEqual([{ title: expected }]);
});

describe('{column?}', () => {
  test('leaves its flag out where the cell is empty', async () => {
    const run = await batch(
      'id,title,path\na,,x\nb,Bee,\n',
      'sections update {id} --site s --title {title?} --path={path?}',
    );
    expect(bodies(run)).toEqual([{ path: 'x' }, { title: 'Bee' }]);
    expect(run.stdout).toContain('\tsections update a --site s --path=x\t');
    expect(run.stdout).toContain('\tsections update b --site s --title Bee\t');
  });

  test('leaves out one of several values', async () => {
    const run = await batch('a,b\nx,\ny,z\n', 'teams members update team_docs --add {a},{b?}');
    expect(bodies(run)).toEqual([{ add: ['x'] }, { add: ['y', 'z'] }]);
  });

  test('may be missing in some rows of JSON Lines', async () => {
    const run = await batch(
      '{"id":"a","role":"read"}\n{"id":"b"}\n',
      'sites update {id} --title xx --basename {role?}',
    );
    expect(bodies(run)).toEqual([{ title: 'xx', basename: 'read' }, { title: 'xx' }]);
  });

  test('must be a column of some row', async () => {
    const run = await batch('id,role\na,read\n', 'members update {id} --role {roll?}');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(
      'in:1: there is no column "roll"; nothing was sent\nhint: the columns are "id", "role"\n',
    );
  });

  test('is a column of that name where there is one', async () => {
    const run = await batch('id,new?\na,\n', 'sites update {id} --title "xx{new?}"');
    expect(bodies(run)).toEqual([{ title: 'xx' }]);
  });
});

describe('names of columns', () => {
  test('are found without regard to case', async () => {
    const run = await batch('User ID,ROLE\nuser_pat,read\n', 'members update "{user id}" --role {role}');
    expect(bodies(run)).toEqual([{ role: 'read' }]);
  });

  test('that differ by case alone must be written exactly', async () => {
    const csv = 'Role,ROLE\nread,edit\n';
    const run = await batch(csv, 'members update user_pat --role {role}');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('in:1: the column "role" may be "Role" and "ROLE"; nothing was sent');
    expect(bodies(await batch(csv, 'members update user_pat --role {ROLE}'))).toEqual([{ role: 'edit' }]);
  });

  test.each([
    ['csv', 'team,User,USER\n', 'roster.csv:1: the column "user" may be "User" and "USER"'],
    [
      'jsonl',
      '{"team":"x","user":"y"}\n{"team":"x","User":"y","USER":"z"}\n',
      'roster.jsonl:2: the column "user" may be "User" and "USER"',
    ],
  ])('of a roster (%s) that differ by case alone', async (extension, text, expected) => {
    const docs = await sandboxCli({
      [`roster.${extension}`]: `${text}${extension === 'csv' ? 'x,y,z\n' : ''}`,
    });
    const run = await docs(`teams members sync --file roster.${extension}`);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(expected);
  });

  test('of a roster, too', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'Team,USER,Role\nteam_empty,user_pat,owner\n' });
    const run = await docs('teams members sync --file roster.csv --yes --quiet');
    expect(bodies(run)).toMatchObject([{ add: ['user_pat'] }]);
  });
});

describe('the id of a row', () => {
  test('is an id, whatever the row calls the thing', async () => {
    const docs = await sandboxCli({ 'teams.csv': 'team,user\nname:Docs,kim@acme.example\n' });
    const line = 'batch --file teams.csv --fields id --no-headers --yes -- teams members';
    expect((await docs(`${line} set {team} {user} --role member`)).stdout).toBe('team_docs\n');
    expect((await docs(`${line} remove {team} {user}`)).stdout).toBe('team_docs\n');
  });

  test('is no other word of the row', async () => {
    const docs = await sandboxCli({ 'fields.csv': 'name,text\naudience,Admins\n' });
    const run = await docs(
      'batch --file fields.csv --json -- custom-fields values set --space space_guides {name}={text}',
    );
    expect(JSON.parse(run.stdout)).toMatchObject([{ id: null }]);
  });

  test('-o id prints those that there are, and counts the others', async () => {
    const docs = await sandboxCli({
      'commands.txt': 'custom-fields values list --space space_guides\nteams update team_docs --title Two\n',
    });
    expect(await docs('batch --file commands.txt -o id')).toMatchObject({
      code: 0,
      stdout: 'team_docs\n',
      stderr: expect.stringContaining('1 row without an id\n'),
    });
  });
});
