import { afterAll, expect, test } from 'vitest';
import { ServiceError } from '../../../src/api/client/errors.ts';
import { getMember, listMembers } from '../../../src/api/contract/operations/members.ts';
import { getTeam, listTeamMembers, listTeams } from '../../../src/api/contract/operations/teams.ts';
import { few } from '../../../src/model/read/few.ts';
import { createReader } from '../../../src/model/read/reader.ts';
import { orUnknown } from '../../../src/model/read/unknown.ts';
import { openSeededStore } from '../../../src/sandbox/open-seeded.ts';
import { collected } from '../../../src/text/collected.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import { answer } from '../../support/scripted-transport.ts';

const demo = openSeededStore(':memory:');
afterAll(() => demo.close());

const org = 'org_acme';
const teams = `/v1/orgs/${org}/teams`;
const members = `/v1/orgs/${org}/members`;

/** A client of the demo data that notes what it reads; `status` refuses the paths that contain `refused`. */
function noting(refused = ' ', status = 403) {
  const requests: string[] = [];
  const client = sandboxClient(demo, {
    around: (transport) => (request, signal) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${pathname}${search}`);
      if (!pathname.includes(refused)) return transport(request, signal);
      return Promise.resolve(answer(status, { error: { message: 'not for you' } }));
    },
  });
  return { client, requests };
}

test('each list and each thing is read once, also where it is asked for at the same time', async () => {
  const { client, requests } = noting();
  const reader = createReader({ client });
  const [first, again] = await Promise.all([
    reader.needList(listTeams, { org }),
    reader.list(listTeams, { org }),
  ]);
  expect(first.map(({ id }) => id)).toContain('team_docs');
  expect(again).toBe(first);
  // The order of path parameters does not matter.
  await reader.needList(listTeamMembers, { org, team: 'team_docs' });
  await reader.needList(listTeamMembers, { team: 'team_docs', org });
  await Promise.all([
    reader.get(getTeam, { org, team: 'team_docs' }),
    reader.need(getTeam, { org, team: 'team_docs' }),
  ]);
  expect(requests).toEqual([
    `${teams}?limit=1000`,
    `${teams}/team_docs/members?limit=1000`,
    `${teams}/team_docs`,
  ]);
});

test('a list with other filters is another list', async () => {
  const { client, requests } = noting();
  const reader = createReader({ client });
  const all = await reader.needList(listMembers, { org });
  const administrators = await reader.needList(listMembers, { org }, { role: 'admin' });
  expect(administrators.length).toBeLessThan(all.length);
  expect(requests).toHaveLength(2);
});

test('what is only passed through is not kept, and comes from a list that is known', async () => {
  const { client, requests } = noting();
  const reader = createReader({ client });
  const through = () => collected(reader.pages(listTeams, { org }));
  expect(await through()).toEqual(await through());
  expect(requests).toHaveLength(2);
  expect([reader.has(listTeams, { org }), reader.lists()]).toEqual([false, []]);
  const list = await reader.needList(listTeams, { org });
  expect(await through()).toEqual(list);
  expect(await collected(reader.pages(listTeams, { org }, { limit: 2 }))).toEqual(list.slice(0, 2));
  expect(requests).toHaveLength(3);
});

test('readers with the same memory read nothing twice, and forget together', async () => {
  const { client, requests } = noting();
  const known = new Map<string, unknown>();
  await createReader({ client, known }).needList(listTeams, { org });
  await createReader({ client, known }).needList(listTeams, { org });
  expect(requests).toHaveLength(1);
  const late = createReader({ client, known }).needList(listMembers, { org });
  known.clear();
  await late;
  // What was under way then is not new enough.
  expect(createReader({ client, known }).has(listMembers, { org })).toBe(false);
  await createReader({ client, known }).needList(listTeams, { org });
  expect(requests).toHaveLength(3);
});

test('what does not exist is null, or an error for who needs it', async () => {
  const { client, requests } = noting();
  const reader = createReader({ client });
  const gone = { org, team: 'team_gone' };
  expect(await reader.get(getTeam, gone)).toBeNull();
  expect(await reader.list(listTeamMembers, gone)).toBeNull();
  await expect(reader.need(getTeam, gone)).rejects.toMatchObject({ status: 404 });
  await expect(reader.needList(listTeamMembers, gone)).rejects.toThrow(ServiceError);
  expect(requests).toHaveLength(2);
});

test.each([403, 404])('what is refused with %i is unknown where the caller can go on', async (status) => {
  const { client } = noting('/team_docs/members', status);
  const reading = createReader({ client }).needList(listTeamMembers, { org, team: 'team_docs' });
  expect(await orUnknown(reading)).toMatchObject({ unknown: 'not for you', status });
});

test.each([401, 409])('after a %i, nothing is unknown: it is an error', async (status) => {
  const { client } = noting('/team_docs/members', status);
  const reader = createReader({ client });
  const reading = () => reader.list(listTeamMembers, { org, team: 'team_docs' });
  await expect(orUnknown(reading())).rejects.toMatchObject({ status });
  await expect(reading()).rejects.toMatchObject({ status });
});

test('a few things are read one by one, and of more the list', async () => {
  const { client, requests } = noting();
  const reader = createReader({ client });
  const wanted = ['user_ada', 'user_gone', 'user_kim', 'user_ada'];
  const alone = await few(reader, 'member', { org }, wanted, { most: 3, atOnce: 1 });
  expect(requests).toEqual(['user_ada', 'user_gone', 'user_kim'].map((id) => `${members}/${id}`));
  const listed = await few(reader, 'member', { org }, wanted, { most: 2, atOnce: 1 });
  expect(requests.slice(3)).toEqual([`${members}?limit=1000`]);
  expect([...alone.keys()].sort()).toEqual(['user_ada', 'user_kim']);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(alone));
  expect(alone.get('user_ada')).toEqual(await reader.get(getMember, { org, user: 'user_ada' }));
});
