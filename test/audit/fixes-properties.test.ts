import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AuditReport, hasPlaceholder } from '../../src/audit/report.ts';
import { isLowerRole } from '../../src/domain/roles.ts';
import { auditCli, daysAgo, goodTables, member, membership, type Tables, user } from '../support/audited.ts';
import type { CliInFolder } from '../support/cli.ts';
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
    }),
    { numRuns: 12 },
  );
});
