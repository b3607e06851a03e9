import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

const roster = 'team,user,role\nLegal,user_ada,owner\nLegal,user_kim,\nteam_empty,user_ada,\n';
const sync =
  'teams members sync --file roster.csv --create-teams --batch-size 1 --concurrency 1 --journal run.jsonl --yes';
/** Returns the members of all teams, by the title of the team. */
async function memberships(docs: CliInFolder): Promise<Record<string, string>> {
  const teams = JSON.parse((await docs('teams list --json')).stdout) as { id: string; title: string }[];
  const found: Record<string, string> = {};
  for (const { id, title } of teams) {
    const { stdout } = await docs(`teams members list ${id} --fields organization.id,team.role --no-headers`);
    found[title] = stdout;
  }
  return found;
}

const journalOf = ({ folder }: CliInFolder) => join(folder, 'run.jsonl');

const linesOf = async (docs: CliInFolder) => (await readFile(journalOf(docs), 'utf8')).trim().split('\n');

async function rowsIn(docs: CliInFolder): Promise<unknown> {
  return JSON.parse((await docs('runs show run.jsonl --json')).stdout).rows;
}

test('two processes with one roster make a team once: the second one waits, and reads what the first has made', async () => {
  const docs = await sandboxCli({ 'roster.csv': roster });
  const line = 'teams members sync --file roster.csv --create-teams --yes';
  const [first, second] = await Promise.all([docs(line), docs(line)]);
  const made = [first, second].flatMap(({ writes }) => writes).filter(({ path }) => path.endsWith('/teams'));
  expect(made).toEqual([{ method: 'PUT', path: '/v1/orgs/org_acme/teams', body: { title: 'Legal' } }]);
  expect([first, second].map(({ code }) => code)).toEqual([0, 0]);
  expect(first.stderr + second.stderr).toMatch(/^organization org_acme is being changed by pid \d+ /m);
});

describe('a team that a run has made', () => {
  async function made(): Promise<CliInFolder> {
    const docs = await sandboxCli({ 'roster.csv': roster });
    expect(await docs(sync)).toMatchObject({ code: 0 });
    return docs;
  }

  test('is deleted with its members, in one request, and made again by an undo of the undo', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    const before = await memberships(docs);
    await docs(sync);
    const synced = await memberships(docs);
    const run = await docs('runs undo run.jsonl --yes --journal undo.jsonl -o csv');
    expect(run.writes).toEqual([
      { method: 'PUT', path: '/v1/orgs/org_acme/teams/team_empty/members', body: { remove: ['user_ada'] } },
      { method: 'DELETE', path: '/v1/orgs/org_acme/teams/team_1' },
    ]);
    expect(run.stdout).toBe(
      'team,user,change,status,error\nteam_empty,user_ada,remove,done,\nteam_1,,delete,done,\n',
    );
    expect(await memberships(docs)).toEqual(before);
    const again = await docs('runs undo undo.jsonl --yes -o csv');
    expect(again, again.stderr).toMatchObject({ code: 0 });
    expect(await memberships(docs)).toEqual(synced);
  });

  test('stays if another user has added a member; the members of the run leave', async () => {
    const docs = await made();
    await docs('teams members set team_1 user_gil --role owner');
    const run = await docs('runs undo run.jsonl --yes');
    expect(run.stderr).toContain(
      'warning: team "Legal" (team_1) stays, without what the run has put into it: others have added Gil (contractor) (user_gil)',
    );
    expect((await memberships(docs)).Legal).toBe('user_gil\towner\n');
  });

  test('stays if another user has changed a role, or has replaced a member', async () => {
    const docs = await made();
    await docs('teams members set team_1 user_kim --role owner');
    const run = await docs('runs undo run.jsonl --yes');
    expect(run.stderr).toContain(
      'warning: Kim "Q" Nguyễn (user_kim) in team "Legal" (team_1) stays as it is: it has been changed since',
    );
    expect(run.stderr).toContain(
      'team "Legal" (team_1) stays, without what the run has put into it: members has been changed since',
    );
    expect((await memberships(docs)).Legal).toBe('user_kim\towner\n');
    const replaced = await made();
    await replaced('teams members update team_1 --remove user_kim --add user_gil --yes');
    await replaced('runs undo run.jsonl --yes --allow-ownerless');
    expect((await memberships(replaced)).Legal).toBe('user_gil\tmember\n');
  });
});

describe('a run that was killed', () => {
  test('after any line of its journal is resumed, and makes nothing twice', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    await docs(sync);
    const lines = await linesOf(docs);
    const synced = await memberships(docs);
    const rows = await rowsIn(docs);
    for (const count of lines.keys()) {
      const kept = lines.slice(0, count + 1);
      const begun = kept.filter((line) => line.includes('"type":"intent"')).length;
      // The requests that took no effect in this trial are those that the journal does not know.
      if (begun === 0) continue;
      await writeFile(journalOf(docs), `${kept.join('\n')}\n`);
      const run = await docs('runs resume run.jsonl');
      expect(run, run.stderr).toMatchObject({ code: 0 });
      expect(run.writes).toHaveLength(4 - begun);
      expect(await memberships(docs)).toEqual(synced);
      expect(await rowsIn(docs)).toEqual(rows);
    }
  });
});
