import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/collections.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/collections';

describe('collections list', () => {
  test('says nothing about nesting unless asked', async () => {
    const docs = await sandboxCli();
    const all = await docs('collections list -o id');
    expect(all.requests).toEqual([{ method: 'GET', path: `${base}?limit=1000` }]);
    expect(all.stdout.trim().split('\n').sort()).toEqual([
      'col_api',
      'col_empty',
      'col_internal',
      'col_legacy',
      'col_product',
    ]);
    const top = await docs('collections list --no-nested -o id');
    expect(top.requests[0]?.path).toBe(`${base}?nested=false&limit=1000`);
    expect(top.stdout).toBe('col_product\ncol_internal\ncol_empty\n');
    const nested = await docs('collections list --nested -o id');
    expect(nested.requests[0]?.path).toBe(`${base}?nested=true&limit=1000`);
    expect(nested.stdout).toBe(all.stdout);
  });

  test('shows what an admin looks at first, one collection a line', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs('collections list --limit 1');
    expect(stdout).toBe(
      'id\ttitle\tparent\tdefaultLevel\tdescription\ncol_product\tProduct\t\tedit\tEverything about Product\n',
    );
  });

  test('takes the organization from the flag', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections list --org org_globex -o id');
    expect(run.requests[0]?.path).toBe('/v1/orgs/org_globex/collections?limit=1000');
    expect(run.stdout).toBe('col_globex\n');
  });

  test('follows the cursors', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections list --page-size 3 -o id');
    expect(run.requests.map(({ path }) => path.replace(/page=[^&]+/, 'page=C'))).toEqual([
      `${base}?limit=3`,
      `${base}?limit=3&page=C`,
    ]);
    expect(run.stdout.trim().split('\n')).toHaveLength(5);
  });
});

describe('collections create', () => {
  test('sends only what was asked for', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections create --title "API v2" --parent col_api --json');
    expect(run.requests).toEqual([
      { method: 'POST', path: base, body: { title: 'API v2', parent: 'col_api' } },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      object: 'collection',
      title: 'API v2',
      parent: 'col_api',
      organization: 'org_acme',
    });
  });

  test('says what was made on a terminal', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections create --title Notes', { terminal: true, env: { NO_COLOR: '1' } });
    expect(run).toMatchObject({ code: 0, stderr: '✓ created collection "Notes" (col_1)\n' });
  });

  test('refuses a title that is too long before anything is sent', async () => {
    const docs = await sandboxCli();
    const run = await docs(['collections', 'create', '--title', 'x'.repeat(51)]);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toMatch(/--title .*at most 50 characters/);
  });

  test('an unknown parent is refused by the service', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections create --parent col_nope');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('col_nope');
  });
});

describe('collections get and update', () => {
  test('get needs no organization', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'c', title: 'T', surprise: 1 } }));
    const run = await docs('collections get c --json', { env: { DOCS_ADMIN_ORG: '' } });
    expect(run.requests).toEqual([{ method: 'GET', path: '/v1/collections/c' }]);
    expect(JSON.parse(run.stdout)).toEqual({ id: 'c', title: 'T', surprise: 1 });
  });

  test('an unknown collection has an exit code of its own', async () => {
    const docs = await sandboxCli();
    expect(await docs('collections get col_nope')).toMatchObject({ code: 5, stdout: '' });
    expect(await docs('collections get a/b')).toMatchObject({ code: 2, requests: [] });
  });

  test('update sends every flag under its field', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'collections update col_api --title API --description "REST and SDKs" --default-level review --yes --json',
    );
    const body = { title: 'API', description: 'REST and SDKs', defaultLevel: 'review' };
    expect(run.requests).toEqual([{ method: 'PATCH', path: '/v1/collections/col_api', body }]);
    expect(JSON.parse(run.stdout)).toMatchObject({ id: 'col_api', ...body });
  });

  test('update sends null for a guest, and warns about a role that no one knows', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'c' } }));
    const guest = await docs('collections update c --default-level guest --yes');
    expect(guest).toMatchObject({ stderr: '', requests: [{ body: { defaultLevel: null } }] });
    const inherits = await docs('collections update c --default-level inherit --yes');
    expect(inherits).toMatchObject({ stderr: expect.not.stringContaining('warning') });
    expect(inherits.requests[0]?.body).toEqual({ defaultLevel: 'inherit' });
    const unknown = await docs('collections update c --default-level owner --yes');
    expect(unknown).toMatchObject({ code: 0, requests: [{ body: { defaultLevel: 'owner' } }] });
    expect(unknown.stderr).toMatch(/^warning: .*--default-level "owner"/);
  });

  test('update reports every limit at once', async () => {
    const docs = await sandboxCli();
    const run = await docs([
      ...['collections', 'update', 'col_api', '--title', 'x'.repeat(51)],
      ...['--description', 'x'.repeat(101)],
    ]);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('at most 50 characters');
    expect(run.stderr).toContain('at most 100 characters');
  });
});

describe('collections delete', () => {
  test('asks, since everything in it goes too', async () => {
    const docs = await sandboxCli();
    expect(await docs('collections delete col_api')).toMatchObject({ code: 2, requests: [] });
    const no = await docs('collections delete col_api', { terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, writes: [] });
    expect(no.questions).toEqual([
      'delete collection "API & SDKs" (col_api)? 1 collection and 3 spaces in it are deleted too. Undo brings no space back (profile sandbox, http://sandbox.localhost)',
    ]);
    const yes = await docs('collections rm col_api --yes');
    expect(yes).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'deleted collection "API & SDKs" (col_api)\n',
      requests: [
        { method: 'GET', path: '/v1/collections/col_api' },
        { method: 'DELETE', path: '/v1/collections/col_api' },
      ],
    });
    expect(await docs('collections get col_legacy')).toMatchObject({ code: 5 });
  });
});

test('collections spaces lists what is directly in it', async () => {
  const docs = await sandboxCli();
  const run = await docs('collections spaces col_api --page-size 1');
  expect(run.requests.map(({ path }) => path.replace(/page=.*/, 'page=C'))).toEqual([
    '/v1/collections/col_api/spaces?limit=1',
    '/v1/collections/col_api/spaces?limit=1&page=C',
  ]);
  expect(run.stdout.split('\n').map((line) => line.split('\t').slice(0, 3))).toEqual([
    ['id', 'title', 'visibility'],
    ['space_rest', 'REST API', 'public'],
    ['space_sdk', 'SDKs: "TypeScript", Python', 'public'],
    [''],
  ]);
});

describe('collections move', () => {
  const space = (id: string) => ({ type: 'space', space: id });

  test.each([
    ['--parent p', { parent: 'p' }],
    ['--no-parent', { parent: null }],
    ['--before x', { position: { before: space('x') } }],
    ['--parent p --after x --before y', { parent: 'p', position: { before: space('y'), after: space('x') } }],
    ['', {}],
  ])('%s', async (flags, body) => {
    const docs = await scriptedCli(() => ({ json: { id: 'c' } }));
    const run = await docs(`collections move c --yes ${flags}`);
    expect(run.requests).toEqual([{ method: 'POST', path: '/v1/collections/c/move', body }]);
  });

  test('moves between spaces of another collection', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'collections move col_legacy --parent col_internal --after space_hr --before space_runbooks --json',
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ id: 'col_legacy', parent: 'col_internal' });
  });

  test('into itself is a conflict', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections move col_product --parent col_legacy');
    expect(run).toMatchObject({ code: 6, stdout: '' });
    expect(run.stderr).toContain('cannot move into itself');
  });

  test('a position of --input names spaces as spaces', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections move col_legacy --input -', {
      stdin: 'position: { before: { type: collection, collection: col_api } }',
    });
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--before (space) is required');
  });
});

describe('collections transfer', () => {
  test('asks, and sends the organization', async () => {
    const docs = await sandboxCli();
    const line = 'collections transfer col_legacy --to-org org_globex';
    const piped = await docs(line);
    expect(piped).toMatchObject({ code: 2, requests: [] });
    expect(piped.stderr).toContain('--yes');
    const no = await docs(line, { terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, writes: [], questions: [expect.stringContaining('org_globex')] });
    const yes = await docs(`${line} --yes --json`);
    expect(yes.requests).toEqual([
      {
        method: 'POST',
        path: '/v1/collections/col_legacy/transfer',
        body: { organization: 'org_globex' },
      },
    ]);
    expect(JSON.parse(yes.stdout)).toMatchObject({ id: 'col_legacy', organization: 'org_globex' });
  });

  test('shows what ends with it before the question', async () => {
    const docs = await sandboxCli();
    const line = ['collections', 'transfer', 'name:Product', '--to-org', 'org_globex'];
    const run = await docs(line, { terminal: true, answers: [false], env: { NO_COLOR: '1' } });
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain('opens (1)\n  collection Product goes to organization org_globex\n');
    expect(run.stderr).toMatch(/loses \(\d+\)\n/);
    expect(run.stderr).toContain('team Docs: admin → none on collection Product');
    expect(run.stderr).toContain('https://docs.acme.example/ ends, and 9 below it');
  });

  test('opens nothing by the roles that end with it', async () => {
    const docs = await sandboxCli();
    await docs('collections update col_api --default-level admin --yes');
    const stdin =
      'collections transfer col_api --to-org org_globex --yes\nteams update team_docs --title Other\n';
    const run = await docs('batch --file - --dry-run --max-removals 20 --json', { stdin });
    const { opens, loses } = JSON.parse(run.stdout);
    expect(opens).toMatchObject([{ text: 'collection API & SDKs goes to organization org_globex' }]);
    const role = 'team Platform: create → none on collection API & SDKs';
    expect(loses).toContainEqual(expect.objectContaining({ text: role }));
  });

  test('needs the organization before it asks, and does not take it from --org', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections transfer col_legacy --org org_globex');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('error: --to-org is required\n');
  });
});

describe('collections permissions', () => {
  const path = '/v1/collections/col_product/permissions/teams';

  test('list shows the teams and their roles', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections permissions list col_product');
    expect(run.requests).toEqual([{ method: 'GET', path: `${path}?limit=1000` }]);
    const lines = run.stdout.trim().split('\n');
    expect(lines.map((line) => line.split('\t').slice(0, 3).join(' | '))).toEqual([
      'team.id | team.title | permission',
      expect.stringMatching(/^team_docs \| .* \| admin$/),
      'team_support | Support, EMEA | comment',
    ]);
    const paged = await docs('collections permissions list col_product --page-size 1 -o id');
    expect(paged.requests[1]?.path).toMatch(/\?limit=1&page=./);
    expect(paged.stdout).toBe('team_docs\nteam_support\n');
  });

  test('set sends the role, null for a guest', async () => {
    const docs = await scriptedCli(() => ({ status: 204 }));
    const run = await docs('collections permissions set c t --role edit --yes');
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: 'gave team t the role edit on collection c\n' });
    expect(run.requests).toEqual([
      { method: 'PATCH', path: '/v1/collections/c/permissions/teams/t', body: { role: 'edit' } },
    ]);
    expect((await docs('collections permissions set c t --role guest --yes')).requests[0]?.body).toEqual({
      role: null,
    });
    expect(await docs('collections permissions set c t')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error: --role is required\n'),
      requests: [],
    });
  });

  test('a guest is shown as one', async () => {
    const docs = await sandboxCli();
    await docs('collections permissions set col_product team_docs --role guest --yes');
    const run = await docs('collections permissions list col_product', {
      terminal: true,
      env: { NO_COLOR: '1' },
    });
    expect(run.stdout).toMatch(/team_docs .* guest /);
    expect(JSON.parse((await docs('collections permissions list col_product --json')).stdout)).toMatchObject([
      { permission: null, team: { id: 'team_docs' } },
      { permission: 'comment' },
    ]);
  });

  test('remove asks', async () => {
    const docs = await sandboxCli();
    const line = 'collections permissions remove col_product team_support';
    expect(await docs(line)).toMatchObject({ code: 2, requests: [] });
    const yes = await docs(`${line} --yes`);
    expect(yes).toMatchObject({ code: 0, writes: [{ method: 'DELETE', path: `${path}/team_support` }] });
    expect(await docs(`${line} --yes`)).toMatchObject({ code: 5 });
  });
});

wireCoverage(contract);
