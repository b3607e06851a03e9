import type { IdOf } from '../../api/contract/ids.ts';
import { type LossGroup, massObjections, type Objection, type RemovalLimit } from '../losses/mass.ts';
import { firstOf, type People, personName } from '../people.ts';
import { isLowerRole } from '../roles.ts';
import { changeWord, isDemotion, type MemberChange, type MembershipChange, type Present } from './diff.ts';

/** A team with the planned changes of its memberships. */
export interface TeamChanges {
  /** Its name for people: `team "Docs"`. */
  readonly label: string;
  readonly present: Present;
  readonly changes: readonly MembershipChange[];
  /** What is known about its members. */
  readonly people: People;
}

export interface Guards {
  /** `undefined` for the default: 20 % of any team and of all, and 50 in all. */
  readonly maxRemovals: RemovalLimit | undefined;
  readonly allowOwnerless: boolean;
  /** Teams with fewer members may lose any part of them. */
  readonly smallest?: number;
  /** Other losses by the same work. */
  readonly others?: readonly LossGroup[];
}

/** Returns all objections to carrying the changes out without asking. */
export function objections(
  teams: readonly TeamChanges[],
  { maxRemovals, allowOwnerless, smallest, others = [] }: Guards,
): Objection[] {
  const groups = teams.map(membershipGroup);
  const mass = massObjections([...others, ...groups], {
    limit: maxRemovals,
    sums: groups.length > 1 ? [sumOf(groups)] : [],
    ...(smallest !== undefined && { smallest }),
  });
  return [...mass, ...(allowOwnerless ? [] : ownerless(teams))];
}

const ending = { act: 'end', word: 'membership', words: 'memberships' };
const lowering = { act: 'lower the roles of', word: 'member', words: 'members' };
const either = { ...ending, act: 'end or lower' };

/** Returns the memberships of a team that end, and those of owners who get another role. */
export function membershipGroup({ label, present, changes }: TeamChanges): LossGroup {
  const ended = changes.filter((change) => changeWord(change) === 'remove').length;
  const lowered = changes.filter(isDemotion).length;
  const lost = ended + lowered;
  const what = lowered === 0 ? ending : ended === 0 ? lowering : either;
  return { ...what, where: ` of ${label}`, lost, names: [], total: present.size };
}

/** Returns the roles in the organization that become lower. `total` is the number of its members. */
export function fallsGroup(
  org: string,
  changes: readonly MemberChange[],
  people: People,
  total: number | undefined,
): LossGroup {
  const names = changes
    .filter(({ from, to }) => isLowerRole(from, to))
    .map(({ user }) => personName(user, people.get(user)));
  return { ...lowering, where: ` of ${org}`, lost: names.length, names, total };
}

export function sumOf(groups: readonly LossGroup[]): LossGroup {
  const sum = (count: (group: LossGroup) => number) => groups.reduce((all, group) => all + count(group), 0);
  const acts = new Set(groups.filter(({ lost }) => lost > 0).map(({ act }) => act));
  const [only = ending] = [ending, lowering].filter(({ act }) => acts.has(act));
  return {
    ...(acts.size > 1 || acts.has(either.act) ? either : only),
    where: ' in all',
    lost: sum(({ lost }) => lost),
    names: [],
    total: sum(({ total }) => total ?? 0),
  };
}

/** Returns an objection for each team that would lose its last owner. A disabled owner does not count. */
export function ownerless(teams: readonly TeamChanges[]): Objection[] {
  return teams.flatMap((team) => {
    const lost = lastOwners(team);
    if (lost.length === 0) return [];
    const who = firstOf(lost.map((id) => personName(id, team.people.get(id))));
    const last = lost.length === 1 ? 'its last owner' : `all ${lost.length} of its owners`;
    return [{ message: `${team.label} would lose ${last}: ${who}`, lifts: [{ limit: 'allowOwnerless' }] }];
  });
}

/**
 * Returns the new owners of a team who are not in its list, if the team has no other owner left. They must be looked up
 * before the team can be judged.
 */
export function newOwnersToKnow(team: TeamChanges): IdOf<'user'>[] {
  if (lastOwners(team).length === 0) return [];
  const { present, changes, people } = team;
  return changes
    .filter(({ user, to }) => to === 'owner' && !present.has(user) && !people.has(user))
    .map(({ user }) => user);
}

/**
 * Returns the owners of a team that loses all of them; none if one stays, or if it had none. A new owner counts if they
 * are known and not disabled.
 */
function lastOwners({ present, changes, people }: TeamChanges): IdOf<'user'>[] {
  const isActive = (user: IdOf<'user'>) =>
    (present.has(user) || people.has(user)) && !people.get(user)?.disabled;
  const before = [...present].filter(([user, role]) => role === 'owner' && isActive(user));
  const after = new Set(before.map(([user]) => user));
  for (const { user, to } of changes) {
    if (to === 'owner' && isActive(user)) after.add(user);
    else after.delete(user);
  }
  return after.size === 0 ? before.map(([user]) => user) : [];
}

/** Names a team: `team "Docs" (team_docs)`. */
export function teamLabel(title: string, id?: string | null): string {
  return `team ${JSON.stringify(title)}${id ? ` (${id})` : ''}`;
}
