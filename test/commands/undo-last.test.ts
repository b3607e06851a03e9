import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';

type Docs = (line: string, options?: Parameters<CliInFolder>[1]) => Promise<Run>;

/** Makes a command line that keeps history. */
async function recording(): Promise<{ docs: Docs; folder: string }> {
  const made = await sandboxCli({
    'rows.txt': 'teams update team_docs --title Writers\nsites update site_handbook --title Guide\n',
  });
  const docs: Docs = (line, options = {}) =>
    made(line, { ...options, env: { DOCS_ADMIN_HISTORY: 'on', ...options.env } });
  return { docs, folder: made.folder };
}

describe('undo walks back to changes of a thing that was deleted since, and made again', () => {
  test.for([
    [
      'team',
      [
        'teams update team_design --title New',
        'teams members set team_design user_pat --role member --yes',
        'teams delete team_design --yes',
        'teams delete team_1 --yes',
      ],
    ],
    [
      'section',
      [
        'sections update section_news --site site_docs --title Newest',
        'site-spaces update sitesp_changelog --site site_docs --path new',
        'sections delete section_news --site site_docs --yes',
      ],
    ],
    [
      'default of a section in a group',
      [
        'sections update section_api --site site_docs --default-site-space sitesp_sdk',
        'sections delete section_api --site site_docs --yes',
      ],
    ],
    [
      'first space of a section, to which nothing is sent',
      [
        'site-spaces update sitesp_changelog --site site_docs --condition visitor.isLoggedIn --yes',
        'site-spaces update sitesp_changelog --site site_docs --no-condition --yes',
        'sections delete section_news --site site_docs --yes',
      ],
    ],
    [
      'space that is published anew in another section, and back',
      [
        'site-spaces update sitesp_sdk --site site_docs --path other',
        'site-spaces transfer sitesp_sdk --site site_docs --to-section section_guides --yes',
      ],
    ],
    [
      'collection',
      [
        'collections update col_empty --title New',
        'collections permissions set col_empty team_docs --role read --yes',
        'collections delete col_empty --yes',
      ],
    ],
    [
      'translation',
      ['translations update translation_docs --title New', 'translations delete translation_docs --yes'],
    ],
  ] as const)('%s', async ([, lines]) => {
    const { docs } = await recording();
    const state = async () => (await docs('org export')).stdout;
    const before = await state();
    for (const line of lines) {
      // What a first undo has made again is deleted once more.
      if (line.includes('_1')) await docs('undo --yes --allow-opening public,administrators');
      expect(await docs(line), line).toMatchObject({ code: 0 });
    }
    for (const line of lines.filter((one) => !one.includes('_1')))
      expect(await docs('undo --yes --allow-opening public,administrators'), line).toMatchObject({ code: 0 });
    expect(await state()).toBe(before);
    expect((await docs('undo --yes')).stderr).toBe('nothing to undo\n');
  });

  test('and says what is gone', async () => {
    const { docs } = await recording();
    await docs('site-spaces update sitesp_changelog --site site_docs --path new');
    await docs('sections delete section_news --site site_docs --yes --no-history');
    const undo = await docs('undo --yes');
    expect(undo).toMatchObject({ code: 6, writes: [] });
    expect(undo.stderr).toContain('stays as it is: it has been deleted since');
  });
});

const titleBack = [
  { method: 'PATCH', path: '/v1/orgs/org_acme/sites/site_docs', body: { title: 'Acme Docs' } },
];

describe('undo walks back past a run of which nothing can be taken back', () => {
  test.for([
    'change-requests merge cr_onboarding --space space_handbook --yes',
    'comments delete comment_question --space space_handbook --yes',
    'members remove user_gil --yes',
    'members set-sso user_pat --yes',
  ])('%s', async (line) => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    expect(await docs(line)).toMatchObject({ code: 0 });
    expect(await docs('undo --dry-run')).toMatchObject({ code: 0, writes: [] });
    const first = await docs('undo --yes');
    expect(first).toMatchObject({ code: 0, writes: [] });
    expect(first.stderr).toContain('cannot be restored: ');
    const run = /`docs-admin undo` goes on with the run before; `docs-admin runs undo (\S+)` looks at/.exec(
      first.stderr,
    )?.[1];
    expect(await docs('runs list -o csv --fields state')).toMatchObject({
      stdout: 'state\nfinished\nfinished\n',
    });
    expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
    expect((await docs(`runs undo ${run} --yes`)).stderr).toContain('cannot be restored: ');
  });

  test('of work of several too', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    await docs('comments delete comment_question comment_done --space space_handbook --yes');
    expect((await docs('undo --yes')).stderr).toContain('0 left alone, 2 lost');
    expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
  });

  test.for([
    ['user_dee', 'user_dee is not a member of org_acme'],
    ['user_dee user_gil', 'user_dee and user_gil are not members of org_acme'],
  ])('because %s must be invited first, exit 2', async ([people, why]) => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    expect(await docs(`members offboard ${people} --yes`)).toMatchObject({ code: 0 });
    for (const line of ['undo --dry-run', 'undo --yes']) {
      const refused = await docs(line);
      expect(refused).toMatchObject({ code: 2, writes: [] });
      expect(refused.stderr).toContain(`error: ${why}; nothing was sent\n`);
    }
    expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
    const [, run] =
      /^(.*),members offboard$/m.exec((await docs('runs list -o csv --fields id,what')).stdout) ?? [];
    const again = await docs(`runs undo ${run} --yes`);
    expect(again).toMatchObject({ code: 2, writes: [] });
    expect(again.stderr).toContain(`then \`docs-admin runs undo ${run}\`\n`);
  });

  test('because others have changed all of it since, exit 6', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    await docs('teams update team_docs --title Writers');
    await docs('teams update team_docs --title Authors --no-history');
    expect(await docs('undo --yes')).toMatchObject({ code: 6, writes: [] });
    expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
  });

  test('not past one that a guard has refused, or no one has agreed to', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    await docs('teams delete team_docs --yes');
    for (const line of ['undo --allow-opening administrators', 'undo --yes'])
      expect(await docs(line)).toMatchObject({ code: 2, writes: [] });
    const undo = await docs('undo --yes --allow-opening administrators');
    expect(undo.stderr).toContain('create team "Docs"');
  });
});

test('an undo that was undone counts no longer, and the run that did that is the last one', async () => {
  const { docs } = await recording();
  const title = async () => JSON.parse((await docs('sites get site_docs --json')).stdout).title;
  await docs('sites update site_docs --title One');
  await docs('sites update site_docs --title Two');
  const [two] = (await docs('runs list -o id')).stdout.split('\n');
  await docs('undo --yes --journal undo.jsonl');
  await docs('runs undo undo.jsonl --yes --journal again.jsonl');
  expect(await title()).toBe('Two');
  const named = await docs(`runs undo ${two} --yes`);
  expect(named).toMatchObject({ code: 2, requests: [] });
  expect(named.stderr).toMatch(
    /^error: run \S+ has been undone by run \S+\/undo\.jsonl, and that by run \S+\/again\.jsonl\nhint: `docs-admin runs undo \S+\/again\.jsonl` takes that back\n$/,
  );
  expect(await docs('undo --yes --journal last.jsonl')).toMatchObject({ code: 0 });
  expect(await title()).toBe('One');
  expect((await docs(`runs undo ${two} --yes`)).stderr).toMatch(
    /undone by run \S+\/last\.jsonl: nothing to do; `docs-admin runs undo \S+\/last\.jsonl` takes that back\n$/,
  );
  expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
  expect(await docs('undo --yes')).toMatchObject({ stderr: 'nothing to undo\n' });
});

describe('a run whose journal is where a person wants it', () => {
  const several = 'batch --file rows.txt --journal run.jsonl';

  /** One change, and then a run with a journal in another folder. */
  async function twoRuns() {
    const { docs, folder } = await recording();
    await docs('sites update site_docs --title One');
    expect(await docs(several)).toMatchObject({ code: 0 });
    return {
      docs,
      journal: join(folder, 'run.jsonl'),
      history: join(folder, 'history', '20260601-001.jsonl'),
    };
  }

  test('is listed by the name that commands take, and is the last run', async () => {
    const { docs, journal } = await twoRuns();
    expect((await docs('runs list -o csv --fields id,what,state,single')).stdout).toContain(
      `${journal},batch,finished,false\n`,
    );
    const undo = await docs('undo --yes');
    expect(undo.writes.map(({ body }) => body)).toEqual([
      { title: expect.stringContaining('Handbook') },
      { title: 'Docs' },
    ]);
    expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
    expect(await docs('undo --yes')).toMatchObject({ stderr: 'nothing to undo\n' });
  });

  test('is found although history is off, and its undo is no run to undo', async () => {
    const { docs } = await twoRuns();
    const off = { env: { DOCS_ADMIN_HISTORY: 'off' } };
    expect((await docs('undo --yes --journal back.jsonl', off)).writes).toHaveLength(2);
    rmSync((await docs('runs list -o json --query 0.id')).stdout.trim().replaceAll('"', ''), { force: true });
    expect((await docs('undo --yes', off)).writes).toEqual(titleBack);
  });

  test.for<[string, (journal: string) => void, RegExp]>([
    ['is gone', (path) => rmSync(path), /cannot read .*run\.jsonl: no such file or directory/],
    [
      'is cut off at its beginning',
      (path) => writeFileSync(path, '{"type":"run","form'),
      /run\.jsonl is not the journal/,
    ],
    ['is empty', (path) => writeFileSync(path, ''), /run\.jsonl is not the journal of a run/],
    [
      'has a line that was changed',
      (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"type":"intent"', '"type":"x"')),
      /line \d+ of .*run\.jsonl cannot be read/,
    ],
    [
      'is that of another run',
      (path) => writeFileSync(path, readFileSync(path, 'utf8').replace(/"id":"\w+-\w+"/, '"id":"other"')),
      /run\.jsonl is the journal of another run/,
    ],
  ])('and %s: undo names it, and does not take the run before', async ([, damage, why]) => {
    const { docs, journal } = await twoRuns();
    damage(journal);
    for (const line of ['undo --yes', 'undo --dry-run', 'runs undo --last --yes']) {
      const run = await docs(line);
      expect(run).toMatchObject({ code: 3, writes: [] });
      expect(run.stderr).toMatch(why);
      expect(run.stderr).toContain(
        'hint: put the file back, or name the run to undo: `docs-admin runs list` shows them\n',
      );
    }
    const list = await docs('runs list -o csv --fields id,what,state');
    const [, first, second] = list.stdout.split('\n');
    expect(first).toBe(`${journal},batch,unreadable`);
    const [id] = second?.split(',') ?? [];
    expect(await docs(`runs undo ${id} --yes`)).toMatchObject({ code: 0, writes: titleBack });
  });

  test('and is gone after it was undone: undo goes on with the run before', async () => {
    const { docs, journal } = await twoRuns();
    await docs('undo --yes');
    rmSync(journal);
    expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
  });

  test('of another profile or place is left alone, also if it is gone', async () => {
    const { docs, folder } = await recording();
    await docs('sites update site_docs --title One');
    const line = { run: '20260601T120001-aaaaaa', journal: '/nowhere/run.jsonl', command: 'batch' };
    const place = { baseUrl: 'https://other.example', org: 'org_acme', profile: 'other' };
    appendFileSync(
      join(folder, 'history', '20260601-001.jsonl'),
      `\n${JSON.stringify({ ...line, ...place, started: '2026-06-01T12:00:01.000Z' })}`,
    );
    expect(await docs('undo --yes')).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('nowhere'),
    });
  });

  test('goes on with a note where its place cannot be recorded', async () => {
    const { docs, folder } = await recording();
    writeFileSync(join(folder, 'history'), '');
    const run = await docs(several);
    expect(run).toMatchObject({ code: 0, writes: [{}, {}] });
    expect(run.stderr).toContain(
      `not a directory (ENOTDIR): \`docs-admin undo\` does not find this run, \`docs-admin runs undo ${join(folder, 'run.jsonl')}\` does\n`,
    );
  });
});

/** Makes a command line that keeps history, of a service that refuses to change teams while `isRefused`. */
async function refusing() {
  const state = { isRefused: false };
  const made = await sandboxCli(
    { 'rows.txt': 'teams update team_docs --title Writers\nsites update site_handbook --title Guide\n' },
    (sandbox): Transport =>
      async (request, signal) =>
        state.isRefused && request.method === 'PATCH' && request.url.includes('/teams/')
          ? { status: 403, headers: {}, body: new Uint8Array() }
          : sandbox(request, signal),
  );
  const docs: Docs = (line) => made(line, { env: { DOCS_ADMIN_HISTORY: 'on' } });
  return { docs, state };
}

/** Makes a command line whose undo of the last run has failed in a part. */
async function withFailedUndo() {
  const { docs, state } = await refusing();
  await docs('sites update site_docs --title One');
  await docs('batch --file rows.txt --yes');
  state.isRefused = true;
  expect(await docs('undo --yes')).toMatchObject({ code: 9 });
  return { docs, state };
}

test('an undo of which a part has failed is named, and the run before is not undone instead', async () => {
  const { docs, state } = await withFailedUndo();
  state.isRefused = false;
  const again = await docs('undo --yes');
  expect(again).toMatchObject({ code: 2, writes: [] });
  const [, resume = ''] = /`docs-admin (runs resume \S+)` continues that one/.exec(again.stderr) ?? [];
  const path = '/v1/orgs/org_acme/teams/team_docs';
  expect((await docs(`${resume} --yes`)).writes).toEqual([
    { method: 'PATCH', path, body: { title: 'Docs' } },
  ]);
  expect((await docs('undo --yes')).writes).toMatchObject([{ body: { title: 'Acme Docs' } }]);
});

describe('undo --skip', () => {
  test('goes on behind an undo that cannot finish, which stays as it is', async () => {
    const { docs } = await withFailedUndo();
    const blocked = await docs('undo --yes');
    expect(blocked).toMatchObject({ code: 2, writes: [] });
    expect(blocked.stderr).toContain('; `docs-admin undo --skip` leaves the last run\n');
    // What is not carried out skips nothing.
    for (const line of ['undo --skip --dry-run', 'undo --skip'])
      expect((await docs(line)).stderr).toContain('title: One → Acme Docs');
    expect(await docs('undo --yes')).toMatchObject({ code: 2, writes: [] });
    expect(await docs('undo --skip --yes')).toMatchObject({ code: 0, writes: titleBack });
    expect(await docs('undo --yes')).toMatchObject({ code: 0, stderr: 'nothing to undo\n' });
  });

  test('leaves a run that a guard refuses; it can still be named', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    await docs('teams delete team_docs --yes');
    expect(await docs('undo --yes')).toMatchObject({ code: 2, writes: [] });
    const [deleted] = (await docs('runs list -o id')).stdout.split('\n');
    expect(await docs('undo --skip --yes')).toMatchObject({ code: 0, writes: titleBack });
    expect(await docs('undo --skip --yes')).toMatchObject({ code: 0, stderr: 'nothing to undo\n' });
    expect(await docs(`runs undo ${deleted} --skip --yes`)).toMatchObject({ code: 2, requests: [] });
    const named = await docs(`runs undo ${deleted} --yes --allow-opening administrators`);
    expect(named.stderr).toContain('create team "Docs"');
  });
});

test('an undo that did nothing and was undone itself does not stand before the run before', async () => {
  const { docs, state } = await refusing();
  await docs('sites update site_docs --title One');
  await docs('teams update team_docs --title Writers');
  state.isRefused = true;
  expect(await docs('undo --yes')).toMatchObject({ code: 9 });
  const [failed] = (await docs('runs list -o id')).stdout.split('\n');
  expect((await docs(`runs undo ${failed} --yes`)).stderr).toContain('goes on with the run before');
  expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
});

test.for([
  'sites update site_docs --title One',
  'members update user_pat --role guest --yes',
  'teams members set team_docs user_ada --role owner --yes',
  'spaces permissions set space_guides team_design --role review --yes',
  'sections move section_api --site site_docs --after section_guides',
  'custom-fields values set tier=gold --space space_guides',
  'batch --file rows.txt --yes --quiet',
])('a run that sets what is there already is not the last one that changed something: %s', async (line) => {
  const { docs } = await recording();
  await docs('teams update team_docs --title Writers');
  await docs('sites update site_handbook --title Guide');
  await docs('sites update site_docs --title One');
  const before = (await docs('org export')).stdout;
  expect(await docs(line)).toMatchObject({ code: 0 });
  expect((await docs('org export')).stdout).toBe(before);
  expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
});
