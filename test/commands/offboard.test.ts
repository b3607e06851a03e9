import { describe, expect, test } from 'vitest';
import { type Cli, type Run, sandboxCli, scriptedCli } from '../support/cli.ts';
import { type People, peopleService } from '../support/people-service.ts';

const root = '/v1/orgs/org_acme';
const writes = ({ requests }: Run) => requests.filter(({ method }) => method !== 'GET');

/** Zoe owns one team alone, another one with Ada, and is in a third one. */
async function acme(): Promise<{ docs: Cli; people: People }> {
  const people = peopleService(
    { ada: 'admin', zoe: 'edit', kim: 'read', gus: null },
    {
      alone: { zoe: 'owner', kim: 'member' },
      shared: { zoe: 'owner', ada: 'owner' },
      third: { zoe: 'member', ada: 'owner' },
    },
  );
  return { docs: await scriptedCli(people.script), people };
}

const handedOver = [
  {
    method: 'PUT',
    path: `${root}/teams/alone/members`,
    body: { remove: ['zoe'], memberships: { kim: { role: 'owner' } } },
  },
  { method: 'PUT', path: `${root}/teams/shared/members`, body: { remove: ['zoe'] } },
  { method: 'PUT', path: `${root}/teams/third/members`, body: { remove: ['zoe'] } },
  { method: 'DELETE', path: `${root}/members/zoe` },
];

describe('members offboard', () => {
  test('hands over what only they own, then takes them out of teams and organization, in this order', async () => {
    const { docs, people } = await acme();
    const run = await docs('members offboard zoe --successor kim --yes --concurrency 8 -o csv');
    expect(run.code).toBe(0);
    expect(writes(run)).toEqual(handedOver);
    expect(run.stdout).toBe(
      [
        'team,user,change,status,error',
        'alone,kim,role,done,',
        'alone,zoe,remove,done,',
        'shared,zoe,remove,done,',
        'third,zoe,remove,done,',
        ',zoe,leave,done,',
        '',
      ].join('\n'),
    );
    for (const line of [
      'Name of zoe (zoe) <zoe@acme.example>: edit in org_acme',
      '3 teams: Title of alone (the only owner), Title of shared (owner), Title of third (member)',
      '1 space within reach: 1 edit',
      '0 open change requests',
      'Name of zoe <zoe@acme.example>\n  - team "Title of alone" (alone) (owner)\n',
      '  - team "Title of third" (third) (member)\n  - organization (edit)\n',
      'Name of kim <kim@acme.example>\n  ~ team "Title of alone" (alone) (member → owner)\n',
      'the last step cannot be undone: the service has no operation to invite',
      'done: 4 requests; to undo it, first invite the person again in the app of the service, then run `docs-admin runs undo ',
      'verified: everything reads as planned',
    ])
      expect(run.stderr).toContain(line);
    expect(people.members.has('zoe')).toBe(false);
    expect(people.teams.get('alone')).toEqual(new Map([['kim', 'owner']]));
  });

  test('needs a successor where they are the only owner who can sign in', async () => {
    const { docs, people } = await acme();
    people.disabled.add('ada');
    people.members.set('boss', 'admin');
    const run = await docs('members offboard zoe --yes');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(writes(run)).toEqual([]);
    expect(run.stderr).toBe(
      'error: Name of zoe (zoe) is the only owner of team "Title of alone" (alone), team "Title of shared" (shared); nothing was sent\n' +
        'hint: name the new owner with --successor <userId>\n',
    );
  });

  test('says that a successor is not needed, where they own no team alone', async () => {
    const { docs } = await acme();
    const run = await docs('members offboard kim --successor ada --dry-run');
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain(
      '--successor is not needed: Name of kim (kim) is the only owner of no team\n',
    );
  });

  test.each(['gone@acme.example', 'gone'])('says how to find members, where %s is none', async (who) => {
    const { docs } = await acme();
    expect(await docs(['members', 'offboard', who, '--yes'])).toMatchObject({
      code: 5,
      stdout: '',
      stderr:
        `error: "${who}" is not a member of org_acme\n` +
        'hint: there is no one to take out; `docs-admin members list` lists the members\n',
      writes: [],
    });
  });

  test('asks for the successor, and before it begins, on a terminal', async () => {
    const { docs } = await acme();
    const run = await docs('members offboard zoe', { terminal: true, answers: ['kim@acme.example', true] });
    expect(run.code).toBe(0);
    expect(run.questions).toEqual([
      expect.stringContaining('is the only owner of team "Title of alone" (alone). Who takes over?'),
      expect.stringContaining('remove Name of zoe (zoe) from org_acme and 3 teams?'),
    ]);
    expect(run.choices.join()).toContain('Name of kim');
    expect(run.choices.join()).not.toContain('Name of zoe');
    expect(writes(run)).toEqual(handedOver);
    const { docs: other } = await acme();
    const no = await other('members offboard zoe --successor kim', { terminal: true, answers: [false] });
    expect(no.code).toBe(2);
    expect(writes(no)).toEqual([]);
  });

  test.for([
    ['members offboard zoe --successor kim', 2, 'this needs a confirmation'],
    [
      'members offboard zoe --successor nobody --yes',
      5,
      '"nobody" is not a member of org_acme\nhint: --successor must name a member; `docs-admin members list`',
    ],
    [
      'members offboard zoe --successor zoe --yes',
      2,
      'invalid --successor: Name of zoe (zoe) is the member who leaves',
    ],
    ['members offboard zoe --successor gus --yes', 2, 'invalid --successor: Name of gus (gus) is a guest'],
    ['members offboard zoe --successor nobody --yes', 5, '"nobody" is not a member of org_acme'],
    ['members offboard nobody --yes', 5, '"nobody" is not a member of org_acme'],
    ['members offboard ada --yes', 2, 'org_acme would lose its last administrator: Name of ada (ada)'],
  ] as const)('%s ends with %i, before anything is sent', async ([line, code, message]) => {
    const { docs } = await acme();
    const run = await docs(line);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(message);
    expect(writes(run)).toEqual([]);
  });

  test('a dry run shows the plan and sends nothing', async () => {
    const { docs } = await acme();
    const run = await docs('members offboard zoe --successor kim --dry-run -o csv --no-headers');
    expect(run.code).toBe(0);
    expect(writes(run)).toEqual([]);
    expect(run.stdout.split('\n').map((row) => row.split(',')[3])).toEqual([
      'planned',
      'planned',
      'planned',
      'planned',
      'planned',
      undefined,
    ]);
  });

  test('leaves them in the organization where a team failed; resume does the rest', async () => {
    const { docs, people } = await acme();
    people.failing.set('PUT /v1/orgs/org_acme/teams/shared', 403);
    const run = await docs('members offboard zoe --successor kim --yes --journal zoe.jsonl -o csv');
    expect(run.code).toBe(9);
    expect(run.stdout).toContain('shared,zoe,remove,failed,');
    expect(run.stdout).toContain(
      ',zoe,leave,failed,"an earlier change that it needs has failed: team ""Title of shared"""',
    );
    expect(people.members.has('zoe')).toBe(true);
    people.failing.clear();
    const again = await docs('runs resume zoe.jsonl');
    expect(again.code).toBe(0);
    expect(writes(again)).toEqual([handedOver[1], handedOver[3]]);
    expect(again.stderr).toContain('verified: everything reads as planned');
    const shown = await docs('runs show zoe.jsonl --json');
    expect(shown.stdout).toContain('"leave"');
  });

  test('says where the service took everything, and it is not so', async () => {
    const { people } = await acme();
    const { script } = people;
    const forgetful = await scriptedCli((request, headers) =>
      request.method === 'DELETE' ? { status: 204 } : script(request, headers),
    );
    const run = await forgetful('members offboard zoe --successor kim --yes');
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('not everything is as planned: zoe in org_acme');
  });

  test('is undone once they are a member again, and not before', async () => {
    const { docs, people } = await acme();
    const before = structuredClone([...people.teams].map(([id, roles]) => [id, [...roles].toSorted()]));
    await docs('members offboard zoe --successor kim --yes --journal zoe.jsonl');
    const early = await docs('runs undo zoe.jsonl --yes --allow-opening administrators');
    expect(early.code).toBe(2);
    expect(early.stderr).toContain('error: zoe is not a member of org_acme; nothing was sent');
    expect(early.stderr).toContain('the service has no operation to invite');
    expect(await docs('undo --yes')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^nothing to undo$/m),
    });
    people.members.set('zoe', null);
    const run = await docs('runs undo zoe.jsonl --yes --allow-opening administrators');
    expect(run.code).toBe(0);
    expect(people.members.get('zoe')).toBe('edit');
    expect([...people.teams].map(([id, roles]) => [id, [...roles].toSorted()])).toEqual(before);
  });

  test('is a command of its own, not one for rows', async () => {
    const docs = await sandboxCli({ 'users.csv': 'id\nuser_pat\n' });
    const run = await docs('batch --file users.csv -- members offboard {id}');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('`docs-admin members offboard` cannot be a row');
    expect(run.stderr).toContain('hint: it is bulk work itself: run it outside of `batch`');
  });
});

describe('members onboard', () => {
  test('puts a member into teams, and sets the role', async () => {
    const { docs, people } = await acme();
    const line = 'members onboard kim@acme.example --team third --owner-of shared --role comment -o csv';
    const run = await docs(`${line} --yes`);
    expect(run.code).toBe(0);
    expect(writes(run)).toEqual([
      { method: 'PUT', path: `${root}/teams/third/members`, body: { add: ['kim'] } },
      {
        method: 'PUT',
        path: `${root}/teams/shared/members`,
        body: { add: ['kim'], memberships: { kim: { role: 'owner' } } },
      },
      { method: 'PATCH', path: `${root}/members/kim`, body: { role: 'comment' } },
    ]);
    expect(run.stdout).toBe(
      'team,user,change,status,error\nthird,kim,add,done,\nshared,kim,add,done,\n,kim,organization-role,done,\n',
    );
    expect(run.stderr).toContain('verified: everything reads as planned');
    const again = await docs(line);
    expect(writes(again)).toEqual([]);
    expect(again.code).toBe(0);
    expect(people.members.get('kim')).toBe('comment');
  });

  test('is undone with the role', async () => {
    const { docs, people } = await acme();
    await docs('members onboard kim --team third --role comment --yes --journal kim.jsonl');
    expect(await docs('runs undo kim.jsonl --yes')).toMatchObject({ code: 0 });
    expect(people.members.get('kim')).toBe('read');
    expect(people.teams.get('third')?.has('kim')).toBe(false);
  });

  test('takes a roster', async () => {
    const { docs, people } = await acme();
    const stdin = 'team,user,role\nthird,kim@acme.example,owner\nTitle of alone,ada,\n';
    const run = await docs('members onboard --file - --role admin --yes --allow-opening administrators', {
      stdin,
    });
    expect(run.code).toBe(0);
    expect(people.teams.get('third')?.get('kim')).toBe('owner');
    expect(people.teams.get('alone')?.get('ada')).toBe('member');
    expect(people.members.get('kim')).toBe('admin');
  });

  test('takes a roster whose columns have other names, as the error about it says', async () => {
    const { docs, people } = await acme();
    const stdin = 'Abteilung;E-Mail;Aufgabe\r\nthird;kim@acme.example;owner\r\n';
    const wrong = await docs('members onboard --file - --yes', { stdin });
    expect(wrong).toMatchObject({
      code: 2,
      stderr:
        'error: standard input:1: there is no column "team"\n' +
        'hint: its columns are "Abteilung", "E-Mail", "Aufgabe"; name the right one with --team-column\n',
    });
    const named = '--team-column Abteilung --user-column E-Mail --role-column Aufgabe';
    expect(await docs(`members onboard --file - --yes ${named}`, { stdin })).toMatchObject({ code: 0 });
    expect(people.teams.get('third')?.get('kim')).toBe('owner');
  });

  test('removes no one: a row with that action is a problem', async () => {
    const { docs } = await acme();
    const stdin = 'team,user,Action\nthird,ada@acme.example,add\nthird,kim,remove\nnope,kim,remove\n';
    const run = await docs('members onboard --file - --yes', { stdin });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(
      'standard input:3: action: must be add: onboarding removes no one from a team\n' +
        '  standard input:4: action: must be add',
    );
    expect(writes(run)).toEqual([]);
  });

  test('warns of a role that is not known, before anything is sent', async () => {
    const { docs } = await acme();
    const { stderr } = await docs('members onboard kim --role boss --dry-run');
    expect(stderr).toMatch(
      /^warning: invalid --role "boss": not one of the known values admin, .*; sent as it is\n/,
    );
  });

  test.for([
    ['third,new@acme.example,', 'there is no member "new@acme.example"'],
    ['third,new_id,', 'new_id'],
  ])('says how someone becomes a member: %s', async ([row, message]) => {
    const { docs } = await acme();
    const run = await docs('members onboard --file - --yes', { stdin: `team,user,role\n${row}\n` });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain('hint: the service has no operation to invite');
    expect(writes(run)).toEqual([]);
  });

  test.for([
    ['members onboard nobody --team third', 5, 'hint: the service has no operation to invite'],
    ['members onboard kim --team nowhere', 5, 'not found'],
    ['members onboard kim', 2, 'nothing to do: give --team, --owner-of or --role'],
    ['members onboard', 2, 'give either a member or --file'],
    ['members onboard kim --file roster.csv', 2, 'give either a member or --file'],
    ['members onboard kim --team third --owner-of third', 2, 'is given twice'],
    ['members onboard ada --role edit --yes', 2, 'org_acme would lose its last administrator'],
    ['members onboard zoe --role read', 2, 'this needs a confirmation'],
    ['members onboard kim --team third', 2, 'this needs a confirmation: change 1 membership?'],
  ] as const)('%s ends with %i, before anything is sent', async ([line, code, message]) => {
    const { docs } = await acme();
    const run = await docs(line);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(message);
    expect(writes(run)).toEqual([]);
  });
});
