import { describe, expect, test } from 'vitest';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';

/** Runs `row` with `batch`, and undoes it: what it deleted is made again. */
async function madeAgain(row: string): Promise<CliInFolder> {
  const docs = await sandboxCli({ ...exampleFiles, 'rows.txt': `${row}\n` });
  await docs('batch --file rows.txt --journal run.jsonl --yes');
  expect(
    await docs('runs undo run.jsonl --yes --journal undo.jsonl --allow-opening public,administrators'),
  ).toMatchObject({ code: 0 });
  return docs;
}

const undo = 'runs undo undo.jsonl --allow-delete sites --yes';

describe('undo of an undo deletes what was made again', () => {
  test.each([
    'collections delete col_empty --yes',
    'custom-fields delete review_days --yes',
    'teams delete team_design --yes',
    'sites delete site_docs --yes',
    'sections delete section_api --site site_docs --yes',
    'section-groups delete group_learn --site site_docs --yes',
    'translations delete translation_docs --yes',
    'translations languages delete translation_docs fr --yes',
    'saml delete saml_okta --yes',
    'openapi delete payments --yes',
  ])('%s', async (row) => {
    const docs = await madeAgain(row);
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
    expect(run.stderr).not.toContain('stays as it is');
  });

  test('`runs show` has the new id in all rows of what was made again', async () => {
    const docs = await madeAgain('teams delete team_design --yes');
    const { rows, changes } = JSON.parse((await docs('runs show undo.jsonl --json')).stdout);
    for (const all of [rows, changes])
      expect(all.map(({ id }: { id: string }) => id)).toEqual(['team_1', 'team_1', 'team_1']);
  });

  test('and first sets another default where it is the default of its list', async () => {
    const docs = await madeAgain('site-spaces delete sitesp_guides --site site_docs --yes');
    const site = '/v1/orgs/org_acme/sites/site_docs';
    const run = await docs(undo);
    expect(run).toMatchObject({
      code: 0,
      writes: [
        {
          method: 'PATCH',
          path: `${site}/sections/section_guides`,
          body: { defaultSiteSpace: 'sitesp_tutorials' },
        },
        { method: 'DELETE', path: `${site}/site-spaces/sitesp_1` },
      ],
    });
    expect(run.stderr).not.toContain('stays as it is');
  });
});

describe('undo of an undo leaves what someone has changed since', () => {
  test.each([
    ['collections delete col_empty --yes', 'collections update col_1 --description New'],
    ['custom-fields delete review_days --yes', 'custom-fields update review_days --description New'],
    ['teams delete team_design --yes', 'teams members set team_1 user_kim'],
    ['sites delete site_docs --yes', 'sites update site_1 --visibility unlisted'],
    ['saml delete saml_okta --yes', 'saml update saml_1 --entity-id urn:new'],
  ])('%s, then %s', async (row, change) => {
    const docs = await madeAgain(row);
    expect(await docs(change)).toMatchObject({ code: 0 });
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 6, writes: [] });
    expect(run.stderr).toMatch(/ stays as it is: (\w+ has been changed since|others have added Kim )/);
  });
});

describe('what a run has deleted before that which it was in is made again once', () => {
  test.each([
    [
      ['collections delete col_legacy', 'collections delete col_product'],
      'collections list --fields title --no-headers',
    ],
    [
      ['site-spaces delete sitesp_sdk --site site_docs', 'sections delete section_api --site site_docs'],
      'site-spaces list site_docs --fields path,section --no-headers',
    ],
  ])('%j', async (rows, list) => {
    const docs = await sandboxCli({ 'rows.txt': rows.map((row) => `${row} --yes\n`).join('') });
    // The ids of what is made again are new.
    const listed = async () =>
      (await docs(list)).stdout
        .replace(/section_\w+/g, '')
        .split('\n')
        .sort();
    const before = await listed();
    await docs('batch --file rows.txt --journal run.jsonl --yes');
    expect(await docs('runs undo run.jsonl --yes --allow-opening public,administrators')).toMatchObject({
      code: 0,
    });
    expect(await listed()).toEqual(before);
  });
});

test('the parts of what is made again are no changes of their own', async () => {
  const docs = await sandboxCli({ ...exampleFiles, 'rows.txt': 'collections delete col_product --yes\n' });
  await docs('batch --file rows.txt --journal run.jsonl --yes');
  const run = await docs(
    'runs undo run.jsonl --yes --journal undo.jsonl --allow-opening public,administrators',
  );
  expect(run.stderr.match(/^[+~-] .*$/gm)).toEqual([
    '+ create collection "Product" (col_product) (made again: its id is new)',
  ]);
  expect((await docs(undo)).stderr).not.toContain('(col_product)');
});

test('each of several sites that are made again gets its own adaptive schema', async () => {
  const sites = ['site_docs', 'site_handbook'];
  const schema = (claim: string) =>
    JSON.stringify({ type: 'object', properties: { [claim]: { type: 'string' } } });
  const docs = await sandboxCli({
    'rows.txt': sites.map((id) => `sites delete ${id} --yes\n`).join(''),
    ...Object.fromEntries(sites.map((id) => [`${id}.json`, schema(id)])),
  });
  for (const id of sites)
    expect(await docs(`sites adaptive-schema set ${id} --schema ${id}.json`)).toMatchObject({ code: 0 });
  await docs('batch --file rows.txt --journal run.jsonl --max-removals 100 --yes');
  const run = await docs('runs undo run.jsonl --allow-opening public --yes');
  expect(run, run.stderr).toMatchObject({ code: 0 });
  const set = run.writes.filter(({ path }) => path.endsWith('/adaptive-schema'));
  expect(set.map(({ body }) => JSON.stringify(body).match(/site_\w+/)?.[0]).sort()).toEqual(sites);
  expect(new Set(set.map(({ path }) => path)).size).toBe(2);
});

test('a section whose group others have deleted comes back without it, and says so', async () => {
  const docs = await sandboxCli();
  const env = { DOCS_ADMIN_HISTORY: 'on' };
  await docs('sections delete section_guides --site site_docs --yes', { env });
  await docs('section-groups delete group_learn --site site_docs --yes --no-history', { env });
  const undo = await docs('undo --yes --allow-opening public', { env });
  expect(undo, undo.stderr).toMatchObject({ code: 6 });
  expect(undo.stderr).toMatch(/section "Guides" .*: section group group_learn has been deleted since\n/);
  expect(undo.writes[0]).toMatchObject({
    method: 'POST',
    path: '/v1/orgs/org_acme/sites/site_docs/sections',
  });
  expect(undo.writes.filter(({ path }) => path.includes('section-groups'))).toEqual([]);
});

test.each([
  {
    change: 'saml delete saml_okta',
    gone: 'teams delete team_docs',
    says: 'SAML provider "Okta" (saml_okta) stays as it is: defaultTeam: team team_docs no longer exists',
    sent: ['POST /v1/orgs/org_acme/saml'],
  },
  {
    change: 'teams delete team_design',
    gone: 'collections delete col_product',
    says: 'roles of teams on space space_guides stay as they are: it no longer exists',
    sent: ['PUT /v1/orgs/org_acme/teams', 'PUT /v1/orgs/org_acme/teams/team_1/members'],
  },
  {
    change: 'collections move col_api --no-parent',
    gone: 'collections delete col_product',
    says: 'collection "API & SDKs" (col_api) stays as it is: parent: collection col_product no longer exists',
    sent: [],
  },
])('after $change, undo names nothing that others have deleted since: $gone', async (row) => {
  const docs = await sandboxCli();
  const env = { DOCS_ADMIN_HISTORY: 'on' };
  await docs(`${row.change} --yes`, { env });
  await docs(`${row.gone} --yes --no-history --max-removals 100`, { env });
  const undo = await docs('undo --yes', { env });
  expect(undo, undo.stderr).toMatchObject({ code: 6 });
  expect(undo.stderr).toContain(`warning: ${row.says}\n`);
  expect(undo.writes.map(({ method, path }) => `${method} ${path}`)).toEqual(row.sent);
});

describe('words of an undo', () => {
  const undone = (docs: CliInFolder, run: string, journal: string) =>
    docs(`runs undo ${run} --yes --journal ${journal} --allow-opening administrators -o csv --no-headers`);

  test('name each thing that comes back with another one', async () => {
    const docs = await sandboxCli({ 'rows.txt': 'translations delete translation_docs --yes\n' });
    await docs('batch --file rows.txt --journal run.jsonl --yes');
    const { stdout } = await undone(docs, 'run.jsonl', 'undo.jsonl');
    expect(stdout.split('\n').filter((line) => line.includes(': language '))).toHaveLength(3);
  });

  test('have names for teams and people who come back, and a word for no role', async () => {
    const rows = [
      'members update user_pat --role edit',
      'collections permissions set col_internal team_docs --role edit',
      'teams members set team_empty user_ada --role member',
    ];
    const docs = await sandboxCli({ 'rows.txt': `${rows.join('\n')}\n` });
    await docs('batch --file rows.txt --journal run.jsonl --yes');
    expect((await undone(docs, 'run.jsonl', 'undo.jsonl')).stderr).toContain('role: edit → guest');
    const { stderr } = await undone(docs, 'undo.jsonl', 'redo.jsonl');
    expect(stderr).toContain('role: guest → edit');
    expect(stderr).toContain('"Docs" (team_docs): none → edit');
    expect(stderr).toContain('+ Ada Lovelace <ada@acme.example> (member)');
  });
});
