import { sandboxOrg } from '../identity.ts';
import type { Store } from '../store/store.ts';
import { day } from './time.ts';

/** The size of the demo organization; it is never smaller than the small demo data. */
export interface LargeSize {
  readonly members?: number | undefined;
  readonly teams?: number | undefined;
}

const firstNames = [
  'Alma',
  'Bao',
  'Chidi',
  'Dunja',
  'Emre',
  'Fatima',
  'Goran',
  'Hiro',
  'Ida',
  'João',
  'Kaya',
];
const lastNames = [
  'Abe',
  'Brandt',
  'Costa',
  'Diallo',
  'Eriksen',
  'Fischer',
  'García',
  'Huang',
  'Ito',
  'Jansen',
];
const roles = ['read', 'comment', 'edit', 'review', 'create', 'read', 'edit', null, 'comment', 'admin'];
const teamsOfMember = 2;

/**
 * Adds members and teams to the demo data until the organization has as many as `size` says. Always makes the same
 * data.
 */
export function seedLarge(store: Store, size: LargeSize): void {
  const users = addMembers(store, (size.members ?? 0) - count(store, 'members'));
  const teams = addTeams(store, (size.teams ?? 0) - count(store, 'teams'));
  if (teams.length === 0) return;
  const insert = `INSERT OR IGNORE INTO team_members (team, org, user, role) VALUES (?, ?, ?, ?)`;
  for (const [at, user] of users.entries()) {
    for (let turn = 0; turn < teamsOfMember; turn++) {
      // Neighbours go to other teams, and a team's first members are its owners.
      const team = teams[(at + turn * 7) % teams.length] as string;
      store.run(insert, team, sandboxOrg, user, at < teams.length ? 'owner' : 'member');
    }
  }
}

function count(store: Store, table: 'members' | 'teams'): number {
  return store.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE org = ?`, sandboxOrg)?.n ?? 0;
}

function addMembers(store: Store, missing: number): string[] {
  const ids = Array.from({ length: Math.max(0, missing) }, (_, at) => `user_${padded(at + 1, 6)}`);
  for (const [at, id] of ids.entries()) {
    const name = `${pick(firstNames, at)} ${pick(lastNames, Math.floor(at / firstNames.length))} ${at + 1}`;
    const email = `member.${padded(at + 1, 6)}@acme.example`;
    store.run(
      'INSERT INTO users (id, display_name, email, search) VALUES (?, ?, ?, ?)',
      id,
      name,
      email,
      `${name}\n${email}`.toLowerCase(),
    );
    store.run(
      'INSERT INTO members (org, user, role, joined_at, last_seen_at) VALUES (?, ?, ?, ?, ?)',
      sandboxOrg,
      id,
      pick(roles, at) ?? null,
      day(100, at),
      at % 20 === 0 ? null : day(200, at),
    );
  }
  return ids;
}

function addTeams(store: Store, missing: number): string[] {
  const ids = Array.from({ length: Math.max(0, missing) }, (_, at) => `team_${padded(at + 1, 4)}`);
  for (const [at, id] of ids.entries()) {
    const title = `Team ${padded(at + 1, 4)}`;
    store.insert('teams', {
      id,
      org: sandboxOrg,
      title,
      search: title.toLowerCase(),
      created_at: day(100, at),
    });
    store.insert('space_teams', { space: 'space_guides', team: id, role: 'edit' });
  }
  return ids;
}

function pick<T>(values: readonly T[], at: number): T | undefined {
  return values[at % values.length];
}

/** Returns ids that never collide with those of `nextId`, and sort in the order of their creation. */
function padded(number: number, width: number): string {
  return String(number).padStart(width, '0');
}
