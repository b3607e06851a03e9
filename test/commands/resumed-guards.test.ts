import { expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, sandboxCli, scriptedCli } from '../support/cli.ts';
import { countingService } from '../support/counting-service.ts';

/** A command line whose service refuses the changes that match, until `accept` is called. */
async function refusing(files: Readonly<Record<string, string>>, pattern: RegExp) {
  let isRefused = false;
  const docs = await sandboxCli(
    files,
    (sandbox): Transport =>
      async (request, signal) =>
        isRefused && pattern.test(`${request.method} ${request.url}`)
          ? { status: 403, headers: {}, body: new Uint8Array() }
          : sandbox(request, signal),
  );
  const whileRefused = async (line: string) => {
    isRefused = true;
    expect((await docs(line)).code).toBe(9);
    isRefused = false;
  };
  return { docs, whileRefused };
}

/** Expects that a run cannot be resumed any more: what it was to take away is the last. */
async function expectHeld(docs: CliInFolder, journal: string): Promise<void> {
  const run = await docs(`runs resume ${journal} --yes`);
  expect([run.code, run.writes]).toEqual([2, []]);
}

const lowering = /PATCH .*\/members\/user_linus$/;

test('a resumed batch does not lower the last administrator', async () => {
  const rows = 'members update user_grace --role edit\nmembers update user_linus --role edit\n';
  const { docs, whileRefused } = await refusing({ 'rows.txt': rows }, lowering);
  await docs('members update user_linus --role admin --yes');
  await whileRefused('batch --file rows.txt --yes --journal run.jsonl');
  await docs('members update user_ada --role edit --yes');
  await expectHeld(docs, 'run.jsonl');
});

test('a resumed plan of an organization file does not lower the last administrator', async () => {
  const file =
    'format: docs-admin-organization/1\nmembers: { grace@acme.example: edit, linus@acme.example: edit }\n';
  const { docs, whileRefused } = await refusing({ 'org.yaml': file }, lowering);
  await docs('members update user_linus --role admin --yes');
  await whileRefused('org apply --file org.yaml --yes --journal run.jsonl --allow-opening administrators');
  await docs('members update user_ada --role edit --yes');
  await expectHeld(docs, 'run.jsonl');
});

const memberships = /PUT .*\/members$/;

test('a resumed roster does not lower the last owner of a team', async () => {
  const roster = 'team,user,role\nteam_docs,user_linus,member\n';
  const { docs, whileRefused } = await refusing({ 'roster.csv': roster }, memberships);
  await whileRefused('teams members sync --file roster.csv --yes --journal run.jsonl');
  await docs('teams members set team_docs user_ada --role member --yes');
  await expectHeld(docs, 'run.jsonl');
});

test('a resumed undo does not lower the last owner of a team', async () => {
  const roster = 'team,user,role\nteam_tokyo,user_mei,owner\n';
  const { docs, whileRefused } = await refusing({ 'roster.csv': roster }, memberships);
  await docs('teams members sync --file roster.csv --yes --journal run.jsonl');
  await whileRefused('runs undo run.jsonl --yes --journal undo.jsonl');
  await docs('teams members set team_tokyo user_yuki --role member --yes');
  await expectHeld(docs, 'undo.jsonl');
});

test('what a run was allowed stays allowed, and what it was not, a flag allows', async () => {
  const rows = 'teams members remove team_tokyo user_yuki\n';
  const { docs, whileRefused } = await refusing({ 'rows.txt': rows }, /DELETE .*user_yuki$/);
  await whileRefused('batch --file rows.txt --yes --allow-ownerless --journal allowed.jsonl');
  expect(await docs('runs resume allowed.jsonl')).toMatchObject({ code: 0 });

  const roster = 'team,user,role\nteam_docs,user_linus,member\n';
  const other = await refusing({ 'roster.csv': roster }, memberships);
  await other.whileRefused('teams members sync --file roster.csv --yes --journal run.jsonl');
  await other.docs('teams members set team_docs user_ada --role member --yes');
  const held = await other.docs('runs resume run.jsonl');
  expect(held).toMatchObject({ code: 2, writes: [] });
  expect(held.stderr).toContain(
    'hint: `docs-admin teams members set team_docs <userId> --role owner` gives the team another owner first; if you mean it, allow it with --allow-ownerless\n',
  );
  expect(await other.docs('runs resume run.jsonl --allow-ownerless')).toMatchObject({ code: 0 });
});

test('a share counts what there is now', async () => {
  const ids = `id\n${['x0', 'x1', 'x2', 'x3'].join('\n')}\n`;
  let there = 20;
  const docs = await scriptedCli(
    (request, headers) =>
      there === 20 && request.method === 'DELETE' && !request.path.endsWith('/x0')
        ? { status: 422, json: {} }
        : countingService(there)(request, headers),
    { 'ids.csv': ids },
  );
  expect(await docs('batch --file ids.csv --yes --journal run.jsonl -- teams delete {id}')).toMatchObject({
    code: 9,
  });
  there = 14;
  const held = await docs('runs resume run.jsonl');
  expect(held).toMatchObject({ code: 2, writes: [] });
  expect(held.stderr).toContain('it would delete 3 of 14 teams of org_acme: "Title 1" (x1)');
  expect(await docs('runs resume run.jsonl --max-removals 3 --dry-run')).toMatchObject({ code: 0 });
});

test('small teams that are done count for the share of all memberships, as when the run began', async () => {
  const small = ['t1', 't2'];
  const rows = `team,user\nt0,x0\n${small.map((team) => `${team},x0\n${team},x1`).join('\n')}\n`;
  let isRefused = true;
  const docs = await scriptedCli(
    (request, headers) =>
      isRefused && request.method === 'DELETE' && !request.path.includes('/t0/')
        ? { status: 422, json: {} }
        : countingService(request.path.includes('/t0/') ? 40 : 5)(request, headers),
    { 'rows.csv': rows },
  );
  const line = 'batch --file rows.csv --yes --journal run.jsonl -- teams members remove {team} {user}';
  expect(await docs(line)).toMatchObject({ code: 9 });
  isRefused = false;
  expect(await docs('runs resume run.jsonl')).toMatchObject({ code: 0 });
});

test('a new administrator counts for the changes of a file that require it', async () => {
  const people = 'linus@acme.example: admin, grace@acme.example: edit, ada@acme.example: edit';
  const file = `format: docs-admin-organization/1\nmembers: { ${people} }\n`;
  const { docs, whileRefused } = await refusing({ 'org.yaml': file }, /PATCH .*\/members\/user_/);
  await whileRefused('org apply --file org.yaml --yes --journal run.jsonl --allow-opening administrators');
  const run = await docs('runs resume run.jsonl');
  expect([run.code, run.writes.map(({ path }) => path.split('/').at(-1)).sort()]).toEqual([
    0,
    ['user_ada', 'user_grace', 'user_linus'],
  ]);
});

test('a resumed merge of teams ends no more memberships than it was allowed to', async () => {
  const { docs, whileRefused } = await refusing({}, /DELETE .*\/teams\/team_docs$/);
  await whileRefused(
    'teams merge team_docs team_support --max-removals 8 --yes --journal run.jsonl --allow-opening administrators',
  );
  await docs('teams members add team_docs user_kim --yes');
  expect(await docs('runs resume run.jsonl --yes')).toMatchObject({
    code: 2,
    writes: [],
    stderr:
      'loses (5)\n' +
      '  team Docs: deleted\n' +
      '  team Docs (8 people): admin → none on collection Product\n' +
      '  team Docs (8 people): edit → none on space Handbook\n' +
      '  2 people leave team Docs (owner): Ada Lovelace <ada@acme.example> and Linus Bergström <linus@acme.example>\n' +
      '  6 people leave team Docs (member): 陳美玲 <mei.chen@acme.example>, 山田 由紀 <yuki@acme.example>, ' +
      'Zoë “Zed” O’Neil <zoe@acme.example> and 3 more\n\n' +
      'error: it would delete 1 team and end 8 memberships; 8 are allowed; nothing was sent\n' +
      'hint: if you mean it, allow it with --max-removals 9\n',
  });
});
