import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const hint = 'hint: `--fields` without a value lists the fields\n';

/** Returns the dot paths of all values in an object. */
function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : value.flatMap((one) => pathsIn(one, path));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, one]) => pathsIn(one, path ? `${path}.${name}` : name));
}

describe('a field that an answer does not have', () => {
  test.each([
    'access who-can read --space space_guides',
    'access what-can user_kim',
    'access explain user_kim --space space_guides',
    'access report',
    'access diff live live',
    'org audit',
    'org audit rules',
    'org audit diff live live',
  ])('%s: is refused before anything is read', async (line) => {
    const docs = await sandboxCli();
    for (const format of ['csv', 'json', 'table']) {
      const run = await docs(`${line} --fields levle,nope -o ${format}`);
      expect([format, run.code, run.stdout, run.requests]).toEqual([format, 2, '', []]);
      expect(run.stderr).toContain('nope');
    }
  });

  test.each([
    ['access who-can read --space space_guides --fields levle', '"levle"; did you mean level?'],
    ['access diff live live --fields user.nme', '"user.nme"'],
    ['access diff live live --fields gained', '"gained"'],
    ['access who-can read --space space_guides --fields role', '"role"'],
    ['org audit --fields findings -o csv', '"findings"'],
    ['org audit diff live live --fields chnage', '"chnage"; did you mean change?'],
  ])('%s', async (line, named) => {
    const docs = await sandboxCli();
    expect(await docs(line)).toMatchObject({
      code: 2,
      stderr: `error: there is no field ${named}\n${hint}`,
    });
  });

  test.each([
    ['an object has no columns', 'access diff live live --fields user.id -o json'],
    ['nor the deciding way in words', 'access what-can user_kim --fields way -o json'],
    ['an audit as JSON is one object', 'org audit --fields rule -o json'],
  ])('%s: %s', async (_, line) => {
    expect(await (await sandboxCli())(line)).toMatchObject({ code: 2, stdout: '', requests: [] });
  });

  test('matters neither to a query nor to identifiers', async () => {
    const docs = await sandboxCli();
    const query = "access what-can user_kim --query '[].{place:target.id}' --fields place";
    expect(await docs(query)).toMatchObject({ code: 0 });
    expect(await docs('access what-can user_kim -o id --fields nope')).toMatchObject({ code: 0 });
  });
});

test.each([
  ['access who-can read --space space_guides', '  user.id\n  user.displayName\n  user.email\n  disabled\n'],
  ['access diff live live', '  class\n  user.id\n'],
  ['org audit', '  rule\n  version\n  severity\n  outcome\n'],
])('%s --fields lists the fields of its own answer', async (line, fields) => {
  const docs = await sandboxCli();
  const { code, stderr, requests } = await docs(`${line} --fields`);
  expect([code, requests]).toEqual([2, []]);
  expect(stderr).toContain(`error: --fields needs one or more of these, separated by commas\n${fields}`);
  expect(stderr).not.toMatch(/\*|photoURL/);
});

test('every field of an answer can be chosen', async () => {
  const docs = await sandboxCli();
  await docs('teams members set team_docs user_pat --yes');
  const { stdout } = await docs('org snapshot --out before.json');
  expect(stdout).toBe('');
  await docs('teams members remove team_docs user_pat --yes');
  await docs('collections permissions set col_internal team_platform --role comment');
  const lines = [
    'access who-can read --space space_guides',
    'access what-can user_dee',
    'access explain user_kim --space space_guides',
    'access explain user_dee --space space_runbooks',
    'access report',
    'access diff before.json live',
    'org audit --controls',
    'org audit rules',
    'org audit diff before.json live',
    'access calibrate',
  ];
  for (const line of lines) {
    const whole = JSON.parse((await docs(`${line} --json`)).stdout);
    const paths = [...new Set(pathsIn(whole))];
    expect(paths.length).toBeGreaterThan(2);
    const chosen = await docs([...line.split(' '), '--json', '--fields', paths.join(',')]);
    expect([line, new Set(pathsIn(JSON.parse(chosen.stdout)))]).toEqual([line, new Set(paths)]);
    const columns = (await docs(`${line} -o csv`)).stdout.split('\n', 1)[0] ?? '';
    const again = await docs([...line.split(' '), '-o', 'csv', '--fields', columns]);
    expect(again.stdout.split('\n', 1)).toEqual([columns]);
  }
});
