import { expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';

const people = [
  ['user_one', 'Kim@acme.example'],
  ['user_two', 'kim@ACME.example'],
  ['pat@acme.example', 'old-pat@acme.example'],
  ['user_three', 'pat@acme.example'],
].map(([id, email], at) => ({ id, user: { id, email, displayName: at < 2 ? 'Sam' : `Person ${at}` } }));
const teams = [
  { id: 'team_docs', title: 'Docs' },
  { id: 'team_ops', title: 'team_docs' },
  { id: 'Legal', title: 'Legal' },
  { id: 'team_odd', title: 'name:Legal' },
];

/** Synchronizes a roster in an organization where names are not unique. */
async function sync(roster: string) {
  const docs = await scriptedCli(
    ({ method, path }) => {
      if (method !== 'GET') return { json: {} };
      if (/\/teams\?/.test(path)) return { json: { items: teams } };
      return { json: { items: path.includes('/teams/') ? [] : people } };
    },
    { 'roster.csv': `team,user\n${roster}\n` },
  );
  return docs('teams members sync --file roster.csv --yes --quiet');
}

test.each([
  [
    'an e-mail address that two people have',
    'Docs,kim@acme.example',
    'roster.csv:2: user: 2 people have the e-mail address "kim@acme.example": write the id (user_one, user_two)',
  ],
  [
    'a name that two people have',
    'Docs,name:Sam',
    'roster.csv:2: user: 2 people have the name "Sam": write the id (user_one, user_two)',
  ],
  ['a name that no one has', 'Docs,name:Pat', 'roster.csv:2: user: there is no member "name:Pat"'],
  [
    'a title that another team has with the prefix',
    'name:Legal,user_one',
    'roster.csv:2: team: there are 2 teams "name:Legal": write the id (team_odd, Legal)',
  ],
  [
    'the id of one team that is the title of another',
    'team_docs,user_one',
    'roster.csv:2: team: "team_docs" is the id of a team, and the title of team team_ops: rename team_ops',
  ],
])('%s is a problem', async (_, row, expected) => {
  const run = await sync(`${row}\nDocs,pat@acme.example`);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain(expected);
  expect(run.requests.every(({ method }) => method === 'GET')).toBe(true);
});

test.each([
  [
    'an id is that person, whoever has it as an address',
    'Docs,pat@acme.example',
    'team_docs',
    'pat@acme.example',
  ],
  ['a team may be called as its id', 'Legal,user_one', 'Legal', 'user_one'],
  ['both may be names as in arguments', 'name:Docs,name:Person 3', 'team_docs', 'user_three'],
  ['a title behind the prefix is no id', 'name:team_docs,user_one', 'team_ops', 'user_one'],
])('%s', async (_, row, team, user) => {
  const { code, requests } = await sync(row);
  expect(code).toBe(0);
  expect(requests.filter(({ method }) => method === 'PUT')).toMatchObject([
    { path: `/v1/orgs/org_acme/teams/${team}/members`, body: { add: [user] } },
  ]);
});
