import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { sandboxState, without } from '../support/sandbox-state.ts';

const env = { DOCS_ADMIN_HISTORY: 'on' };

/** A command line on the demo data, with the state of the service. */
async function recorded() {
  const store = demoStore();
  const docs = await sandboxCli({}, undefined, store);
  return { store, run: (line: string, stdin?: string) => docs(line, { env, stdin }) };
}

test('people whom a request of api names by e-mail addresses are put back', async () => {
  const { store, run } = await recorded();
  const before = sandboxState(store);
  const body = { add: ['KIM@acme.example', 'user_pat'], remove: ['gil@contractor.example'] };
  const line =
    'api PUT /v1/orgs/org_acme/teams/team_docs/members --input - --allow-opening administrators --yes';
  expect(await run(line, JSON.stringify(body))).toMatchObject({ code: 0, writes: [{ body }] });
  expect(sandboxState(store)).not.toEqual(before);
  expect(await run('undo --yes')).toMatchObject({ code: 0 });
  expect(sandboxState(store, before)).toEqual(before);
});

test('an address of no one goes to the service as it is', async () => {
  const { run } = await recorded();
  const body = { add: ['nobody@acme.example'] };
  const line = 'api PUT /v1/orgs/org_acme/teams/team_docs/members --input - --yes';
  const sent = await run(line, JSON.stringify(body));
  expect(sent).toMatchObject({ code: 1, writes: [{ body }], stderr: expect.stringContaining('400') });
});

test('a collection of another organization than the one of the line comes back there', async () => {
  const { store, run } = await recorded();
  const before = sandboxState(store);
  expect(await run('collections delete col_globex --yes')).toMatchObject({ code: 0 });
  const undone = await run('undo --yes');
  expect(undone).toMatchObject({ code: 0, writes: [{ path: '/v1/orgs/org_globex/collections' }] });
  expect(undone.stderr).toContain('space "Globex manual" in it, with its content');
  const lost = ['spaces', 'site_spaces', 'position'];
  expect(without(sandboxState(store, before), lost)).toEqual(without(before, lost));
});

test('a collection that was made in another organization stays when it holds something', async () => {
  const { run } = await recorded();
  const made = await run('api POST /v1/orgs/org_globex/collections -f title=Mine --yes --json');
  const { id } = JSON.parse(made.stdout);
  expect(await run(`collections move col_globex --parent ${id} --no-history --yes`)).toMatchObject({
    code: 0,
  });
  expect(await run('undo --yes')).toMatchObject({
    code: 6,
    writes: [],
    stderr: expect.stringContaining('stays as it is: others have added collection "Globex" (col_globex)'),
  });
});

test.each([
  ['teams delete team_support', 'spaces permissions remove space_handbook team_support', 'team team_support'],
  [
    'sites delete site_partners',
    'site-spaces delete sitesp_legacy --site site_partners',
    'site site_partners',
  ],
  [
    'translations delete translation_docs',
    'translations languages delete translation_docs fr',
    'translation settings translation_docs',
  ],
  ['collections delete col_api', 'collections delete col_legacy', 'collection col_api'],
])('where others went on with %s, what needs it stays away', async (others, line, gone) => {
  const { run } = await recorded();
  expect(await run(`${line} --yes`)).toMatchObject({ code: 0 });
  expect(await run(`${others} --yes --no-history`)).toMatchObject({ code: 0 });
  expect(await run('undo --yes --max-removals 10')).toMatchObject({
    writes: [],
    stderr: expect.stringMatching(new RegExp(`stays? as (?:it is|they are): .*${gone} no longer exists`)),
  });
});
