import { asId, type IdOf } from '../api/contract/ids.ts';
import type { MembershipChange, TeamRole, TeamRoles } from '../domain/memberships/membership.ts';
import { isEmail } from '../domain/people.ts';
import type { Lookup, Named } from '../model/lookup.ts';
import { kept } from '../text/kept.ts';
import { prefixedTitle, quoted } from '../text/words.ts';
import type { KnownTeam } from '../work/team-members.ts';
import type { LineProblem, RosterColumns, RosterEntry } from './roster.ts';

/** A person among whom a roster finds its users. */
export interface KnownPerson extends Named {
  readonly id: IdOf<'user'>;
}

/** The wanted state of one membership; `line` is the first row that asks for it. */
export type ListedMembership = Pick<RosterEntry, 'role' | 'action' | 'line'>;

export interface WantedTeam {
  /** `null` for a team that must be made. */
  readonly id: IdOf<'team'> | null;
  readonly title: string;
  readonly members: Map<IdOf<'user'>, ListedMembership>;
}

/** A row of the roster with the ids of the service. */
export interface ResolvedRow {
  readonly team: WantedTeam;
  readonly user: IdOf<'user'>;
}

/** Returns whether the user of an entry can only be found among all people. */
export function needsPeople({ user }: Pick<RosterEntry, 'user'>): boolean {
  return isEmail(user) || prefixedTitle(user) !== undefined;
}

/**
 * Finds the team and the user of every entry, and collects the wanted state of each membership. Without `people`, users
 * are ids that were not looked up. With `create`, an unknown title means a team that must be made. `name:` may be
 * before a title and before the name of a person, as it does in arguments.
 */
export function resolveRoster(
  entries: readonly RosterEntry[],
  known: Lookup<KnownTeam>,
  people: Lookup<KnownPerson> | undefined,
  { create, columns }: { create: boolean; columns: RosterColumns },
) {
  const findTeam = teamFinder(known, create);
  const teams = new Map<string, WantedTeam>();
  const rows: ResolvedRow[] = [];
  const problems: LineProblem[] = [];
  for (const entry of entries) {
    const { line } = entry;
    const found = findTeam(entry.team);
    const users = findUsers(entry.user, people);
    const [user] = users;
    const missing = userProblem(entry.user, users);
    if (typeof found === 'string')
      problems.push({ line, column: columns.team, message: found, team: entry.team });
    if (missing !== undefined) problems.push({ line, column: columns.user, message: missing });
    if (typeof found === 'string' || missing !== undefined || user === undefined) continue;
    const key = found.id ?? found.title;
    const team = kept(teams, key, () => ({ ...found, members: new Map<IdOf<'user'>, ListedMembership>() }));
    const earlier = team.members.get(user);
    if (!earlier) team.members.set(user, entry);
    else if (!saysTheSame(earlier, entry)) {
      const message = `contradicts line ${earlier.line} about ${quoted(entry.user)} in ${quoted(entry.team)}`;
      problems.push({ line, message });
    }
    rows.push({ team, user });
  }
  return { teams: [...teams.values()], rows, problems };
}

type FoundTeam = Omit<WantedTeam, 'members'>;

function teamFinder(known: Lookup<KnownTeam>, create: boolean): (name: string) => FoundTeam | string {
  return (name) => {
    const byId = known.withId(name);
    const prefixed = prefixedTitle(name);
    const titled = [...known.titled(name), ...(prefixed === undefined ? [] : known.titled(prefixed))];
    const title = prefixed ?? name;
    const other = byId && titled.find(({ id }) => id !== name);
    if (other)
      return `${quoted(name)} is the id of a team, and the title of team ${other.id}: rename ${other.id}`;
    const named = byId ? [byId] : titled;
    const [team, second] = named;
    if (second)
      return `there are ${named.length} teams ${quoted(name)}: write the id (${named.map(({ id }) => id).join(', ')})`;
    if (team) return { id: team.id, title: team.title };
    if (!create) return `there is no team ${quoted(name)}`;
    if (title === '') return 'the title is empty';
    if (title.length > 64) return `a title has at most 64 characters`;
    return { id: null, title };
  };
}

/** Returns the users for a text: the one with that id, else all with that address, or with the name behind `name:`. */
function findUsers(name: string, people: Lookup<KnownPerson> | undefined): readonly IdOf<'user'>[] {
  if (!people || people.withId(name)) return [asId<'user'>(name)];
  const called = prefixedTitle(name);
  if (called !== undefined) return people.titled(called).map(({ id }) => id);
  return isEmail(name) ? people.withEmail(name).map(({ id }) => id) : [];
}

function userProblem(name: string, users: readonly string[]): string | undefined {
  if (users.length === 0) return `there is no member ${quoted(name)}`;
  if (users.length === 1) return undefined;
  const called = prefixedTitle(name);
  const what = called === undefined ? `e-mail address ${quoted(name)}` : `name ${quoted(called)}`;
  return `${users.length} people have the ${what}: write the id (${users.join(', ')})`;
}

function saysTheSame(one: ListedMembership, other: ListedMembership): boolean {
  return one.action === other.action && (one.action === 'remove' || one.role === other.role);
}

/** Returns the changes that make a team as wanted. With `prune`, they remove everyone else. */
export function diffTeam(
  wanted: WantedTeam['members'],
  present: TeamRoles,
  prune: boolean,
): MembershipChange[] {
  const changes: MembershipChange[] = [];
  for (const [user, { action, role }] of wanted) {
    const from = present.get(user) ?? null;
    const to = action === 'remove' ? null : (role ?? (from as TeamRole | null) ?? 'member');
    if (from !== to) changes.push({ user, from, to });
  }
  if (!prune) return changes;
  for (const [user, from] of present) {
    if (!wanted.has(user)) changes.push({ user, from, to: null });
  }
  return changes;
}
