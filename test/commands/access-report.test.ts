import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportRow } from '../../src/access/report.ts';
import { granting, refusing } from '../support/access.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';

const json = <Value>({ stdout }: { stdout: string }) => JSON.parse(stdout) as Value;

const base = [
  'organization org_acme: default role: read; single sign-on: yes',
  'SAML provider "Okta" (saml_okta): new people are read, in team "Docs" (team_docs)',
  'SAML provider "Entra “guests”" (saml_entra): new people are guest',
];

/** The sandbox with a large organization. */
async function large(members: number): Promise<CliInFolder> {
  return sandboxCli({}, undefined, demoStore({ members, teams: 12 }));
}

describe('access report', () => {
  test('has a row for each person and place with a level, below the settings for new people', async () => {
    const docs = await sandboxCli();
    const run = await docs('access report --json');
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr.trimEnd().split('\n')).toEqual([...base, 'rules: highest (not calibrated)']);
    const rows = json<ReportRow[]>(run);
    expect(rows.find(({ user, target }) => user.id === 'user_kim' && target.id === 'space_sdk')).toEqual({
      user: { id: 'user_kim', displayName: 'Kim "Q" Nguyễn', email: 'kim@acme.example' },
      disabled: false,
      target: { kind: 'space', id: 'space_sdk', title: 'SDKs: "TypeScript", Python' },
      level: 'create',
      ways: expect.arrayContaining([expect.objectContaining({ kind: 'collection-team', deciding: true })]),
    });
    expect(rows.some(({ disabled }) => disabled)).toBe(true);
  });

  test('is flat as CSV', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs('access report -o csv');
    const lines = stdout.split('\n');
    expect(lines[0]).toBe(
      'user.id,user.displayName,user.email,disabled,target.kind,target.id,target.title,level,way,ways,wayIds,unknown',
    );
    expect(lines).toContain(
      'user_kim,"Kim ""Q"" Nguyễn",kim@acme.example,false,space,space_runbooks,Runbooks,read,default level of collection Internal 内部,"read: default level of collection Internal 内部; read: team Platform on collection Internal 内部",*collection-default read col_internal/space_runbooks // collection-team read team_platform/col_internal/space_runbooks,',
    );
  });

  test('is a table with the way in words on a terminal', async () => {
    const docs = await sandboxCli();
    const { stdout, stderr } = await docs('access report', { terminal: true, columns: 200 });
    expect(stderr).toMatch(/\n\d+ rows\n$/);
    expect(stdout).toMatch(
      /Kim "Q" Nguyễn +user_kim +Runbooks +space_runbooks +read +default level of collection/,
    );
  });

  test('with a level has only the rows with at least it', async () => {
    const docs = await sandboxCli();
    const rows = json<ReportRow[]>(await docs('access report --level create --json'));
    expect(new Set(rows.map(({ level }) => level))).toEqual(new Set(['create', 'admin']));
  });

  test('shows disagreements, and levels that no known way gives', async () => {
    const docs = await sandboxCli({}, granting('user_kim', 'space_sdk', null));
    const run = await docs('access report --json');
    const row = json<ReportRow[]>(run).find(
      ({ user, target }) => user.id === 'user_kim' && target.id === 'space_sdk',
    );
    expect(row).toMatchObject({ level: null, disagreement: { rules: 'create', service: null } });
    expect(run.stderr).toContain('warning: disagreement about Kim "Q" Nguyễn (user_kim)');
  });

  test('marks what is unknown, names it, and ends with 12', async () => {
    const docs = await sandboxCli(
      {},
      refusing(/members\/user_pat\/spaces|collections\/col_api\/permissions/),
    );
    const run = await docs('access report --json');
    expect(run.code).toBe(12);
    expect(run.stderr).toContain('the roles of teams of collection col_api cannot be read (403)');
    expect(run.stderr).toContain('the spaces of member user_pat cannot be read (403)');
    const rows = json<ReportRow[]>(run);
    const of = (user: string, target: string) =>
      rows.find((row) => row.user.id === user && row.target.id === target);
    expect(of('user_pat', 'space_hr')).toMatchObject({ level: null, ways: [], unknown: true });
    // The service answers for spaces, not for collections.
    expect(of('user_kim', 'space_sdk')).toMatchObject({ level: 'create' });
    expect(of('user_kim', 'space_sdk')).not.toHaveProperty('unknown');
    expect(of('user_kim', 'col_api')).toMatchObject({ level: 'edit', unknown: true });
  });

  test.each(['members', 'collections'])('is not made without the %s', async (list) => {
    const docs = await sandboxCli({}, refusing(new RegExp(`${list}$`)));
    const run = await docs('access report -o csv');
    expect(run).toMatchObject({ code: 12, stdout: '' });
    expect(run.stderr).toContain(`the ${list} cannot be read (403)`);
  });

  test('above 2,000 members is computed from the roles of teams, and --verify asks about each', async () => {
    const docs = await large(2001);
    const run = await docs('access report -o csv');
    expect(run.code).toBe(0);
    expect(run.requests.filter(({ path }) => /members\/\w+\/spaces/.test(path))).toHaveLength(1);
    expect(run.stderr).toContain(
      'computed by the rules for 2001 members; --verify asks the service about each',
    );
    const verified = await docs('access report -o csv --verify');
    expect(verified.requests.filter(({ path }) => /members\/\w+\/spaces/.test(path))).toHaveLength(2002);
    expect(verified.stdout).toBe(run.stdout);
    const who = await docs('access who-can edit --space space_guides -o csv');
    expect(who.requests.length).toBeLessThan(40);
    expect(who.stderr).toContain('computed by the rules');
    const all = run.stdout
      .split('\n')
      .filter((row) => /,space_guides,Guides,(edit|review|create|admin),/.test(row));
    expect(who.stdout.trim().split('\n')).toHaveLength(all.length + 1);
  });
});

describe('--redact', () => {
  const lines = [
    'access report --json',
    'access report -o csv',
    'access who-can read --space space_runbooks --json',
    'access what-can user_kim --json',
    'access explain user_gil --space space_runbooks --json',
    'access diff access.csv live --json',
  ];
  const broken = refusing(/members\/user_(pat|kim)\/spaces/);

  test.each(lines)('leaves no name, address and id of a member in %s', async (line) => {
    const people = json<{ id: string; user: { displayName: string; email: string } }[]>(
      await (await sandboxCli())('members list --json'),
    );
    for (const docs of [await sandboxCli(), await sandboxCli(undefined, broken)]) {
      const run = await docs(`${line} --redact`);
      const text = `${run.stdout}\n${run.stderr}`;
      expect(run.stdout).toMatch(/person_[0-9a-f]{20}|"answer"|"target"/);
      const names = people.flatMap(({ id, user }) => [id, user.displayName, user.email]);
      expect(names.filter((name) => name.length > 2 && text.includes(name))).toEqual([]);
    }
  });

  test('gives the same person the same pseudonym in every answer', async () => {
    const docs = await sandboxCli();
    const ids = (text: string) => [...new Set(text.match(/person_[0-9a-f]{20}/g))].sort();
    const report = ids((await docs('access report --redact --json')).stdout);
    const who = ids((await docs('access who-can read --space space_handbook --redact --json')).stdout);
    expect(who.length).toBeGreaterThan(5);
    expect(report).toEqual(expect.arrayContaining(who));
    writeFileSync(join(docs.folder, 'redacted.csv'), (await docs('access report --redact -o csv')).stdout);
    const diff = await docs('access diff redacted.csv live --redact --json --check');
    expect([diff.code, json(diff)]).toEqual([
      0,
      { gained: [], lost: [], changed: [], way: [], incomparable: [] },
    ]);
    expect(readFileSync(join(docs.folder, 'redacted.csv'), 'utf8')).not.toContain('@acme');
  });

  test('makes pseudonyms that depend on the key of the machine', async () => {
    const docs = await sandboxCli();
    const line = 'access who-can read --space space_handbook --redact --json';
    const ids = ({ stdout }: { stdout: string }) => new Set(stdout.match(/person_[0-9a-f]{20}/g));
    const here = ids(await docs(line));
    const elsewhere = ids(await docs(line, { pseudonymKey: 'key of another machine' }));
    expect(elsewhere.size).toBe(here.size);
    expect([...here].filter((id) => elsewhere.has(id))).toEqual([]);
  });

  test('does not compare people with their pseudonyms', async () => {
    const docs = await sandboxCli();
    const path = join(docs.folder, 'redacted.csv');
    writeFileSync(path, (await docs('access report --redact -o csv')).stdout);
    expect(await docs('access diff redacted.csv live')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(
        'error: people cannot be compared: one side has pseudonyms, the other has not\n' +
          'hint: --redact gives both sides pseudonyms\n',
      ),
    });
    const other = { pseudonymKey: 'key of another machine' };
    expect(await docs('access diff redacted.csv live --redact', other)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'error: people cannot be compared: their pseudonyms were made on different machines\n',
      ),
    });
  });
});
