import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { withoutAnswer } from '../support/refusing.ts';
import { cellsIn, decidedReview, succeeds } from '../support/reviews.ts';

test('--redact leaves nothing of people in any file, nor in a name of one, and closes as any review', async () => {
  const docs = await sandboxCli({});
  const members = JSON.parse((await docs('members list --json')).stdout) as {
    id: string;
    user: { displayName: string; email: string };
  }[];
  await succeeds(docs, 'access review open plain');
  await decidedReview({}, { docs, flags: '--redact' });
  const pseudonyms = new Map(
    cellsIn(docs, 'plain/population.csv').map(({ person_id }, at) => [
      person_id,
      cellsIn(docs, 'q4/population.csv')[at]?.person_id,
    ]),
  );
  // Decisions about people and about what they hold, so that plan and outcome name them.
  const rows = cellsIn(docs, 'q4/population.csv');
  const wanted = new Set(['user_bo', 'user_uma', 'user_jan'].map((id) => pseudonyms.get(id)));
  const removed = rows.filter(({ person_id, way }) => wanted.has(person_id) && way !== 'not-shown');
  expect(removed.length).toBeGreaterThan(3);
  await decidedReview(
    Object.fromEntries(
      removed.map(({ way, person_id, place_id }) => [
        `${way} ${person_id} ${place_id}`,
        ['remove', '', 'left'],
      ]),
    ),
    { docs, review: 'q5', flags: '--redact' },
  );
  await succeeds(docs, 'members update user_jan --role admin --yes');
  const closed = await docs('access review close q5 --yes');
  expect(closed.code).toBe(12);
  expect(closed.writes).toHaveLength(removed.length - 1);
  const folder = join(docs.folder, 'q5');
  const files = readdirSync(folder, { recursive: true }).map(String);
  expect(files).toEqual(
    expect.arrayContaining(['plan.json', 'outcome.jsonl', 'after.csv', 'decisions.jsonl']),
  );
  expect(files.some((name) => /^packets\/person_[0-9a-f]{20}\.2\.html$/.test(name))).toBe(true);
  const originals = members.flatMap(({ id, user }) => [id, user.displayName, user.email]);
  for (const name of files) {
    const text = statSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), 'utf8') : '';
    // The name Bo is in other words.
    const found = originals.filter((one) => one !== 'Bo' && `${name}\n${text}`.includes(one));
    expect([name, found]).toEqual([name, []]);
  }
  for (const { stdout, stderr } of [
    closed,
    await docs('access review plan q5'),
    await docs('access review verify q5'),
  ])
    expect(originals.filter((one) => one !== 'Bo' && `${stdout}${stderr}`.includes(one))).toEqual([]);
});

test('what waits for a person in vain names the pseudonym', async () => {
  const refused = withoutAnswer(/members\/user_bo$/, 403);
  const docs = await sandboxCli(
    {},
    (sandbox) => (request, signal) =>
      (request.method === 'PATCH' ? refused(sandbox) : sandbox)(request, signal),
  );
  await succeeds(docs, 'access review open plain');
  const own = cellsIn(docs, 'plain/population.csv').findIndex((row) => row.person_id === 'user_bo');
  await succeeds(docs, 'access review open one --redact');
  const bo = cellsIn(docs, 'one/population.csv')[own]?.person_id;
  const decisions = Object.fromEntries(
    [`organization-role ${bo} org_acme`, `team-member ${bo} team_support`].map((grant) => [
      grant,
      ['remove', '', 'left'],
    ]),
  );
  await decidedReview(decisions, { docs, flags: '--redact' });
  const closed = await docs('access review close q4 --yes');
  expect(closed.code).toBe(9);
  expect(closed.stdout).toContain(`an earlier change that it needs has failed: member ${bo}`);
  expect(closed.stdout + closed.stderr).not.toMatch(/user_bo|bo@acme/);
});

test('with pseudonyms, the ids of grants depend on the key of this machine', async () => {
  const docs = await sandboxCli({});
  await succeeds(docs, 'access review open plain');
  await succeeds(docs, 'access review open one --redact');
  await succeeds(docs, 'access review open two --redact');
  const ids = (name: string) => cellsIn(docs, `${name}/population.csv`).map(({ grant }) => grant);
  expect(ids('two')).toEqual(ids('one'));
  expect(ids('one').filter((id) => ids('plain').includes(id))).toEqual([]);
});

test('a review is closed with the key that it was opened with: no grant would be found with another one', async () => {
  const docs = await decidedReview(
    { 'collection-team team_support col_product': ['remove', '', 'not needed'] },
    { docs: await sandboxCli({}), flags: '--redact' },
  );
  for (const line of ['close q4 --yes', 'plan q4'])
    expect(await docs(`access review ${line}`, { pseudonymKey: 'another key' })).toMatchObject({
      code: 2,
      requests: [],
      stderr:
        'error: the pseudonyms of the review have another key than those of this user\nhint: close it as the user, and on the machine, that has opened it\n',
    });
  expect((await succeeds(docs, 'access review close q4 --yes')).writes).toHaveLength(1);
});
