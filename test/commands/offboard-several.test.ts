import { describe, expect, test } from 'vitest';
import { type Cli, scriptedCli } from '../support/cli.ts';
import { type People, peopleService } from '../support/people-service.ts';

const root = '/v1/orgs/org_acme';

/** Zoe and Kim own one team together, and Zoe owns one alone. Kim is an administrator beside Ada. */
async function pair(): Promise<{ docs: Cli; people: People }> {
  const people = peopleService(
    { ada: 'admin', zoe: 'edit', kim: 'admin', lee: 'read', gus: null },
    {
      both: { zoe: 'owner', kim: 'owner', lee: 'member' },
      alone: { zoe: 'owner' },
      third: { ada: 'owner', kim: 'member' },
    },
  );
  return { docs: await scriptedCli(people.script), people };
}

const bothLeft = [
  {
    method: 'PUT',
    path: `${root}/teams/both/members`,
    body: { remove: ['zoe', 'kim'], memberships: { lee: { role: 'owner' } } },
  },
  {
    method: 'PUT',
    path: `${root}/teams/alone/members`,
    body: { add: ['lee'], remove: ['zoe'], memberships: { lee: { role: 'owner' } } },
  },
  { method: 'PUT', path: `${root}/teams/third/members`, body: { remove: ['kim'] } },
  { method: 'DELETE', path: `${root}/members/zoe` },
  { method: 'DELETE', path: `${root}/members/kim` },
];

describe('members offboard of several people', () => {
  test('is one plan by person, and one run', async () => {
    const { docs, people } = await pair();
    const run = await docs(
      'members offboard zoe kim@acme.example ZOE@acme.example --successor lee --yes --journal two.jsonl -o csv',
    );
    expect(run.code).toBe(0);
    expect(run.writes).toEqual(bothLeft);
    expect(run.stdout).toBe(
      [
        'team,user,change,status,error',
        'both,lee,role,done,',
        'both,zoe,remove,done,',
        'both,kim,remove,done,',
        'alone,lee,add,done,',
        'alone,zoe,remove,done,',
        'third,kim,remove,done,',
        ',zoe,leave,done,',
        ',kim,leave,done,',
        '',
      ].join('\n'),
    );
    expect(run.stderr).toBe(
      [
        'opens (2)',
        '  Name of lee <lee@acme.example>: member → owner of team Title of both',
        '  Name of lee <lee@acme.example> joins team Title of alone, which has edit, as owner',
        '',
        'loses (4)',
        '  2 people: removed from the organization: Name of zoe <zoe@acme.example>, Name of kim <kim@acme.example>',
        '  2 people leave team Title of both (owner): Name of zoe <zoe@acme.example> and Name of kim <kim@acme.example>',
        '  Name of zoe <zoe@acme.example> leaves team Title of alone (owner)',
        '  Name of kim <kim@acme.example> leaves team Title of third (member)',
        '',
        'Name of zoe (zoe) <zoe@acme.example>: edit in org_acme',
        '  2 teams: Title of both (one of the last owners), Title of alone (the only owner)',
        '  1 space within reach: 1 edit',
        '  0 open change requests',
        'Name of kim (kim) <kim@acme.example>: admin in org_acme',
        '  2 teams: Title of both (one of the last owners), Title of third (member)',
        '  1 space within reach: 1 edit',
        '  0 open change requests',
        'Name of lee (lee) becomes an owner of team "Title of both" (both) (now member); and team "Title of alone" (alone), with all access of the team',
        'Name of zoe <zoe@acme.example>',
        '  - team "Title of both" (both) (owner)',
        '  - team "Title of alone" (alone) (owner)',
        '  - organization (edit)',
        'Name of kim <kim@acme.example>',
        '  - team "Title of both" (both) (owner)',
        '  - team "Title of third" (third) (member)',
        '  - organization (admin)',
        'Name of lee <lee@acme.example>',
        '  ~ team "Title of both" (both) (member → owner)',
        '  + team "Title of alone" (alone) (owner)',
        'plan: 1 to add, 4 to remove, 1 role to change, in 3 teams; 1 unchanged',
        'the last step cannot be undone: the service has no operation to invite people. After a new invitation in its app, `runs undo` restores the teams, the roles in them and the role in the organization',
        'done: 5 requests; to undo it, first invite the people again in the app of the service, then run `docs-admin runs undo two.jsonl`',
        'verified: everything reads as planned',
        '',
      ].join('\n'),
    );
    const early = await docs('runs undo two.jsonl --yes --allow-opening administrators');
    expect(early).toMatchObject({ code: 2, writes: [] });
    expect(early.stderr).toContain('error: zoe and kim are not members of org_acme; nothing was sent');
    people.members.set('zoe', null);
    people.members.set('kim', null);
    expect(await docs('runs undo two.jsonl --yes --allow-opening administrators')).toMatchObject({ code: 0 });
    expect(people.members).toEqual(
      new Map(Object.entries({ ada: 'admin', lee: 'read', gus: null, zoe: 'edit', kim: 'admin' })),
    );
    expect(people.teams.get('both')).toEqual(
      new Map(Object.entries({ lee: 'member', zoe: 'owner', kim: 'owner' })),
    );
    expect(people.teams.get('alone')).toEqual(new Map([['zoe', 'owner']]));
  });

  test('takes ids from standard input', async () => {
    const { docs } = await pair();
    const run = await docs('members offboard - --successor lee --yes -o csv', { stdin: 'zoe\n\nkim\nzoe\n' });
    expect(run.code).toBe(0);
    expect(run.writes).toEqual(bothLeft);
    expect(await docs('members offboard - --yes', { stdin: '\n' })).toMatchObject({
      code: 0,
      stderr: 'no ids: nothing to do\n',
      requests: [],
    });
  });

  test('keeps who is in a team that failed; the others leave, and resume does the rest', async () => {
    const { docs, people } = await pair();
    people.failing.set('PUT /v1/orgs/org_acme/teams/alone', 403);
    const run = await docs('members offboard zoe kim --successor lee --yes --journal two.jsonl -o csv');
    expect(run.code).toBe(9);
    expect(run.stdout).toContain(
      ',zoe,leave,failed,"an earlier change that it needs has failed: team ""Title of alone"""',
    );
    expect(run.stdout).toContain(',kim,leave,done,');
    expect([...people.members.keys()]).toEqual(['ada', 'zoe', 'lee', 'gus']);
    people.failing.clear();
    const again = await docs('runs resume two.jsonl');
    expect(again.code).toBe(0);
    expect(again.writes).toEqual([bothLeft[1], bothLeft[3]]);
  });

  test('names them in one question', async () => {
    const { docs } = await pair();
    const run = await docs('members offboard zoe kim', { terminal: true, answers: ['lee', false] });
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.questions).toEqual([
      expect.stringContaining(
        'Name of zoe (zoe) and Name of kim (kim) are the only owners of team "Title of both" (both); ' +
          'Name of zoe (zoe) is the only owner of team "Title of alone" (alone). Who takes over?',
      ),
      expect.stringContaining('remove Name of zoe (zoe) and Name of kim (kim) from org_acme and 3 teams?'),
    ]);
    expect(run.choices.join()).not.toContain('Name of kim');
  });

  test('a team loses its last owners only where that is allowed', async () => {
    const { docs, people } = await pair();
    const line = 'members offboard zoe kim --yes';
    expect(await docs(line)).toMatchObject({ code: 2, writes: [] });
    expect(await docs(`${line} --allow-ownerless`)).toMatchObject({ code: 0 });
    expect(people.teams.get('both')).toEqual(new Map([['lee', 'member']]));
  });

  test('counts people and memberships together', async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`user_${at}`, 'read']));
    const team = { ada: 'owner', ...Object.fromEntries(Object.keys(many).map((one) => [one, 'member'])) };
    const people = peopleService({ ada: 'admin', ...many }, { team });
    const docs = await scriptedCli(people.script);
    const line = 'members offboard user_1 user_2 user_3 --yes --quiet';
    const run = await docs(line);
    expect(run).toMatchObject({
      code: 2,
      writes: [],
      stderr:
        'error: this takes away more than is allowed by default; nothing was sent\n' +
        '  it would remove 3 of 13 members of org_acme: Name of user_1 (user_1), Name of user_2 (user_2) and Name of user_3 (user_3); 20 % are allowed\n' +
        '  it would end 3 of 13 memberships of team "Title of team" (team); 20 % are allowed\n' +
        'hint: if you mean it, allow it with --max-removals 6\n',
    });
    expect(await docs(`${line} --max-removals 5`)).toMatchObject({ code: 2, writes: [] });
    expect(await docs(`${line} --max-removals 6`)).toMatchObject({ code: 0 });
  });

  test.for([
    [
      'members offboard zoe gone no@acme.example --yes',
      5,
      '"gone" and "no@acme.example" are not members of org_acme',
    ],
    [
      'members offboard zoe - --yes',
      2,
      '- stands for all ids in standard input, and cannot stand beside other ids',
    ],
    [
      'members offboard ada kim --yes',
      2,
      'org_acme would lose all 2 of its administrators: Name of ada (ada) and Name of kim (kim)',
    ],
    [
      'members offboard zoe kim --successor kim --yes',
      2,
      'invalid --successor: Name of kim (kim) leaves, too',
    ],
    ['members offboard zoe kim --successor lee', 2, 'this needs a confirmation'],
    [
      'members offboard lee gus --successor ada --dry-run',
      0,
      '--successor is not needed: they are the only owners of no team',
    ],
  ] as const)('%s ends with %i, before anything is sent', async ([line, code, message]) => {
    const { docs } = await pair();
    const run = await docs(line);
    expect(run).toMatchObject({ code, writes: [] });
    expect(run.stderr).toContain(message);
  });
});
