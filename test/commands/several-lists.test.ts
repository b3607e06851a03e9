import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

/** The pairs of parent and item of a list in CSV. */
const pairs = (stdout: string) => stdout.trim().split('\n');

describe('the lists of several', () => {
  test.for([
    ['teams members list team_tokyo team_empty team_support', 'organization.id', 'team'],
    ['members spaces user_uma user_gil', 'space.id', 'member'],
    ['members teams user_uma user_gil', 'team.id', 'member'],
    ['collections permissions list col_product col_internal col_empty', 'team.id', 'collection'],
    ['collections spaces col_product col_internal col_empty', 'id', 'collection'],
    ['spaces permissions list space_guides space_drafts', 'team.id', 'space'],
    ['integrations installations acme-analytics acme-diagrams', 'id', 'integration'],
    ['translations languages list translation_docs translation_empty', 'language', 'translation'],
  ])('%s says whose each row is', async ([line, id, kind]) => {
    const docs = await sandboxCli();
    const [, command = '', ids = ''] = /^([a-z ]+) ((?:\w*[_-]\w+ ?)+)$/.exec(line as string) ?? [];
    const expected: string[] = [];
    for (const parent of ids.split(' ')) {
      const { stdout } = await docs(`${command} ${parent} -o csv --no-headers --fields ${id}`);
      for (const item of stdout.split('\n')) if (item !== '') expected.push(`${parent},${item}`);
    }
    const both = await docs(`${line} -o csv --no-headers --fields of.id,${id}`);
    expect(both).toMatchObject({ code: 0, stderr: '' });
    expect(pairs(both.stdout)).toEqual(expected);
    expect((await docs(`${line} -o csv`)).stdout.split(',')[0]).toBe('of.id');
    const items = JSON.parse((await docs(`${line} --json`)).stdout) as { of: unknown }[];
    expect(items.map(({ of }) => of)).toEqual(
      expected.map((pair) => ({ kind, id: pair.slice(0, pair.indexOf(',')) })),
    );
  });

  test('have one limit together', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'teams members list team_tokyo team_empty team_support --limit 3 -o csv --fields of.id',
    );
    expect(run).toMatchObject({
      code: 0,
      stdout: 'of.id\nteam_tokyo\nteam_tokyo\nteam_support\n',
      stderr: '',
    });
    expect((await docs('members teams user_uma user_gil --limit 1 --query length(@)')).stdout).toBe('1\n');
  });

  test('names are shown as the ids that they stand for, and a table names the parent', async () => {
    const docs = await sandboxCli();
    const run = await docs(['teams', 'members', 'list', 'name:Docs', 'team_tokyo', '-o', 'table']);
    expect(run.stdout.split('\n')[0]).toMatch(/^TEAM +ID/);
    expect(run.stdout).toMatch(/^team_docs +user_ada/m);
    const people = await docs('members teams ada@acme.example user_gil --json');
    expect((JSON.parse(people.stdout) as unknown[])[0]).toMatchObject({
      of: { kind: 'member', id: 'user_ada' },
    });
  });

  test('a table has room for the longest of the ids', async () => {
    const docs = await sandboxCli();
    const lists = await docs('teams members list team_docs team_support --no-color', { terminal: true });
    expect(lists.stdout).toMatch(/^TEAM {10}ID/);
    const members = await docs('members get user_mei user_linus --no-color', { terminal: true });
    expect(members.stdout).toMatch(/^ID {10}\w/);
  });

  test('ids from standard input are several, even where there is one', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams members list - -o csv', { stdin: 'team_tokyo\n' });
    expect(run.stdout).toMatch(/^of\.id,organization\.id,.*\nteam_tokyo,/);
    const ids = await docs('teams members list - -o id', { stdin: 'team_tokyo\n' });
    expect(ids.stdout).toMatch(/^user_\w+\n/);
  });

  test.each(['', '-o csv', '-o tsv --fields id'])(
    'nothing is printed where all fail: "%s"',
    async (format) => {
      const docs = await sandboxCli();
      const run = await docs(`members get nope nope2 ${format}`.trim());
      expect(run).toMatchObject({ code: 9, stdout: '' });
      expect(run.stderr).toContain('nope2');
    },
  );

  test('one, and what is no list, is shown as ever', async () => {
    const docs = await sandboxCli();
    expect((await docs('teams members list team_tokyo -o csv')).stdout).toMatch(/^organization\.id,/);
    expect((await docs('teams members list team_tokyo --json')).stdout).not.toContain('"of"');
    expect((await docs('teams get team_tokyo team_docs --json')).stdout).not.toContain('"of"');
  });
});
