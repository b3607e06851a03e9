import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const admins = '/v1/orgs/org_acme/members?role=admin&limit=50';
const spacesOf = '/v1/orgs/org_acme/members/user_a/spaces';

/** A service whose second page of spaces is `second`. */
const paged = (second: { status?: number; json?: unknown }) =>
  scriptedCli(({ path }) => {
    if (path === admins) return { json: { items: [{ id: 'user_x', disabled: true }, { id: 'user_a' }] } };
    if (path.includes('page=')) return second;
    const space = { id: 'space_1', title: 'One' };
    return { json: { items: [{ permission: 'admin', space }], next: { page: 'two' } } };
  });

describe('spaces list', () => {
  test('shows every space: those of an administrator who is not disabled', async () => {
    const docs = await paged({ json: { items: [{ space: { id: 'space_2', title: 'Two' } }] } });
    const run = await docs('spaces list --json');
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toEqual([
      { id: 'space_1', title: 'One' },
      { id: 'space_2', title: 'Two' },
    ]);
    expect(run.requests.map(({ path }) => path)).toEqual([
      admins,
      `${spacesOf}?limit=1000`,
      `${spacesOf}?limit=1000&page=two`,
    ]);
  });

  test('is complete or fails', async () => {
    const docs = await paged({ status: 403, json: {} });
    const run = await docs('spaces list --json');
    expect(run.code).toBe(4);
    expect(run.stdout.trimEnd().endsWith(']')).toBe(false);
  });

  test('needs an administrator', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [{ id: 'user_x', disabled: true }] } }));
    expect(await docs('spaces list')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('the spaces of org_acme cannot be looked up'),
    });
  });

  test('takes the flags of lists', async () => {
    const docs = await sandboxCli();
    expect((await docs('spaces list -o id')).stdout.trim().split('\n')).toHaveLength(12);
    expect((await docs('spaces list -o id --limit 3')).stdout.trim().split('\n')).toHaveLength(3);
  });
});

describe('spaces get', () => {
  test('finds a space by its id or its title', async () => {
    const docs = await sandboxCli();
    const byId = await docs('spaces get space_handbook --json');
    expect(JSON.parse(byId.stdout)).toMatchObject({ object: 'space', id: 'space_handbook' });
    const { title } = JSON.parse(byId.stdout) as { title: string };
    const byTitle = await docs(['spaces', 'get', `name:${title}`, '-o', 'id']);
    expect(byTitle).toMatchObject({ code: 0, stdout: 'space_handbook\n' });
    const both = await docs('spaces get space_handbook space_drafts --json');
    expect(JSON.parse(both.stdout)).toMatchObject([{ id: 'space_handbook' }, { id: 'space_drafts' }]);
    expect(both.stdout).not.toContain('"of"');
  });

  test('says where there is none, or more than one', async () => {
    const docs = await sandboxCli();
    for (const name of ['space_nope', 'name:Nope']) {
      expect(await docs(['spaces', 'get', name])).toMatchObject({
        code: 5,
        stdout: '',
        stderr: expect.stringContaining(`<spaceId> "${name}" not found`),
      });
    }
    const twins = await scriptedCli(({ path }) => {
      const items = ['a', 'b'].map((id) => ({ space: { id, title: 'Twin' } }));
      return { json: { items: path === admins ? [{ id: 'user_a' }] : items } };
    });
    expect(await twins('spaces get name:Twin')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('2 of them have this name\n  a  Twin\n  b  Twin\n'),
    });
  });
});

describe('what the service lacks', () => {
  test.for([
    ['spaces create --title X', 'create a space', 'sites create --new-space'],
    ['spaces delete space_handbook', 'delete a space', 'site-spaces delete'],
    ['spaces rm space_handbook', 'delete a space', 'site-spaces delete'],
    ['spaces move space_handbook --parent c', 'move a space', 'collections move'],
    ['spaces rename space_handbook X', 'change a space', 'sets what teams may do in it'],
    ['members invite a@b.example', 'invite or add a person', 'members page of the organization'],
    ['members create --email a@b.example', 'invite or add a person', 'members page of the organization'],
    ['members add a@b.example', 'invite or add a person', 'members onboard'],
    ['openapi versions billing', 'list versions of a specification', 'openapi get'],
  ])('%s is refused with what there is instead', async ([line, what, instead]) => {
    const docs = await sandboxCli();
    const run = await docs(line as string);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(`error: the service has no operation to ${what}\nhint: `);
    expect(run.stderr).toContain(instead);
  });
});
