import { describe, expect, test } from 'vitest';
import { type Script, sandboxCli, scriptedCli } from '../support/cli.ts';

const admins = '/v1/orgs/org_acme/members?role=admin&limit=50';
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Makes a service with ten spaces; `answer` returns the content of each. */
const tenSpaces = (answer: (space: string) => ReturnType<Script>) =>
  scriptedCli(({ path }) => {
    if (path === admins) return { json: { items: [{ id: 'user_a' }] } };
    const [, space] = /^\/v1\/spaces\/(\w)\//.exec(path) ?? [];
    if (space) return answer(space);
    return { json: { items: ids.map((id) => ({ space: { id, title: `Space ${id}` } })) } };
  });

describe('--all-spaces', () => {
  test.for([
    ['crs list', 'id', 'change-requests list'],
    ['comments list --status open', 'id', 'comments list'],
    ['custom-fields values list', 'customField.name', ''],
  ] as const)('%s shows what the lists of the spaces show, with the space', async ([line, id]) => {
    const docs = await sandboxCli();
    const expected: string[] = [];
    for (const space of (await docs('spaces list -o id')).stdout.trim().split('\n')) {
      const { stdout } = await docs(`${line} --space ${space} -o csv --no-headers --fields ${id}`);
      for (const item of stdout.split('\n')) if (item !== '') expected.push(`${space},${item}`);
    }
    const all = await docs(`${line} --all-spaces -o csv --no-headers --fields of.id,${id}`);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.stdout.trimEnd().split('\n')).toEqual(expected);
    expect((await docs(`${line} --all-spaces -o csv`)).stdout).toMatch(/^of\.id,/);
    const [first] = JSON.parse((await docs(`${line} --all-spaces --json`)).stdout) as { of: unknown }[];
    expect(first?.of).toEqual({
      kind: 'space',
      id: expected[0]?.split(',')[0],
      title: expect.any(String),
    });
  });

  test('asks at most for eight spaces at once, and for no more than the limit needs', async () => {
    const docs = await tenSpaces((space) => ({
      json: { items: [{ id: `${space}1` }, { id: `${space}2` }] },
    }));
    const run = await docs('comments list --all-spaces -o id --limit 3');
    expect(run).toMatchObject({ code: 0, stdout: 'a1\na2\nb1\n' });
    const asked = run.requests.filter(({ path }) => path.startsWith('/v1/spaces/'));
    expect(asked.length).toBeLessThanOrEqual(9);
    expect(asked.every(({ path }) => path.includes('limit=3'))).toBe(true);
  });

  test.for([403, 404])('names the spaces that could not be read: %i', async (status) => {
    const docs = await tenSpaces((space) =>
      'bd'.includes(space)
        ? { status, json: { error: { message: 'no' } } }
        : { json: { items: [{ id: space }] } },
    );
    const run = await docs('comments list --all-spaces -o id');
    expect(run.code).toBe(12);
    expect(run.stdout.trim().split('\n')).toEqual(['a', 'c', 'e', 'f', 'g', 'h', 'i', 'j']);
    expect(run.stderr).toBe(
      'error: the list is incomplete: 2 of 10 could not be read\n' +
        '  space "Space b" (b): no\n  space "Space d" (d): no\nhint: use a token of an administrator\n',
    );
    const json = await docs('comments list --all-spaces --json');
    expect(json.stdout.trimEnd().endsWith(']')).toBe(false);
  });

  test('ends at once where the service fails', async () => {
    const docs = await tenSpaces((space) =>
      space === 'c' ? { status: 401, json: {} } : { json: { items: [] } },
    );
    expect(await docs('crs list --all-spaces')).toMatchObject({ code: 4 });
  });

  test.for(['--space space_handbook', '--cursor x'])('does not go with %s', async (flags) => {
    const docs = await sandboxCli();
    const run = await docs(`comments list --all-spaces ${flags}`);
    expect(run).toMatchObject({ code: 2, requests: [] });
  });

  test('asks for no space on a terminal, and wins over the one of the environment', async () => {
    const docs = await sandboxCli();
    const env = { DOCS_ADMIN_SPACE: 'space_nope' };
    const run = await docs('crs list --all-spaces', { terminal: true });
    expect(run).toMatchObject({ code: 0, questions: [] });
    expect((await docs('crs list --all-spaces -o id', { env })).stdout).not.toBe('');
  });
});

describe('teams list --owners', () => {
  test('shows the owners of each team', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams list --owners -o csv --fields id,owners.id --title docs');
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('team_docs,"user_ada,user_linus"');
    expect((await docs('teams list --owners -o csv')).stdout.split('\n')[0]).toMatch(/,owners\.email$/);
    const [team] = JSON.parse((await docs('teams list --owners --json --title docs')).stdout);
    expect(team.owners[0]).toMatchObject({ id: 'user_ada', email: 'ada@acme.example' });
    expect((await docs('teams list --json')).stdout).not.toContain('"owners"');
  });

  test('a table has one width for each column', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams list --owners --no-color', { terminal: true, columns: 160 });
    const starts = run.stdout
      .split('\n')
      .filter((line) => /^(ID|team_platform|team_empty)/.test(line))
      .map((line) => line.search(/(TITLE|Platform|Nobody)/));
    expect(new Set(starts).size).toBe(1);
  });

  test('names the teams that could not be read', async () => {
    const docs = await scriptedCli(({ path }) => {
      if (path.includes('/members')) return { status: 403, json: { error: { message: 'no' } } };
      return { json: { items: [{ id: 'team_x', title: 'X' }] } };
    });
    expect(await docs('teams list --owners')).toMatchObject({
      code: 12,
      stderr: expect.stringContaining('team "X" (team_x): no'),
    });
  });
});

describe('members list --without-team', () => {
  test('shows those who are in no team, as many as asked for', async () => {
    const docs = await sandboxCli();
    const all = JSON.parse((await docs('members list --json')).stdout) as { id: string; teams: number }[];
    const alone = all.filter(({ teams }) => teams === 0).map(({ id }) => id);
    const run = await docs('members list --without-team -o id --page-size 2');
    expect(run.stdout.trim().split('\n')).toEqual(alone);
    const two = await docs('members list --without-team -o id --page-size 2 --limit 2');
    expect(two.stdout.trim().split('\n')).toEqual(alone.slice(0, 2));
  });

  test('fails where the service does not say it', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [{ id: 'user_x' }] } }));
    expect(await docs('members list --without-team')).toMatchObject({
      code: 12,
      stderr: expect.stringContaining('does not say in how many teams user_x is'),
    });
  });
});
