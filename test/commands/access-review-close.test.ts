import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { demoStore, fileOf, storeOf } from '../support/demo-store.ts';
import { withItems, withoutAnswer } from '../support/refusing.ts';
import { cellsIn, decidedReview, deciding, succeeds, writeDecisions } from '../support/reviews.ts';

const org = '/v1/orgs/org_acme';

/** A decision about a grant of every kind that a request can take away, once removed and once lowered. */
const decisions = {
  'organization-role user_bo org_acme': ['remove', '', 'left'],
  'organization-role user_jan org_acme': ['lower', 'read', 'writes no more'],
  'team-member user_uma team_design': ['remove', '', 'the project has ended'],
  'team-member user_linus team_docs': ['lower', 'member', 'one owner is enough'],
  'collection-team team_support col_product': ['remove', '', 'not needed'],
  'collection-team team_docs col_product': ['lower', 'edit', 'less'],
  'space-team team_support space_handbook': ['remove', '', 'not needed'],
  'space-team team_tokyo space_japanese': ['lower', 'read', 'less'],
  'collection-default  col_product': ['remove', '', 'teams have roles'],
} as const;

const writes = [
  {
    method: 'PUT',
    path: `${org}/teams/team_docs/members`,
    body: { memberships: { user_linus: { role: 'member' } } },
  },
  { method: 'PUT', path: `${org}/teams/team_design/members`, body: { remove: ['user_uma'] } },
  {
    method: 'PATCH',
    path: '/v1/collections/col_product/permissions/teams/team_docs',
    body: { role: 'edit' },
  },
  { method: 'DELETE', path: '/v1/collections/col_product/permissions/teams/team_support' },
  { method: 'PATCH', path: '/v1/spaces/space_japanese/permissions/teams/team_tokyo', body: { role: 'read' } },
  { method: 'DELETE', path: '/v1/spaces/space_handbook/permissions/teams/team_support' },
  { method: 'PATCH', path: '/v1/collections/col_product', body: { defaultLevel: null } },
  { method: 'PATCH', path: `${org}/members/user_jan`, body: { role: 'read' } },
  { method: 'PATCH', path: `${org}/members/user_bo`, body: { role: null } },
];

const close = 'access review close q4 --yes';

/** Returns what became of each grant, by its way and ids. */
function outcomes(docs: CliInFolder): Record<string, string> {
  const rows = new Map(cellsIn(docs, 'q4/population.csv').map((row) => [row.grant, row]));
  const found: Record<string, string> = {};
  for (const line of readFileSync(join(docs.folder, 'q4/outcome.jsonl'), 'utf8').trim().split('\n')) {
    const { grant, outcome } = JSON.parse(line);
    const { way, person_id, place_id } = rows.get(grant) ?? {};
    if (grant) found[`${way} ${person_id} ${place_id}`] = outcome;
  }
  return found;
}

const done = Object.fromEntries(Object.keys(decisions).map((key) => [key, 'done']));

describe('access review close', () => {
  test('carries out every decision about every kind of grant, reads the state again, and is undone', async () => {
    const docs = await sandboxCli({});
    const before = (await docs('org export')).stdout;
    await decidedReview(decisions, { docs });
    const run = await docs(`${close} --concurrency 1 --journal run.jsonl`);
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('done: 9 requests; undo with')]);
    expect(run.writes).toEqual(writes);
    expect(run.stderr).toContain(
      'plan: 5 to remove, 4 to lower, 0 tasks, 0 asked again, 0 done already, 47 kept, 0 open\n',
    );
    expect(outcomes(docs)).toEqual(done);
    await succeeds(docs, 'access review verify q4 --closed');
    const undo = 'runs undo run.jsonl --yes --max-removals 100 --allow-opening administrators';
    await succeeds(docs, undo);
    expect((await docs('org export')).stdout).toBe(before);
  });

  test('sends nothing the second time', async () => {
    const docs = await decidedReview(decisions);
    await succeeds(docs, close);
    const again = await succeeds(docs, close);
    expect(again.writes).toEqual([]);
    expect(again.stderr).toContain(
      '0 to remove, 0 to lower, 0 tasks, 0 asked again, 9 done already, 47 kept',
    );
    expect(outcomes(docs)).toEqual(done);
    await succeeds(docs, 'access review verify q4 --closed');
  });

  test('killed while it writes what became of them: closing again writes it', async () => {
    const docs = await decidedReview(decisions);
    await succeeds(docs, 'access review plan q4');
    const manifest = readFileSync(join(docs.folder, 'q4/manifest.json'));
    await succeeds(docs, close);
    writeFileSync(join(docs.folder, 'q4/manifest.json'), manifest);
    expect(await docs('access review verify q4')).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('outcome.jsonl: the manifest does not have it'),
    });
    expect((await succeeds(docs, close)).writes).toEqual([]);
    expect(outcomes(docs)).toEqual(done);
    await succeeds(docs, 'access review verify q4 --closed');
  });

  test('takes nothing away without a decision', async () => {
    const docs = await decidedReview(
      { 'team-member user_uma team_design': ['remove', '', 'left'] },
      { other: null },
    );
    const before = cellsIn(docs, 'q4/population.csv').map(({ grant, level }) => [grant, level]);
    const refused = await docs(close);
    expect([refused.code, refused.stderr, refused.requests]).toEqual([
      11,
      'error: 55 grants open; nothing was sent\nhint: --allow-open closes it all the same\n',
      [],
    ]);
    const run = await succeeds(docs, `${close} --allow-open`);
    expect(run.writes).toEqual([writes[1]]);
    const after = cellsIn(docs, 'q4/after.csv').map(({ grant, level }) => [grant, level]);
    expect(after).toEqual(before.filter(([grant]) => grant !== 'g6dbb3902627d01ff46be'));
  });

  test('asks, and sends nothing without an answer', async () => {
    const docs = await decidedReview(decisions);
    const run = await docs('access review close q4');
    expect([run.code, run.writes]).toEqual([2, []]);
    expect(run.stderr).toContain('this needs a confirmation: ');
    const dry = await docs('access review close q4 --dry-run');
    expect([dry.code, dry.writes]).toEqual([0, []]);
    const asked = await docs('access review close q4', { terminal: true, answers: ['n'] });
    expect([asked.code, asked.writes]).toEqual([2, []]);
    expect(asked.questions).toEqual([
      'remove or lower 9 grants as decided? (profile sandbox, http://sandbox.localhost)',
    ]);
    expect(existsSync(join(docs.folder, 'q4/outcome.jsonl'))).toBe(false);
  });

  test('stops at the guards: a team keeps an owner', async () => {
    const docs = await decidedReview({
      'team-member user_ada team_docs': ['remove', '', 'x'],
      'team-member user_linus team_docs': ['lower', 'member', 'x'],
    });
    const plan = await succeeds(docs, 'access review plan q4');
    expect(plan.stderr).toContain('warning: a guard refuses this: ');
    const run = await docs(close);
    expect([run.code, run.writes]).toEqual([2, []]);
    expect(run.stderr).toContain(
      'hint: `docs-admin teams members set team_docs <userId> --role owner` gives the team another owner first; if you mean it, allow it with --allow-ownerless',
    );
    expect((await succeeds(docs, `${close} --allow-ownerless`)).writes).toHaveLength(1);
  });

  test('killed after any request: the run resumes, and closing again sends nothing', async () => {
    const store = demoStore();
    const left: { readonly data: Uint8Array; readonly folder: string }[] = [];
    let isClosing = false;
    const docs = await sandboxCli(
      {},
      (sandbox) => async (request, signal) => {
        const answer = await sandbox(request, signal);
        if (!isClosing || request.method === 'GET') return answer;
        const folder = mkdtempSync(join(tmpdir(), 'docs-admin-killed-'));
        onTestFinished(() => rmSync(folder, { recursive: true }));
        cpSync(docs.folder, folder, { recursive: true });
        left.push({ data: fileOf(store), folder });
        return answer;
      },
      store,
    );
    await decidedReview(decisions, { docs });
    isClosing = true;
    await succeeds(docs, `${close} --concurrency 1 --journal run.jsonl`);
    expect(left).toHaveLength(writes.length);
    for (const [at, { data, folder }] of left.entries()) {
      const again = await sandboxCli({}, undefined, storeOf(data));
      cpSync(folder, again.folder, { recursive: true });
      rmSync(join(again.folder, 'run.jsonl.lock'));
      // Without a resumption, closing again does the rest itself.
      const resumed = at === 3 || (await succeeds(again, 'runs resume run.jsonl --yes --concurrency 1'));
      const closed = await succeeds(again, `${close} --concurrency 1`);
      expect([...(resumed === true ? [] : resumed.writes), ...closed.writes]).toEqual(writes.slice(at + 1));
      if (resumed !== true) expect(closed.writes).toEqual([]);
      expect(outcomes(again)).toEqual(done);
      await succeeds(again, 'access review verify q4 --closed');
    }
  });

  test('a request that fails is named, and closing again does the rest', async () => {
    let refuses = true;
    const refused = withoutAnswer(/permissions\/teams\/team_support$/, 403);
    const docs = await sandboxCli(
      {},
      (sandbox) => (request, signal) =>
        refuses && request.method !== 'GET' ? refused(sandbox)(request, signal) : sandbox(request, signal),
    );
    await decidedReview(decisions, { docs });
    const run = await docs(close);
    expect(run.code).toBe(9);
    expect(outcomes(docs)).toEqual({
      ...done,
      'collection-team team_support col_product': 'failed',
      'space-team team_support space_handbook': 'failed',
    });
    expect(await docs('access review verify q4 --closed')).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('is not closed'),
    });
    refuses = false;
    const again = await succeeds(docs, close);
    expect(again.writes).toEqual([writes[3], writes[5]]);
    expect(outcomes(docs)).toEqual(done);
  });
});

describe('a grant that has changed since', () => {
  test('is never touched: it is asked again, and closed after its new decision', async () => {
    const docs = await decidedReview(decisions);
    await succeeds(docs, 'collections permissions set col_product team_docs --role create --yes');
    await succeeds(docs, 'members update user_jan --role edit --yes');
    // One that was kept has grown.
    await succeeds(docs, 'members update user_ana --role create --yes');
    // One is gone already.
    await succeeds(docs, 'teams members remove team_design user_uma --yes');
    const run = await docs(close);
    expect([run.code, run.stderr]).toEqual([
      12,
      expect.stringContaining(
        'error: not all is closed: 3 grants changed since the decision, and asked again',
      ),
    ]);
    expect(run.stderr).toContain(
      '\n= Uma 👩‍💻 Thurgood <uma@partner.example> on team Design 🎨 (member): is so already\n',
    );
    expect(run.writes.map(({ path }) => path)).not.toContain(
      '/v1/collections/col_product/permissions/teams/team_docs',
    );
    expect(outcomes(docs)).toEqual({
      ...done,
      'collection-team team_docs col_product': 'again',
      'organization-role user_jan org_acme': 'again',
      'organization-role user_ana org_acme': 'again',
      'team-member user_uma team_design': 'already',
    });
    const again = ['user_linus.2.csv', 'user_ada.2.csv', 'user_grace.2.csv'].flatMap((name) =>
      cellsIn(docs, `q4/packets/${name}`),
    );
    expect(again.map(({ grant, level, decision }) => [grant, level, decision])).toEqual([
      ['g0a53929a243c80e55228', 'create', ''],
      ['g0ac620a3013b8e23bd34', 'edit', ''],
      ['g2a8607d08e15ed5bcca8', 'create', ''],
    ]);
    await succeeds(docs, 'access review verify q4');
    // What was decided about the earlier state does not count any more.
    expect(await docs(close)).toMatchObject({ code: 11, requests: [] });
    const names = writeDecisions(
      docs,
      deciding({
        'collection-team team_docs col_product': ['lower', 'edit', 'still'],
        'organization-role user_jan org_acme': ['keep'],
        'organization-role user_ana org_acme': ['remove', '', 'too much'],
      }),
      'q4',
      '.2',
    );
    await succeeds(docs, `access review import q4 ${names.join(' ')}`);
    const second = await succeeds(docs, close);
    expect(second.writes).toEqual([
      writes[2],
      { method: 'PATCH', path: `${org}/members/user_ana`, body: { role: null } },
    ]);
    await succeeds(docs, 'access review verify q4 --closed');
  });

  test('is a reason to plan again, where a plan was written', async () => {
    const docs = await decidedReview(decisions);
    await succeeds(docs, 'access review plan q4');
    await succeeds(docs, 'members update user_jan --role edit --yes');
    const run = await docs(close);
    expect([run.code, run.writes, run.stderr]).toEqual([
      6,
      [],
      `error: the plan is out of date: it would be another one by now; nothing was sent
  no longer: lower grant g0ac620a3013b8e23bd34 to read
hint: \`docs-admin access review plan q4\` makes a new plan
`,
    ]);
    await succeeds(docs, 'access review plan q4');
    expect((await docs(close)).code).toBe(12);
  });

  test('a plan that was written is carried out if it is the same', async () => {
    const docs = await decidedReview(decisions);
    const plan = await succeeds(docs, 'access review plan q4 --json');
    expect(plan.writes).toEqual([]);
    const { open, grants, changes, opens, loses, format } = JSON.parse(plan.stdout);
    expect({
      open,
      format,
      opens,
      loses: loses.length,
      changes: changes.length,
      grants: grants.length,
    }).toEqual({
      open: 0,
      format: 'docs-admin-plan/1',
      opens: [],
      loses: 9,
      changes: 9,
      grants: 9,
    });
    expect(JSON.parse(readFileSync(join(docs.folder, 'q4/plan.json'), 'utf8'))).toEqual(
      JSON.parse(plan.stdout),
    );
    expect((await succeeds(docs, close)).writes).toHaveLength(9);
  });

  test('new grants are listed, and not judged', async () => {
    const docs = await decidedReview(decisions);
    await succeeds(docs, 'teams members set team_design user_bo --role member');
    const run = await succeeds(docs, close);
    expect(run.stderr).toContain('1 grant new since the review was opened: see after.csv');
    expect(
      cellsIn(docs, 'q4/after.csv')
        .filter(({ note }) => note?.includes('new'))
        .map(({ person_id }) => person_id),
    ).toEqual(['user_bo']);
  });
});

describe('what no request can take away', () => {
  test('is a named task: a level that no way gives, the default level of a space', async () => {
    const direct = withItems(/\/members\/user_tom\/spaces/, (item) => {
      const { id } = item.space as { id: string };
      return id === 'space_guides' ? { ...item, permission: 'create' } : item;
    });
    // The list of spaces is that of an administrator.
    const withDefault = withItems(/\/members\/user_grace\/spaces/, (item) => {
      const space = item.space as { id: string };
      return space.id === 'space_handbook' ? { ...item, space: { ...space, defaultLevel: 'comment' } } : item;
    });
    const docs = await sandboxCli({}, (sandbox) => direct(withDefault(sandbox)));
    await decidedReview(
      {
        'not-shown user_tom space_guides': ['remove', '', 'left'],
        'space-default  space_handbook': ['lower', 'read', 'less'],
      },
      { docs },
    );
    const run = await succeeds(docs, close);
    expect(run.writes).toEqual([]);
    expect(run.stderr).toContain('2 tasks');
    expect(run.stderr).toContain(
      '! everyone on space Handbook (comment → read): a task, because no request can do it\n',
    );
    expect(outcomes(docs)).toEqual({
      'not-shown user_tom space_guides': 'task',
      'space-default  space_handbook': 'task',
    });
    const verified = JSON.parse((await succeeds(docs, 'access review verify q4 --closed --json')).stdout);
    expect(verified).toMatchObject({ closed: true, tasks: 2 });
  });
});

describe('lists that cannot be read', () => {
  test('make a review incomplete: it is closed only if that is allowed', async () => {
    let refuses = true;
    const refused = withoutAnswer(/team_tokyo\/members/, 403);
    const docs = await sandboxCli(
      {},
      (sandbox) => (request, signal) =>
        refuses ? refused(sandbox)(request, signal) : sandbox(request, signal),
    );
    expect((await docs('access review open q4')).code).toBe(12);
    const names = writeDecisions(
      docs,
      deciding({ 'team-member user_uma team_design': ['remove', '', 'left'] }, 'keep'),
    );
    await succeeds(docs, `access review import q4 ${names.join(' ')}`);
    expect(await docs(close)).toMatchObject({
      code: 12,
      requests: [],
      stderr: expect.stringContaining('the review is incomplete; nothing was sent'),
    });
    refuses = false;
    const run = await docs(`${close} --allow-open`);
    expect([run.code, run.writes]).toEqual([12, [writes[1]]]);
    expect(await docs('access review verify q4')).toMatchObject({ code: 12 });
  });

  test('say nothing about what is gone: it counts as unknown', async () => {
    let refuses = false;
    const refused = withoutAnswer(/team_design\/members/, 403);
    const docs = await sandboxCli(
      {},
      (sandbox) => (request, signal) =>
        refuses ? refused(sandbox)(request, signal) : sandbox(request, signal),
    );
    await decidedReview({ 'team-member user_uma team_design': ['remove', '', 'left'] }, { docs });
    refuses = true;
    expect(await docs(close)).toMatchObject({ code: 12, writes: [] });
    expect(outcomes(docs)).toEqual({ 'team-member user_uma team_design': 'unknown' });
  });
});

test('a review is of its organization, and refuses a folder that was changed', async () => {
  const docs = await decidedReview(decisions);
  expect(await docs(`${close} --org org_other`)).toMatchObject({
    code: 2,
    writes: [],
    stderr: expect.stringContaining('organization org_acme, not of org_other'),
  });
  writeFileSync(join(docs.folder, 'q4/decisions.jsonl'), '');
  for (const line of [
    close,
    'access review plan q4',
    'access review status q4',
    'access review import q4 user_noa.csv',
  ])
    expect(await docs(line)).toMatchObject({
      code: 11,
      requests: [],
      stderr: expect.stringContaining('decisions.jsonl: has been changed'),
    });
});
