import { describe, expect, test } from 'vitest';
import type { Explanation, WhatCan, WhoCan } from '../../src/access/questions.ts';
import { granting, refusing } from '../support/access.ts';
import { sandboxCli } from '../support/cli.ts';

const json = <Value>({ stdout }: { stdout: string }) => JSON.parse(stdout) as Value;

describe('access who-can', () => {
  test('lists everyone with at least the level, and what gives it', async () => {
    const docs = await sandboxCli();
    const run = await docs('access who-can edit --space space_runbooks');
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stdout).toBe(
      [
        'user.id\tuser.displayName\tuser.email\tlevel\tway\tdisabled',
        'user_grace\tGrace Hopper\tgrace@acme.example\tadmin\trole in the organization\tfalse',
        'user_ada\tAda Lovelace\tada@acme.example\tadmin\trole in the organization\tfalse',
        '',
      ].join('\n'),
    );
  });

  test('names sites and integrations beside people', async () => {
    const docs = await sandboxCli();
    const run = await docs('access who-can edit --space name:Runbooks');
    expect(run.stderr).toBe(
      [
        'site "Handbook 手册, “internal”" (site_handbook) publishes it, unlisted: anyone who knows the address can read it',
        'integration "Acme Analytics" (acme-analytics) is installed on it: space:views:read, site:views:read',
        'integration "Diagrams 図" (acme-diagrams) is installed on some spaces, maybe on this one: space:content:read',
        '',
      ].join('\n'),
    );
  });

  test('reads only the lists of this place, and asks the service about each member', async () => {
    const docs = await sandboxCli();
    const run = await docs('access who-can edit --space space_runbooks');
    const paths = run.requests.map(({ path }) => path.replace('/v1/orgs/org_acme', ''));
    const asked = paths.filter((path) => /^\/members\/\w+\/spaces/.test(path));
    const members = json<unknown[]>(await docs('members list --json'));
    // One list of an administrator has all spaces.
    expect(asked).toHaveLength(members.length + 1);
    expect(paths.filter((path) => !asked.includes(path)).sort()).toEqual([
      '/collections?limit=1000',
      '/members?limit=1000',
      '/members?role=admin&limit=50',
      '/sites?space=space_runbooks&limit=1000',
      '/teams/team_platform/members?limit=1000',
      '/teams?limit=1000',
      '/v1/collections/col_internal/permissions/teams?limit=1000',
      '/v1/integrations/acme-analytics/installations?limit=1000',
      '/v1/integrations/acme-diagrams/installations?limit=1000',
      '/v1/integrations/globex-import/installations?limit=1000',
      '/v1/integrations?limit=1000',
      '/v1/spaces/space_runbooks/permissions/teams?limit=1000',
    ]);
  });

  test('shows disabled people with what they would have', async () => {
    const docs = await sandboxCli();
    const found = json<WhoCan[]>(await docs('access who-can read --space space_runbooks --json'));
    const disabled = found.filter((one) => one.disabled);
    expect(disabled).not.toEqual([]);
    expect(disabled[0]).toMatchObject({
      level: 'read',
      ways: [{ kind: 'collection-default', deciding: true }],
    });
  });

  test('shows a level that no known way gives, and decides by it', async () => {
    const docs = await sandboxCli({}, granting('user_pat', 'space_hr', 'review'));
    const found = json<WhoCan[]>(await docs('access who-can review --space space_hr --json'));
    expect(found.find(({ user }) => user.id === 'user_pat')).toEqual({
      user: { id: 'user_pat', displayName: '-Pat +1 @work', email: 'pat@partner.example' },
      disabled: false,
      level: 'review',
      ways: [
        {
          kind: 'not-shown',
          level: 'review',
          deciding: true,
          path: [{ kind: 'space', id: 'space_hr', title: 'People & HR' }],
        },
      ],
    });
  });

  test('warns where the service gives less than the rules, and believes the service', async () => {
    const docs = await sandboxCli({}, granting('user_kim', 'space_runbooks', null));
    const run = await docs('access who-can read --space space_runbooks --json');
    expect(json<WhoCan[]>(run).some(({ user }) => user.id === 'user_kim')).toBe(false);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain(
      'warning: disagreement about Kim "Q" Nguyễn (user_kim) in space "Runbooks" (space_runbooks): the rules give read, the service gives nothing',
    );
  });

  test('names what it could not read, and ends with 12', async () => {
    const docs = await sandboxCli({}, refusing(/members\/user_pat\/spaces/));
    const run = await docs('access who-can read --space space_runbooks --json');
    expect(run.code).toBe(12);
    expect(json<WhoCan[]>(run).length).toBeGreaterThan(5);
    expect(run.stderr).toContain('it is unknown whether 1 more member has at least read');
    expect(run.stderr).toContain('the spaces of member user_pat cannot be read (403): not yours');
  });

  test('tells without the service what the rules tell, where a role of teams is hidden', async () => {
    const docs = await sandboxCli({}, refusing(/collections\/col_product\/permissions|members\/\w+\/spaces/));
    const run = await docs('access who-can edit --collection col_product --json');
    expect(run.code).toBe(12);
    // Ines has the default level `edit`; Gil has more by a team that cannot be seen.
    const ids = json<WhoCan[]>(run).map(({ user }) => user.id);
    expect(ids).toContain('user_ines');
    expect(ids).not.toContain('user_gil');
    expect(run.stderr).toContain('the roles of teams of collection col_product cannot be read (403)');
  });

  test.each([
    ['/members$', 'the members cannot be read (403)'],
    ['/collections$', 'the collections cannot be read (403)'],
    ['/teams$', 'the teams cannot be read (403)'],
    ['/sites$', 'the sites cannot be read (403)'],
    ['acme-diagrams/installations$', 'the installations of integration acme-diagrams cannot be read (403)'],
  ])('without %s ends with 12', async (path, words) => {
    const docs = await sandboxCli({}, refusing(new RegExp(path)));
    const run = await docs('access who-can read --space space_runbooks');
    expect(run.code).toBe(12);
    expect(run.stderr).toContain(words);
  });

  test('is complete without the installations of an integration of others', async () => {
    const docs = await sandboxCli({}, refusing(/globex-import\/installations/));
    expect(await docs('access who-can read --space space_runbooks')).toMatchObject({ code: 0 });
  });

  test.each([
    ['access who-can owner --space space_hr', 2, 'invalid <level> "owner": expected read, comment'],
    ['access who-can read', 2, 'no space and no collection given'],
    ['access who-can read --space a --collection b', 2, '--space and --collection exclude each other'],
    ['access who-can read --space space_nope', 5, 'error: not found: space "space_nope" not found'],
    ['access who-can read --collection col_nope', 5, 'error: not found: collection "col_nope" not found'],
    ['access who-can read --space name:Nope', 5, '"name:Nope" not found'],
    ['access what-can user_nope', 5, 'not found'],
    ['access what-can user_kim --level most', 2, 'invalid --level "most"'],
    ['access explain user_nope --space space_hr', 5, 'not found'],
    ['access check user_kim read', 2, 'no space given'],
  ])('%s: exit code %i', async (line, code, words) => {
    const run = await (await sandboxCli())(line);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(words);
  });
});

test.each([
  ['access who-can admin -o id', 'user_grace\nuser_ada\n'],
  ['access explain user_ada -o csv --fields answer --no-headers', 'yes\n'],
  ['access check user_ada admin', ''],
])('%s asks for the space on a terminal', async (line, stdout) => {
  const docs = await sandboxCli();
  const run = await docs(line, { terminal: true, answers: ['space_runbooks'], env: { NO_COLOR: '1' } });
  expect(run).toMatchObject({ code: 0, stdout, questions: ['Which space?'] });
});

describe('access what-can', () => {
  test('lists places with at least the level', async () => {
    const docs = await sandboxCli();
    const run = await docs('access what-can kim@acme.example --level create -o csv');
    expect(run).toMatchObject({ code: 0, stderr: 'rules: highest (not calibrated)\n' });
    expect(run.stdout).toBe(
      [
        'target.kind,target.id,target.title,level,way',
        'collection,col_api,API & SDKs,create,team Platform on collection API & SDKs',
        'collection,col_legacy,"Legacy (v1), do not edit",create,team Platform on collection API & SDKs',
        'space,space_legacy,API v1,create,team Platform on collection API & SDKs',
        'space,space_sdk,"SDKs: ""TypeScript"", Python",create,team Platform on collection API & SDKs',
        'space,space_rest,REST API,create,team Platform on collection API & SDKs',
        '',
      ].join('\n'),
    );
  });

  test('reads no members of teams', async () => {
    const docs = await sandboxCli();
    const run = await docs('access what-can user_kim');
    expect(run.requests.filter(({ path }) => /teams\/\w+\/members/.test(path))).toEqual([]);
  });

  test('of a disabled member says so', async () => {
    const docs = await sandboxCli();
    const people = json<{ id: string; disabled: boolean }[]>(await docs('members list --json'));
    const off = people.find(({ disabled }) => disabled)?.id as string;
    const run = await docs(`access what-can ${off} --json`);
    expect(json<WhatCan[]>(run)[0]).toMatchObject({ disabled: true });
    expect(run.stderr).toContain(`(${off}) is disabled: these are the levels after enabling`);
    const why = json<Explanation>(await docs(`access explain ${off} --space space_runbooks --json`));
    expect(why).toMatchObject({ answer: 'no', level: null, disabled: true });
    expect(why.nearest[0]).toMatchObject({ kind: 'member', id: off, missing: 'enabled' });
    expect(await docs(`access check ${off} read --space space_runbooks`)).toMatchObject({ code: 11 });
  });

  test('says where it is unknown', async () => {
    const docs = await sandboxCli({}, refusing(/collections\/col_(empty|internal)\/permissions/));
    const run = await docs('access what-can user_kim --level create -o id');
    expect(run).toMatchObject({ code: 12 });
    expect(run.stderr).toMatch(
      /the list is incomplete: it is unknown whether Kim "Q" Nguyễn \(user_kim\) has at least create in \d more places\n/,
    );
  });

  test('shows the spaces that the service names, where nothing else can be read', async () => {
    const docs = await sandboxCli({}, refusing(/members\/user_(ada|grace)\/spaces/));
    const run = await docs('access what-can user_kim --json');
    expect(run.code).toBe(12);
    const space = json<WhatCan[]>(run).find(({ target }) => target.id === 'space_runbooks');
    expect(space).toEqual({ target: { kind: 'space', id: 'space_runbooks' }, level: 'read', ways: [] });
  });
});
