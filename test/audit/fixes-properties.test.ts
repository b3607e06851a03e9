import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AuditReport, hasPlaceholder } from '../../src/audit/report.ts';
import { isLowerRole } from '../../src/domain/access/levels.ts';
import { readFixture } from '../../src/sandbox/fixtures/fixture.ts';
import {
  auditCli,
  daysAgo,
  fixtureOf,
  goodTables,
  member,
  membership,
  type Tables,
  user,
} from '../support/audited.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { demoStore, emptyStore } from '../support/demo-store.ts';
import { exposureOf, openBeyond } from '../support/exposure.ts';
import { sandboxState } from '../support/sandbox-state.ts';
import { words } from '../support/words.ts';

const names = ['ada', 'bob', 'kim', 'gus', 'eva', 'tom'];
const teams = ['docs', 'partners'];

/** People of all kinds, who are owners or members of teams. The caller is an administrator whom the service may never have seen. */
const anyPeople = fc.tuple(
  ...names.map((name) =>
    fc.record({
      name: fc.constant(name),
      role: fc.constantFrom('admin', 'admin', 'create', 'read', null),
      disabled: fc.constantFrom(0, 0, 1),
      sso: fc.constantFrom(0, 1),
      seen: fc.constantFrom(daysAgo(2), daysAgo(100), null),
      email: fc.constantFrom(`${name}@acme.example`, `${name}@elsewhere.example`),
      docs: fc.constantFrom('owner', 'member', undefined),
      partners: fc.constantFrom('owner', 'member', undefined),
    }),
  ),
);

type People = typeof anyPeople extends fc.Arbitrary<infer Value> ? Value : never;

function tablesOf(people: People): Tables {
  const tables = goodTables();
  const [caller] = people;
  tables.users = people.map(({ name, email }) => ({ ...user(name), email }));
  tables.members = people.map(({ name, role, disabled, sso, seen }) =>
    name === caller?.name
      ? member(name, { role: 'admin', sso, last_seen_at: seen })
      : member(name, { role, disabled, sso, last_seen_at: seen }),
  );
  tables.team_members = teams.flatMap((team) =>
    people.flatMap((person) => {
      const role = person[team as 'docs' | 'partners'];
      return role === undefined ? [] : [membership(team, person.name, role)];
    }),
  );
  tables.collection_teams = teams.map((team) => ({
    collection: 'col_handbooks',
    team: `team_${team}`,
    role: 'edit',
  }));
  return tables;
}

/** Returns the roles of everyone: in the organization, and as an owner or member of each team. */
async function rolesOf(docs: CliInFolder) {
  const list = async (line: string) => JSON.parse((await docs(`${line} --json`)).stdout) as Listed[];
  const members = await list('members list');
  const roles = new Map(members.map(({ id, role }) => [`${id}`, role ?? null]));
  for (const team of teams)
    for (const { organization, team: tie } of await list(`teams members list team_${team}`))
      roles.set(`${organization?.id} ${team}`, tie?.role === 'owner' ? 'admin' : 'read');
  return { roles, members };
}

interface Listed {
  readonly id: string;
  readonly role?: string | null;
  readonly disabled?: boolean;
  readonly lastSeenAt?: string | null;
  readonly organization?: { readonly id: string };
  readonly team?: { readonly role: string };
}

/** Checks that no one has got a role, that administrators have kept theirs, and that teams with an owner have one. */
function assertNothingGiven(
  before: Awaited<ReturnType<typeof rolesOf>>,
  after: Awaited<ReturnType<typeof rolesOf>>,
): void {
  for (const [key, role] of after.roles) {
    expect(before.roles.has(key)).toBe(true);
    expect(isLowerRole(role, before.roles.get(key) ?? null) || role === before.roles.get(key)).toBe(true);
  }
  for (const { id, role, disabled } of before.members)
    if (role === 'admin' && !disabled) expect(after.roles.get(id)).toBe('admin');
  const canSignIn = new Set(before.members.filter((one) => !one.disabled).map(({ id }) => id));
  for (const team of teams) {
    const owned = ({ roles }: typeof before) =>
      [...canSignIn].some((id) => roles.get(`${id} ${team}`) === 'admin');
    expect(owned(after)).toBe(owned(before));
  }
}

test('no command gives rights to anyone, takes them from an administrator, or leaves a team without an owner', async () => {
  await fc.assert(
    fc.asyncProperty(anyPeople, async (people) => {
      const docs = await auditCli(tablesOf(people));
      const run = await docs('org audit --domains acme.example --max-admins 1 --json');
      const { findings } = JSON.parse(run.stdout) as AuditReport;
      const lines = new Set(findings.flatMap(({ fix }) => fix?.split('\n') ?? []));
      const before = await rolesOf(docs);
      for (const line of lines) {
        if (hasPlaceholder(line)) continue;
        const given = words(line).slice(1);
        expect(await docs([...given, '--dry-run'])).toMatchObject({ code: 0 });
      }
      for (const line of lines) await docs([...words(line).slice(1), '--yes']);
      const after = await rolesOf(docs);
      assertNothingGiven(before, after);
    }),
    { numRuns: 12 },
  );
});

test('batch carries the file of --fixes out; then the findings of it are gone, and no one has got a right', async () => {
  const chosen = '--rules DA104,DA203,DA204,DA205,DA206,DA207,DA208,DA301 --domains acme.example';
  let carriedOut = 0;
  await fc.assert(
    fc.asyncProperty(anyPeople, async (people) => {
      const store = emptyStore();
      store.transaction('write', () => readFixture(store, fixtureOf(tablesOf(people)), 'generated'));
      const docs = await sandboxCli({}, undefined, store);
      const audit = async (flags = '') => {
        const run = await docs(`org audit ${chosen} ${flags} --json`);
        const { findings } = JSON.parse(run.stdout) as AuditReport;
        return { ...run, findings };
      };
      const { findings, stderr } = await audit('--fixes fixes.txt');
      const lines = readFileSync(join(docs.folder, 'fixes.txt'), 'utf8').split('\n').slice(0, -1);
      expect(lines.filter((line) => line.startsWith('docs-admin') || hasPlaceholder(line))).toEqual([]);
      expect(new Set(lines).size).toBe(lines.length);
      for (const { fix, fixable } of findings)
        expect(fixable).toBe(fix === null ? 'no' : hasPlaceholder(fix) ? 'choice' : 'yes');
      const fixed = findings.filter(({ fix }) =>
        fix?.split('\n').every((line) => lines.includes(line.replace('docs-admin ', ''))),
      );
      const left = findings.filter((one) => one.fixable === 'yes' && !fixed.includes(one)).length;
      const told = Number(stderr.match(/warning: (\d+) findings? left out: together/)?.[1] ?? 0);
      expect(left <= told).toBe(true);
      if (lines.length === 0) return;
      const before = await rolesOf(docs);
      const exposure = exposureOf(sandboxState(store));
      const run = await docs('batch --file fixes.txt --yes --max-removals 1000');
      expect([run.code, run.stderr]).toEqual([0, run.stderr]);
      assertNothingGiven(before, await rolesOf(docs));
      expect(openBeyond(exposureOf(sandboxState(store)), [exposure])).toEqual([]);
      const keyOf = ({ rule, object }: (typeof findings)[number]) => `${rule} ${object.id}`;
      const open = (await audit()).findings.map(keyOf);
      expect(fixed.map(keyOf).filter((key) => open.includes(key))).toEqual([]);
      carriedOut += lines.length;
    }),
    { numRuns: 12 },
  );
  expect(carriedOut).toBeGreaterThan(30);
});

test('the fixes of the whole demo data work in one go, and give no one a right', async () => {
  const store = demoStore();
  const docs = await sandboxCli({}, undefined, store);
  await docs('org audit --domains acme.example --internal col_internal --max-admins 1 --fixes fixes.txt');
  const lines = readFileSync(join(docs.folder, 'fixes.txt'), 'utf8').split('\n').slice(0, -1);
  expect(lines.length).toBeGreaterThan(10);
  const before = exposureOf(sandboxState(store));
  const run = await docs('batch --file fixes.txt --yes --max-removals 1000');
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  expect(openBeyond(exposureOf(sandboxState(store)), [before])).toEqual([]);
});

test('a guest who leaves a team gets no more by the others, whatever the rules', async () => {
  const tables = goodTables();
  tables.team_members?.push(membership('docs', 'gus', 'member'));
  // Where a team with little is nearer, the guest would have more without it.
  tables.space_teams = [
    { space: 'space_guide', team: 'team_docs', role: 'read' },
    { space: 'space_plans', team: 'team_docs', role: 'edit' },
  ];
  tables.collection_teams = [{ collection: 'col_handbooks', team: 'team_partners', role: 'comment' }];
  const docs = await auditCli(tables);
  await docs('org audit --rules DA301 --fixes fixes.txt');
  expect(readFileSync(join(docs.folder, 'fixes.txt'), 'utf8')).toBe(
    'teams members remove team_docs user_gus\nteams members remove team_partners user_gus\n',
  );
});
