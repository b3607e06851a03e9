import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/teams.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/teams';

describe('teams', () => {
  test('list sends its filters and follows the cursors', async () => {
    const docs = await sandboxCli();
    const all = await docs('teams list --page-size 4 -o id');
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.requests.map(({ path }) => path.replace(/page=[^&]+/, 'page=C'))).toEqual([
      `${base}?limit=4`,
      `${base}?limit=4&page=C`,
    ]);
    expect(all.stdout.trim().split('\n')).toHaveLength(6);
    const some = await docs('teams list --title DOC --owner user_ada -o json');
    expect(some.requests[0]?.path).toBe(`${base}?owner=user_ada&title=DOC&limit=1000`);
    expect(some.code).toBe(0);
  });

  test('create is a PUT with title and members', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams create --title Reviewers --member user_ada,user_grace --json');
    expect(run.requests).toEqual([
      { method: 'PUT', path: base, body: { title: 'Reviewers', members: ['user_ada', 'user_grace'] } },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({ object: 'team', title: 'Reviewers', members: 2 });
  });

  test('create needs a title, from the flag or the input', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams create');
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain('error: --title is required');
    expect(await docs('teams create --input -', { stdin: 'title: Given' })).toMatchObject({ code: 0 });
  });

  test('get, update and delete name the team', async () => {
    const docs = await sandboxCli();
    const shown = await docs('teams get team_docs --fields title -o json');
    expect(shown).toMatchObject({ code: 0, requests: [{ method: 'GET', path: `${base}/team_docs` }] });
    const renamed = await docs('teams update team_docs --title "The Docs" -o json');
    expect(renamed.requests).toEqual([
      { method: 'PATCH', path: `${base}/team_docs`, body: { title: 'The Docs' } },
    ]);
    expect(JSON.parse(renamed.stdout)).toMatchObject({ id: 'team_docs', title: 'The Docs' });
    const deleted = await docs('teams delete team_docs --yes');
    expect(deleted).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'deleted team "The Docs" (team_docs)\n',
      requests: [
        { method: 'GET', path: `${base}/team_docs` },
        { method: 'DELETE', path: `${base}/team_docs` },
      ],
    });
    expect(await docs('teams get team_docs')).toMatchObject({ code: 5, stdout: '' });
  });

  test('a title that is too long is refused before anything is sent', async () => {
    const docs = await sandboxCli();
    const run = await docs(['teams', 'update', 'team_docs', '--title', 'x'.repeat(65)]);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--title');
    expect(run.stderr).toContain('must have at most 64 characters');
  });
});

describe('teams members', () => {
  test('list prints a row for each member', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams members list team_docs --page-size 2');
    expect(run.requests[0]).toEqual({ method: 'GET', path: `${base}/team_docs/members?limit=2` });
    expect(run.requests[1]?.path).toContain('page=');
    expect(run.stdout.split('\n')[0]).toBe(
      'organization.id\torganization.user.displayName\torganization.user.email\tteam.role\torganization.role',
    );
  });

  test('update sends all changes in one request', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'teams members update team_docs --add user_grace --remove user_ada --role user_grace=owner --yes',
    );
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: 'updated the members of team team_docs\n' });
    expect(run.requests).toEqual([
      { method: 'GET', path: `${base}/team_docs/members?limit=1000` },
      {
        method: 'PUT',
        path: `${base}/team_docs/members`,
        body: {
          add: ['user_grace'],
          remove: ['user_ada'],
          memberships: { user_grace: { role: 'owner' } },
        },
      },
    ]);
  });

  test('update refuses a role without a user, naming it', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams members update team_docs --role owner,=member,user_ada=');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('error: invalid --role "owner", "=member", "user_ada="');
  });

  test('set and remove work on one member', async () => {
    const docs = await sandboxCli();
    const set = await docs('teams members set team_docs user_grace --role owner --yes');
    expect(set).toMatchObject({ code: 0, stdout: '' });
    expect(set.requests).toEqual([
      { method: 'PUT', path: `${base}/team_docs/members/user_grace`, body: { role: 'owner' } },
    ]);
    const removed = await docs('teams members rm team_docs user_grace -y');
    expect(removed.writes).toEqual([{ method: 'DELETE', path: `${base}/team_docs/members/user_grace` }]);
    expect(removed.code).toBe(0);
  });

  test('set without a role sends an empty object', async () => {
    const docs = await scriptedCli(() => ({ status: 204 }));
    const run = await docs('teams members set t u --yes');
    expect(run.requests).toEqual([{ method: 'PUT', path: `${base}/t/members/u`, body: {} }]);
    expect(run.code).toBe(0);
  });
});

wireCoverage(contract);
