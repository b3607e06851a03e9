import { expect, test } from 'vitest';
import { decidedReview, deciding, succeeds, writeDecisions } from '../support/reviews.ts';

const close = 'access review close q4 --yes';
const decisions = { 'team-member user_uma team_design': ['remove', '', 'has left'] };
const removal = [
  { method: 'PUT', path: '/v1/orgs/org_acme/teams/team_design/members', body: { remove: ['user_uma'] } },
];

test.for<string[]>([
  ['undo', 'runs undo run.jsonl --yes'],
  ['another user', 'teams members add team_design user_uma --yes'],
])('what %s has brought back is not taken away a second time, but asked again', async ([, line = '']) => {
  const docs = await decidedReview(decisions);
  expect((await succeeds(docs, `${close} --journal run.jsonl`)).writes).toEqual(removal);
  await succeeds(docs, line);
  expect((await succeeds(docs, 'access review plan q4 --json --query changes')).stdout).toBe('[]\n');
  const run = await docs(close);
  expect(run).toMatchObject({ code: 12, writes: [] });
  expect(run.stderr).toContain('1 grant changed since the decision, and asked again');
  expect(await docs(close)).toMatchObject({ code: 11, requests: [] });
  expect((await docs(`${close} --allow-open`)).writes).toEqual([]);
  expect((await succeeds(docs, 'access review verify q4 --json --query open')).stdout).toBe('1\n');
  const names = writeDecisions(docs, deciding(decisions), 'q4', '.2');
  await succeeds(docs, `access review import q4 ${names.join(' ')}`);
  expect((await docs('access review verify q4 --closed')).code).toBe(11);
  expect((await succeeds(docs, close)).writes).toEqual(removal);
  expect((await succeeds(docs, close)).writes).toEqual([]);
  await succeeds(docs, 'access review verify q4 --closed');
});
