// Guards judge what is left of a run when it is resumed; those that no flag lifts, also before each request.
import { expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

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
  await whileRefused('org apply --file org.yaml --yes --journal run.jsonl');
  await docs('members update user_ada --role edit --yes');
  await expectHeld(docs, 'run.jsonl');
});

test('a batch does not lower the last administrator, whoever else is lowered while it runs', async () => {
  const lower = (who: string) => `members update ${who} --role edit`;
  const rows = `${lower('user_grace')}\n${lower('user_linus')}\n`;
  let isMeanwhile = false;
  const docs = await sandboxCli(
    { 'rows.txt': rows },
    (sandbox): Transport =>
      async (request, signal) => {
        const answer = await sandbox(request, signal);
        if (isMeanwhile && /PATCH .*\/members\/user_grace$/.test(`${request.method} ${request.url}`))
          await sandbox({ ...request, url: request.url.replace('user_grace', 'user_ada') }, signal);
        return answer;
      },
  );
  await docs('members update user_linus --role admin --yes');
  isMeanwhile = true;
  const run = await docs('batch --file rows.txt --yes --concurrency 1');
  expect(run.writes.map(({ path }) => path)).toEqual(['/v1/orgs/org_acme/members/user_grace']);
  expect(run.code).toBe(9);
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
