import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

describe('a file with a header and no rows', () => {
  test.each([
    [
      'batch --file in.csv -- members update {user} --role {rolle}',
      'user,role\n',
      'error: in.csv:1: there is no column "rolle"; nothing was sent\nhint: the columns are "user", "role"\n',
    ],
    [
      'batch --file in.csv -- members update {user} --role {rolle?}',
      'sep=,\n\nuser,role',
      'error: in.csv:3: there is no column "rolle"; nothing was sent\nhint: the columns are "user", "role"\n',
    ],
    [
      'batch --file - --failed again.csv -- members update {user} --role {rolle}',
      'user,role\n',
      'error: standard input:1: there is no column "rolle"; nothing was sent\nhint: the columns are "user", "role"\n',
    ],
    [
      'teams members sync --file in.csv --prune --allow-empty',
      'team,person\n',
      'error: in.csv:1: there is no column "user"\nhint: its columns are "team", "person"; name the right one with --user-column\n',
    ],
    [
      'teams members sync --file in.csv --role-column level --prune --allow-empty',
      'team,user\n',
      'error: in.csv:1: there is no column "level"\nhint: its columns are "team", "user"; name the right one with --role-column\n',
    ],
    [
      'members onboard --file in.csv',
      'team,person\n',
      'error: in.csv:1: there is no column "user"\nhint: its columns are "team", "person"; name the right one with --user-column\n',
    ],
  ])('%s', async (line, text, expected) => {
    const docs = await sandboxCli({ 'in.csv': text });
    const run = await docs(line, line.includes(' - ') ? { stdin: text } : {});
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expected, requests: [] });
  });

  test('has nothing to do if it has the columns', async () => {
    const docs = await sandboxCli({ 'in.csv': 'User,role\n', 'roster.csv': 'team,user\n' });
    for (const line of [
      'batch --file in.csv -- members update {user} --role {role?}',
      'teams members sync --file roster.csv',
      'members onboard --file roster.csv',
    ])
      expect(await docs(line)).toMatchObject({ code: 0, writes: [] });
  });

  test('a line may end in CR, wherever there are lines', async () => {
    const docs = await sandboxCli({
      'lines.txt': 'members update user_kim --role read\rmembers update user_pat --role read\r',
      'r.jsonl': '{"team":"Docs","user":"user_kim"}\r{"team":"Docs","user":"user_pat"}\r',
    });
    const ids = ['user_kim', 'user_pat'];
    for (const [line, stdin] of [
      ['batch --file lines.txt --dry-run -o csv --fields url', ''],
      ['members update - --role read --dry-run -o csv --fields url', 'user_kim\r\nuser_pat\r'],
    ] as const) {
      const { stdout } = await docs(line, { stdin });
      expect(stdout.match(/user_\w+/g)).toEqual(ids);
    }
    const sync = await docs(
      'teams members sync --file r.jsonl --dry-run -o csv --fields user --no-headers --allow-opening administrators',
    );
    expect(sync.stdout).toBe('user_kim\nuser_pat\n');
  });

  test('in an organization file', async () => {
    const docs = await sandboxCli({
      'org.yaml': 'format: docs-admin-organization/1\nmembers: { file: p.csv }\n',
      'p.csv': 'user\n',
    });
    const run = await docs('org validate --file org.yaml');
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('p.csv:1: there is no column "role"'),
    });
  });

  test.each([
    ['USER,Role,Team\nada@acme.example,admin,x\n', 0, 'members\t1'],
    ['User,USER,role\na@b.c,d@e.f,admin\n', 2, 'p.csv:1: the column "user" may be "User" and "USER"'],
    ['user,role,Action,ACTION\na@b.c,admin,,\n', 2, 'p.csv:1: the column "action" may be'],
    [
      'user,role,ACTION\na@b.c,admin,Remove\n',
      2,
      'p.csv:2: a row of an organization file cannot be a removal',
    ],
    ['user,role\n"a@b.c,admin\n', 2, 'p.csv:2: user: a quote is opened and never closed'],
  ])('in an organization file, with names in another case: %j', async (people, code, message) => {
    const docs = await sandboxCli({
      'org.yaml': 'format: docs-admin-organization/1\nmembers: { file: p.csv }\n',
      'p.csv': people,
    });
    const run = await docs('org validate --file org.yaml');
    expect(run.code).toBe(code);
    expect(run.stdout + run.stderr).toContain(message);
  });
});
