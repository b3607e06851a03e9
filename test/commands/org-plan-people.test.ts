import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { scriptedCli } from '../support/cli.ts';
import { forbidden, head, orgCli } from '../support/planned.ts';

const docsTeam = `ada@acme.example: owner, gil@contractor.example: member, linus@acme.example: owner,
    mei.chen@acme.example: member, ravi@acme.example: member, yuki@acme.example: member, zoe@acme.example: member`;
const org = '/v1/orgs/org_acme';
const lists = [`${org}/teams?limit=1000`, `${org}/teams/team_docs/members?limit=1000`];

/** Returns the addresses of all requests of a plan. */
async function requestsOf(sections: string): Promise<string[]> {
  const { docs } = await orgCli(sections);
  const run = await docs('org plan --file org.yaml --json');
  expect(run.stderr).toBe('');
  return run.requests.map(({ path }) => path);
}

/** What tells which rights those who join the team get. */
const rights = [
  `${org}/members?role=admin&limit=1000`,
  `${org}/teams/team_docs/members?limit=100`,
  `${org}/members/user_ravi/spaces?limit=1000`,
  `${org}/collections?limit=1000`,
  '/v1/collections/col_product/permissions/teams?limit=1000',
  '/v1/collections/col_legacy/permissions/teams?limit=1000',
  '/v1/collections/col_api/permissions/teams?limit=1000',
];

describe('a file that manages one team takes, beside what tells the rights of those who join,', () => {
  test('two requests if it names the members of the team', async () => {
    expect(await requestsOf(`teams: { Docs: { members: { ${docsTeam} } } }\n`)).toEqual(lists);
  });

  test('one more for each of a few other people', async () => {
    const others =
      'KIM@acme.example: member, bo@acme.example: member, user_eve: { id: user_zoe, role: member }';
    expect(
      await requestsOf(`teams: { Docs: { members: { ada@acme.example: owner, ${others} } } }\n`),
    ).toEqual([
      ...lists,
      `${org}/members?search=kim%40acme.example&limit=1000`,
      `${org}/members?search=bo%40acme.example&limit=1000`,
      ...rights,
    ]);
  });

  test('the list of members if there are many others, or one is named by an id', async () => {
    const many = ['kim', 'bo', 'eve', 'tom'].map((name) => `${name}@acme.example: member`).join(', ');
    for (const people of [
      many,
      'Kim: { id: user_kim, role: member }',
      '"Kim (user_kim)": { id: user_kim, role: owner }',
    ])
      expect(
        await requestsOf(`teams: { Docs: { members: { ada@acme.example: owner, ${people} } } }\n`),
      ).toEqual([...lists, `${org}/members?limit=1000`, ...rights]);
  });

  describe('of an organization with more members than one page has,', () => {
    const page = `${org}/members?limit=1000`;
    /** Makes the pages of the list of members short. */
    const shortPages = (sandbox: Transport): Transport => {
      return (request, signal) =>
        sandbox(
          { ...request, url: request.url.replace(/(org_acme\/members\?)limit=1000$/, '$1limit=5') },
          signal,
        );
    };
    async function readFor(people: readonly string[]) {
      const sections = `teams: { Docs: { members: { ada@acme.example: owner, ${people.join(', ')} } } }\n`;
      const { docs } = await orgCli(sections, { through: shortPages });
      const run = await docs('org plan --file org.yaml --json');
      expect([run.code, run.stderr]).toEqual([0, '']);
      const granted = JSON.parse(run.stdout).changes.filter(
        ({ action }: { action: string }) => action === 'grant',
      );
      expect(granted).toHaveLength(people.length);
      return run.requests.map(({ path }) => path).slice(lists.length);
    }
    const everyone = [
      'kim',
      'bo',
      'eve',
      'tom',
      'omar',
      'noa',
      'uma',
      'leo',
      'ivan',
      'min',
      'ana',
      'ines',
      'hana',
      'sofia',
      'dee',
      'jan',
      'pat',
    ];
    const emails: Readonly<Record<string, string>> = {
      uma: 'uma@partner.example',
      pat: 'pat@partner.example',
      hana: 'hana@agency.example',
    };
    const emailOf = (name: string) => emails[name] ?? `${name}@acme.example`;
    const search = (name: string) => `${org}/members?search=${encodeURIComponent(emailOf(name))}&limit=1000`;

    test('one page, and one request for each of the others', async () => {
      const others = everyone.slice(0, 16);
      const requests = await readFor(others.map((name) => `${emailOf(name)}: member`));
      expect(requests[0]).toBe(page);
      expect(requests.slice(1).sort()).toEqual([...others.map(search), ...rights].sort());
    });

    test('the same for people who are named by ids', async () => {
      const requests = await readFor(['Kim: { id: user_kim, role: member }', 'bo@acme.example: member']);
      expect(requests[0]).toBe(page);
      expect(requests.slice(1).sort()).toEqual([`${org}/members/user_kim`, search('bo'), ...rights].sort());
    });

    test('all pages if the others are many', async () => {
      const requests = await readFor(everyone.map((name) => `${emailOf(name)}: member`));
      const others = requests.filter((path) => !rights.includes(path));
      expect(others.every((path) => path.startsWith(page) || path.includes('limit=1000&page='))).toBe(true);
    });

    test('someone whom nothing shows is told as everywhere', async () => {
      const sections =
        'teams: { Docs: { members: { ada@acme.example: owner, X: { id: user_nope, role: member } } } }\n';
      const { problems } = await orgCli(sections, { through: shortPages });
      expect(await problems()).toContain('"user_nope" is not a member of org_acme');
    });
  });

  test('no list of people where it lists none', async () => {
    expect(await requestsOf('teams: { Docs: {} }\n')).toEqual(lists.slice(0, 1));
    expect(await requestsOf('teams: { Nobody yet: { members: {} } }\n')).toEqual([
      ...lists.slice(0, 1),
      `${org}/teams/team_empty/members?limit=1000`,
    ]);
  });

  test('the list of members once where the file has members, too', async () => {
    const sections = `members: { kim@acme.example: edit }\nteams: { Docs: { members: { ${docsTeam} } } }\n`;
    expect((await requestsOf(sections)).sort()).toEqual([`${org}/members?limit=1000`, ...lists].sort());
  });
});

test('people who are searched are found whatever the case of their e-mails', async () => {
  const { changes, apply } = await orgCli(
    `teams: { Docs: { members: { ${docsTeam}, KIM@acme.example: member } } }\n`,
  );
  expect(await changes()).toEqual(['grant team-member Docs: kim@acme.example: role null -> "member"']);
  expect(await apply()).toEqual(['PUT teams/team_docs/members {"add":["user_kim"]}']);
});

describe('people of a team', () => {
  const named = (id: string, email?: string, more: object = {}) => ({
    id,
    role: null,
    user: { id, displayName: `Name of ${id}`, ...(email && { email }) },
    ...more,
  });

  /** Plans a team "Docs" of ada, where the file has one more person, in a service with these other members. */
  async function planWith(person: string, members: readonly object[]) {
    const ada = named('user_ada', 'ada@acme.example');
    const docs = await scriptedCli(
      ({ path }) => {
        const [address = '', query = ''] = path.split('?');
        if (address === `${org}/teams`) return { json: { items: [{ id: 'team_docs', title: 'Docs' }] } };
        if (address === `${org}/teams/team_docs/members`)
          return { json: { items: [{ organization: ada, team: { role: 'owner' } }] } };
        const search = new URLSearchParams(query).get('search') ?? '';
        const found = [ada, ...members].filter((one) => JSON.stringify(one).toLowerCase().includes(search));
        return { json: { items: found } };
      },
      { 'org.yaml': `${head}teams: { Docs: { members: { ada@acme.example: owner, ${person} } } }\n` },
    );
    const { code, stdout, stderr } = await docs('org plan --file org.yaml --json');
    if (code !== 0) return JSON.parse(stderr).error.message as string;
    return JSON.parse(stdout).changes.map(({ action, name }: Record<string, string>) => `${action} ${name}`);
  }

  const kim = 'kim@acme.example: member';

  test.each([
    [
      'an e-mail in another case',
      kim,
      [named('user_kim', 'Kim@Acme.example')],
      ['grant Docs: Kim@Acme.example'],
    ],
    [
      'an e-mail inside another one',
      kim,
      [named('user_kim', 'kim@acme.example'), named('user_joakim', 'joakim@acme.example')],
      ['grant Docs: kim@acme.example'],
    ],
    [
      'a disabled member',
      kim,
      [named('user_kim', 'kim@acme.example', { disabled: true })],
      ['grant Docs: kim@acme.example'],
    ],
    [
      'an id, for a shared e-mail',
      'Kim: { id: user_kim, role: member }',
      [named('user_kim', 'team@acme.example'), named('user_bo', 'team@acme.example')],
      ['grant Docs: Name of user_kim (user_kim)'],
    ],
    [
      'an id, for no e-mail',
      'Kim: { id: user_kim, role: member }',
      [named('user_kim')],
      ['grant Docs: Name of user_kim (user_kim)'],
    ],
  ])('%s', async (_, person, members, changes) => {
    expect(await planWith(person, members)).toEqual(changes);
  });

  test.each([
    [
      'a shared e-mail',
      kim,
      [named('user_kim', 'kim@acme.example'), named('user_bo', 'kim@acme.example')],
      '"kim@acme.example" is the e-mail of several members; write { id, role } instead: user_kim, user_bo',
    ],
    [
      'no one',
      kim,
      [named('user_joakim', 'joakim@acme.example')],
      '"kim@acme.example" is not a member of org_acme; the service has no operation to invite people',
    ],
    [
      'an id that no one has',
      'Kim: { id: user_kim, role: member }',
      [],
      '"user_kim" is not a member of org_acme; the service has no operation to invite people',
    ],
    [
      'someone whom the team has already',
      'Ada: { id: user_ada, role: member }',
      [],
      'teams.Docs.members.Ada: means the same as teams.Docs.members."ada@acme.example"',
    ],
  ])('%s is an error', async (_, person, members, problem) => {
    const message = await planWith(person, members);
    expect(message).toContain(problem);
    expect(message).toMatch(/^org\.yaml:2:\d+: teams\.Docs\.members\./);
  });
});

test('a search that is refused leaves the members of the team as they are', async () => {
  const refused =
    (sandbox: Transport): Transport =>
    (request, signal) =>
      request.url.includes('search=') ? forbidden(/./)(sandbox)(request, signal) : sandbox(request, signal);
  const { docs } = await orgCli(
    'teams: { Writers: { previously: [Docs], members: { kim@acme.example: owner } } }\n',
    {
      through: refused,
    },
  );
  const run = await docs('org plan --file org.yaml --json');
  expect(run.code).toBe(12);
  expect(JSON.parse(run.stdout)).toMatchObject({
    complete: false,
    changes: [{ action: 'rename', kind: 'team' }],
    unknown: [{ kind: 'organization', name: 'org_acme', part: 'member', reason: '403' }],
  });
});

test('a new owner who is searched counts for the guards only if they are not disabled', async () => {
  for (const [person, objections] of [
    ['dee@acme.example', 1],
    ['kim@acme.example', 0],
  ] as const) {
    const { plan } = await orgCli(
      `teams: { 東京オフィス: { members: { ${person}: owner, mei.chen@acme.example: member } } }\n`,
    );
    expect((await plan()).objections).toHaveLength(objections);
  }
});
