import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/spaces.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const path = '/v1/spaces/space_handbook/permissions/teams';

describe('spaces permissions', () => {
  test('list shows the teams and their roles', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'spaces permissions list space_handbook --page-size 1 --fields team.id,permission',
    );
    expect(run.requests.map((request) => request.path.replace(/page=.*/, 'page=C'))).toEqual([
      `${path}?limit=1`,
      `${path}?limit=1&page=C`,
    ]);
    expect(run.stdout).toBe('team.id\tpermission\nteam_docs\tedit\nteam_support\tread\n');
    expect(await docs('spaces permissions list space_nope')).toMatchObject({ code: 5, stdout: '' });
  });

  test('set gives a role', async () => {
    const docs = await sandboxCli();
    const run = await docs('spaces permissions set space_handbook team_design --role review --yes');
    expect(run).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'gave team team_design the role review on space space_handbook\n',
      requests: [{ method: 'PATCH', path: `${path}/team_design`, body: { role: 'review' } }],
    });
    const { stdout } = await docs('spaces permissions list space_handbook --json');
    expect(JSON.parse(stdout)).toContainEqual({
      permission: 'review',
      team: expect.objectContaining({ id: 'team_design' }),
    });
  });

  test('set needs a role: the service would choose one', async () => {
    const docs = await scriptedCli(() => ({ status: 204 }));
    const refused = { code: 2, stderr: expect.stringContaining('error: --role is required\n'), requests: [] };
    expect(await docs('spaces permissions set s t')).toMatchObject(refused);
    expect(await docs('spaces permissions set s t --input -', { stdin: '{}' })).toMatchObject(refused);
  });

  test('set says what names stand for', async () => {
    const docs = await sandboxCli();
    const run = await docs('spaces permissions set name:Handbook name:Platform --role read');
    expect(run.stderr).toBe(
      'gave team "Platform" (team_platform) the role read on space "Handbook" (space_handbook)\n',
    );
    const seen = await docs('spaces permissions set name:Handbook team_docs --role guest', {
      terminal: true,
      env: { NO_COLOR: '1' },
      answers: [true],
    });
    expect(seen.questions).toEqual([
      expect.stringMatching(/^take the role \w+ from team "Docs" \(team_docs\) on space space_handbook\?/),
    ]);
    expect(seen.stderr).toBe(
      '✓ gave team "Docs" (team_docs) the role guest on space "Handbook" (space_handbook)\n',
    );
  });

  test('set sends null for a guest', async () => {
    const docs = await scriptedCli(() => ({ status: 204 }));
    expect((await docs('spaces permissions set s t --role guest --yes')).requests[0]?.body).toEqual({
      role: null,
    });
    const given = await docs('spaces permissions set s t --input - --role edit --yes', {
      stdin: '{"role":"read"}',
    });
    expect(given.requests[0]?.body).toEqual({ role: 'edit' });
  });

  test('set takes the space from the line only', async () => {
    const docs = await sandboxCli();
    const run = await docs('spaces permissions set team_design --role edit', {
      env: { DOCS_ADMIN_SPACE: 'space_handbook' },
    });
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('teamId');
  });

  test('remove asks', async () => {
    const docs = await sandboxCli();
    const line = 'spaces permissions remove space_handbook team_support';
    expect(await docs(line)).toMatchObject({ code: 2, requests: [] });
    expect(await docs(`${line} -y`)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'removed the role of team "Support, EMEA" (team_support) on space space_handbook\n',
      writes: [{ method: 'DELETE', path: `${path}/team_support` }],
    });
    expect(await docs(`${line} -y`)).toMatchObject({ code: 5 });
  });
});

describe('the fields of a space', () => {
  test('sort the list, and may be empty in all of it', async () => {
    const docs = await sandboxCli();
    const sorted = await docs('spaces list --sort title --limit 2 --fields title --no-headers');
    const { stdout } = await docs('spaces list --json');
    const titles = (JSON.parse(stdout) as { title: string }[]).map(({ title }) => title);
    const inOrder = titles.toSorted(new Intl.Collator('en', { numeric: true }).compare);
    expect(sorted).toMatchObject({ code: 0, stdout: `${inOrder.slice(0, 2).join('\n')}\n` });
    expect(await docs('spaces list --fields id,gitSync.repoName --limit 2')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^id\tgitSync\.repoName\nspace_/),
      stderr: '',
    });
  });

  test.each(['spaces list', 'spaces get space_guides'])('%s: they are named', async (line) => {
    const docs = await sandboxCli();
    const none = await docs(`${line} --fields`);
    expect(none.stderr).toContain('gitSync.repoName');
    expect(none.stderr).not.toContain('space.id');
    expect(none.stderr).not.toContain('displayName');
    const wrong = await docs(`${line} --fields repoName`);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('did you mean gitSync.repoName?');
    const ofMembers = await docs(`${line} --fields user.displayName`);
    expect(ofMembers.stderr).toContain('there is no field "user.displayName"');
    const unknown = await docs('spaces list --sort space.title');
    expect(unknown.stderr).toContain('there is no field "space.title"');
  });
});

wireCoverage(contract);
