import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

describe('an update without anything to change is refused', () => {
  test.for<[line: string, flags: string]>([
    ['members update user_pat', '--role'],
    ['teams members update team_docs', '--add, --remove or --role'],
    ['site-spaces update x --site site_docs', '--path or --condition'],
    ['change-requests update 1 --space space_handbook', '--subject or --status'],
    [
      'comments update comment_typo --space space_handbook',
      '--resolved, --markdown, --markdown-file, --add-reaction or --remove-reaction',
    ],
    ['collections update col_product', '--title, --description or --default-level'],
  ])('%s', async ([line, flags]) => {
    const docs = await sandboxCli();
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    const [noun] = line.split(' update ');
    expect(run.stderr).toBe(
      `error: nothing to change: give ${flags}\nhint: see \`docs-admin ${noun} update --help\`\n`,
    );
  });

  test('each of several', async () => {
    const docs = await sandboxCli();
    expect(await docs('members update user_pat user_ada')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error: nothing to change: give --role\n'),
      requests: [],
    });
  });

  test('a row of a batch, before the first request', async () => {
    const docs = await sandboxCli({
      'lines.txt': 'teams update team_docs --title Two\nmembers update user_pat\n',
    });
    expect(await docs('batch --file lines.txt')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('lines.txt:2: nothing to change: give --role\n'),
      requests: [],
    });
  });
});

describe('a creation that says nothing of the new thing is refused', () => {
  test.for<[line: string, flags: string]>([
    ['sites create', '--title, --type, --visibility, --space or --new-space'],
    ['collections create', '--title or --parent'],
    ['change-requests create --space space_handbook', '--subject'],
  ])('%s', async ([line, flags]) => {
    const docs = await sandboxCli();
    const [noun] = line.split(' create');
    const refused = {
      code: 2,
      stdout: '',
      stderr: `error: nothing to create: give ${flags}\nhint: see \`docs-admin ${noun} create --help\`\n`,
      requests: [],
    };
    expect(await docs(line)).toMatchObject(refused);
    expect(await docs(`${line} --dry-run`)).toMatchObject(refused);
    expect(await docs(`${line} --yes`, { terminal: true, env: { NO_COLOR: '1' } })).toMatchObject({
      code: 2,
      requests: [],
    });
  });

  test('a row of a batch, before the first request', async () => {
    const docs = await sandboxCli({ 'lines.txt': 'sites create --title Two\nsites create\n' });
    expect(await docs('batch --file lines.txt')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('lines.txt:2: nothing to create: give --title'),
      requests: [],
    });
  });
});

test.for<[line: string, body: object]>([
  ['sites create --input -', {}],
  ['collections create --parent col_api', { parent: 'col_api' }],
  ['members update u --input -', {}],
  ['teams members update t --input -', {}],
  ['sites update s --no-proxy', { proxy: null }],
  ['comments update c --space s --no-resolved', { resolved: false }],
])('what is given is sent: %s', async ([line, body]) => {
  const docs = await scriptedCli(() => ({ json: { id: 'x' } }));
  const run = await docs(line, { stdin: '{}' });
  expect(run).toMatchObject({ code: 0, requests: [{ body }] });
});
