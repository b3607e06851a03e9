import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

describe('a new owner who is disabled does not keep a team', () => {
  const held = /team .*team_platform.* would lose its last owner: Grace Hopper \(user_grace\)/;
  const roster =
    'team,user,role,action\nteam_platform,user_grace,member,add\nteam_platform,user_dee,owner,add\n';

  test.each([
    'teams members update team_platform --role user_grace=member --role user_dee=owner --yes',
    'teams members update team_platform --remove user_grace --role user_dee=owner --yes',
    'teams members update team_platform --remove user_grace --add user_dee --role user_dee=owner',
    'teams members update team_platform --remove user_grace --role user_nobody=owner',
    'teams members sync --file roster.csv --yes',
    'batch --file one.csv --yes -- teams members update team_platform --remove {id} --role user_dee=owner',
  ])('%s', async (line) => {
    const docs = await sandboxCli({ 'roster.csv': roster, 'one.csv': 'id\nuser_grace\n' });
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toMatch(held);
    expect(run.stderr).toContain('--allow-ownerless\n');
  });

  test('nor in a stored plan', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    const stored = await docs('teams members sync --file roster.csv --out p.json --allow-ownerless');
    expect(stored).toMatchObject({ code: 0 });
    const run = await docs('apply-plan p.json --yes');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toMatch(held);
  });

  test('one who can sign in does, and costs one request', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'teams members update team_platform --remove user_grace --role user_hana=owner --yes',
    );
    expect(run).toMatchObject({ code: 0 });
    expect(
      run.requests.map(({ method, path }) => `${method} ${path.replace('/v1/orgs/org_acme', '')}`),
    ).toEqual([
      'GET /teams/team_platform/members?limit=1000',
      'GET /members/user_hana',
      'PUT /teams/team_platform/members',
    ]);
  });

  test('several are looked up in one list', async () => {
    const docs = await sandboxCli();
    const line =
      'teams members update team_platform --remove user_grace --role user_hana=owner --role user_dee=owner --yes';
    const run = await docs(line);
    expect(run).toMatchObject({ code: 0 });
    expect(run.requests[1]).toMatchObject({ method: 'GET', path: '/v1/orgs/org_acme/members?limit=1000' });
    expect(run.writes).toHaveLength(1);
  });
});

test('undo counts the roles in the organization that become lower', async () => {
  const people = ['linus', 'mei', 'kim', 'hana', 'gil', 'uma', 'bo', 'sofia'];
  const docs = await sandboxCli({
    'r.csv': `team,user\n${people.map((name) => `team_empty,user_${name}`).join('\n')}\n`,
  });
  expect(
    await docs(
      'members onboard --file r.csv --role admin --journal run.jsonl --yes --allow-opening administrators',
    ),
  ).toMatchObject({
    code: 0,
  });
  const held = await docs('runs undo run.jsonl --yes');
  expect(held).toMatchObject({ code: 2, stdout: '', writes: [] });
  expect(held.stderr).toContain('it would lower the roles of 8 of 25 members of org_acme: ');
  expect(held.stderr).toContain('(user_sofia), ');
  expect(held.stderr).toContain('--max-removals 16\n');
  expect(await docs('runs undo run.jsonl --yes --max-removals 8')).toMatchObject({ code: 2, writes: [] });
  expect(await docs('runs undo run.jsonl --yes --max-removals 16')).toMatchObject({ code: 0 });
});

test('a stored plan that was edited is refused', async () => {
  const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_docs,user_kim\n' });
  await docs('teams members sync --file roster.csv --out p.json');
  const path = join(docs.folder, 'p.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll('user_kim', 'user_pat'));
  const run = await docs('apply-plan p.json --yes');
  expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
  expect(run.stderr).toBe(
    'error: p.json has been changed since it was stored; nothing was sent\nhint: make a new plan\n',
  );
});

test('a stored plan of memberships has the form of every plan', async () => {
  const docs = await sandboxCli({
    'roster.csv':
      'team,user,role,action\nDocs,user_kim,,add\nDocs,user_ada,member,\nDocs,user_zoe,,remove\nNew,user_kim,owner,\n',
  });
  await docs(
    'teams members sync --file roster.csv --create-teams --allow-ownerless --max-removals 5 --out p.json --allow-opening administrators',
  );
  const { changes, counts, digest, ...plan } = JSON.parse(
    await readFile(join(docs.folder, 'p.json'), 'utf8'),
  );
  expect(plan).toMatchObject({
    format: 'docs-admin-plan/1',
    organization: 'org_acme',
    complete: true,
    withheld: [],
    objections: [],
    unknown: [],
    unmanaged: {},
  });
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(counts).toMatchObject({ create: 1, grant: 2, update: 1, revoke: 1 });
  const role = (before: string | null, after: string | null) => [{ field: 'role', before, after }];
  expect(changes).toEqual([
    {
      action: 'grant',
      kind: 'team-member',
      name: 'Docs: user_kim',
      id: 'user_kim',
      fields: role(null, 'member'),
    },
    {
      action: 'update',
      kind: 'team-member',
      name: 'Docs: ada@acme.example',
      id: 'user_ada',
      fields: role('owner', 'member'),
    },
    {
      action: 'revoke',
      kind: 'team-member',
      name: 'Docs: zoe@acme.example',
      id: 'user_zoe',
      fields: role('member', null),
    },
    { action: 'create', kind: 'team', name: 'New', fields: [{ field: 'title', before: null, after: 'New' }] },
    {
      action: 'grant',
      kind: 'team-member',
      name: 'New: user_kim',
      id: 'user_kim',
      fields: role(null, 'owner'),
    },
  ]);
});

test.each([
  ['teams delete big --yes', 'it would delete 1 team and end 97 memberships; 50 are allowed', 98],
  ['teams delete big small --yes', 'it would delete 2 teams and end 100 memberships; 50 are allowed', 102],
])('%s: the memberships that end with a team count', async (line, message, count) => {
  const teams = [
    { id: 'big', title: 'Big', members: 97 },
    { id: 'small', title: 'Small', members: 3 },
  ];
  const docs = await scriptedCli(({ method, path }) => {
    if (method !== 'GET') return { status: 204 };
    return { json: path.includes('?') ? { items: teams } : teams[0] };
  });
  const held = await docs(line);
  expect(held).toMatchObject({ code: 2, stdout: '', writes: [] });
  expect(held.requests).toHaveLength(1);
  expect(held.stderr).toContain(message);
  expect(held.stderr).toContain(`--max-removals ${count}\n`);
  expect(await docs(`${line} --max-removals ${count - 1}`)).toMatchObject({ code: 2, writes: [] });
  expect(await docs(`${line} --max-removals ${count}`)).toMatchObject({ code: 0 });
});

test('onboarding counts the roles in the organization and in teams together', async () => {
  const docs = await sandboxCli({ 'r.csv': 'team,user,role\nteam_docs,user_linus,member\n' });
  expect(await docs('members onboard --file r.csv --role read --max-removals 1 --yes')).toMatchObject({
    code: 2,
    writes: [],
    stderr:
      'error: it would lower the roles of 2 members; 1 is allowed; nothing was sent\n' +
      'hint: if you mean it, allow it with --max-removals 2\n',
  });
});
