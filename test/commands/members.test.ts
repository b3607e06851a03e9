import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/members.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/members';
const withoutCursor = (path: string) => path.replace(/page=[^&]+/, 'page=C');

describe('members list', () => {
  test('sends its filters', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [] } }));
    const run = await docs('members list --order asc --role guest --search "a b" --sort lastSeenAt --json');
    expect(run).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
    expect(run.requests).toEqual([
      { method: 'GET', path: `${base}?order=asc&role=guest&search=a%20b&sort=lastSeenAt&limit=1000` },
    ]);
  });

  test('is complete whatever the page size, and stops at --limit', async () => {
    const docs = await sandboxCli();
    const all = JSON.parse((await docs('members list --json')).stdout);
    const paged = await docs('members list --json --page-size 10');
    expect(JSON.parse(paged.stdout)).toEqual(all);
    expect(paged.requests.map(({ path }) => withoutCursor(path)).slice(0, 2)).toEqual([
      `${base}?limit=10`,
      `${base}?limit=10&page=C`,
    ]);
    const some = await docs('members list --json --limit 3');
    expect(JSON.parse(some.stdout)).toEqual(all.slice(0, 3));
    expect(some.requests).toEqual([{ method: 'GET', path: `${base}?limit=3` }]);
  });

  test('goes on from a cursor', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [{ id: 'u' }] } }));
    const run = await docs('members list --cursor "c/1" -o id');
    expect(run).toMatchObject({ code: 0, stdout: 'u\n' });
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}?limit=1000&page=c%2F1` }]);
  });

  test('takes no empty cursor', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [] } }));
    const run = await docs('members list --cursor ""');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toBe('error: invalid --cursor: must not be empty\n');
  });

  test('ends with an error, and an unclosed array, where a page fails', async () => {
    const docs = await scriptedCli(({ path }) =>
      path.includes('page=')
        ? { status: 400, json: {} }
        : { json: { items: [{ id: 'u' }], next: { page: 'c' } } },
    );
    const run = await docs('members list --json');
    expect(run.code).toBe(1);
    expect(() => JSON.parse(run.stdout)).toThrow();
    expect(JSON.parse(run.stderr)).toMatchObject({ error: { kind: 'validation', exitCode: 1, status: 400 } });
  });
});

describe('one member', () => {
  test('get, set-sso and remove', async () => {
    const docs = await sandboxCli();
    const shown = await docs('members get user_ada --json');
    expect(shown.requests).toEqual([{ method: 'GET', path: `${base}/user_ada` }]);
    expect(JSON.parse(shown.stdout)).toMatchObject({ object: 'member', id: 'user_ada' });
    const sso = await docs('members set-sso user_grace --json');
    expect(sso.requests).toEqual([{ method: 'POST', path: `${base}/user_grace/sso` }]);
    expect(JSON.parse(sso.stdout)).toMatchObject({ id: 'user_grace', sso: true });
    const removed = await docs('members remove user_pat --yes');
    expect(removed).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'removed -Pat +1 @work (user_pat) from org_acme\n',
    });
    expect(removed.requests).toEqual([
      { method: 'GET', path: `${base}/user_pat` },
      { method: 'DELETE', path: `${base}/user_pat` },
    ]);
    expect(await docs('members get user_pat')).toMatchObject({ code: 5, stdout: '' });
  });

  test('update sends the role, and null for a guest', async () => {
    const docs = await sandboxCli();
    const editor = await docs('members update user_grace --role edit --yes --json');
    expect(editor.writes).toEqual([{ method: 'PATCH', path: `${base}/user_grace`, body: { role: 'edit' } }]);
    const guest = await docs('members update user_grace --role guest --yes --json');
    expect(guest.writes[0]?.body).toEqual({ role: null });
    expect(JSON.parse(guest.stdout)).toMatchObject({ id: 'user_grace', role: null });
  });

  test('an unknown role is sent, with a warning', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'u' } }));
    const run = await docs('members update u --role overlord -o id');
    expect(run).toMatchObject({ code: 0, stdout: 'u\n' });
    expect(run.writes[0]?.body).toEqual({ role: 'overlord' });
    expect(run.stderr).toMatch(/^warning: .*--role "overlord".*admin, create/);
  });

  test('spaces and teams list what the member can reach', async () => {
    const docs = await sandboxCli();
    const spaces = await docs('members spaces user_ada --order asc --page-size 3 -o id');
    expect(spaces.requests[0]?.path).toBe(`${base}/user_ada/spaces?order=asc&limit=3`);
    expect(spaces.requests[1]?.path).toContain('page=');
    expect(spaces.code).toBe(0);
    const teams = await docs('members teams user_ada --title d --page-size 1');
    expect(teams.requests[0]?.path).toBe(`${base}/user_ada/teams?title=d&limit=1`);
    expect(teams.code).toBe(0);
    const next = await docs('members teams user_ada --page-size 1 --cursor x');
    expect(next).toMatchObject({ code: 1 });
  });

  test('ping updates the own last-seen time', async () => {
    const docs = await sandboxCli();
    const run = await docs('members ping --json');
    expect(run.requests).toEqual([{ method: 'POST', path: '/v1/orgs/org_acme/ping' }]);
    expect(JSON.parse(run.stdout)).toEqual({ serviceVisitorClaims: expect.any(String) });
  });

  test.for(['..', 'a/b', 'a?b', 'a#b', 'a%2fb', 'a\\b', ''])(
    'the id %j is refused before anything is sent',
    async (id) => {
      const docs = await sandboxCli();
      const run = await docs(['members', 'get', id]);
      expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
      expect(run.stderr).toMatch(/^error: invalid <userId>/);
    },
  );
});

wireCoverage(contract);

test('members update says on a terminal what the role was', async () => {
  const docs = await sandboxCli();
  const run = await docs('members update user_uma --role edit --no-color', { terminal: true });
  expect(run.stdout).toBe('');
  expect(run.stderr).toMatch(/^✓ updated member Uma .*Thurgood \(user_uma\): role guest → edit$/m);
  const piped = await docs('members update user_uma --role admin --json --yes');
  expect(piped.requests.map(({ method }) => method)).toEqual(['PATCH']);
});
