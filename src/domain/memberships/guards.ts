import { type LossGroup, massObjections, type Objection, type RemovalLimit } from '../losses/mass.ts';
import { firstOf, type People, personName } from '../people.ts';
import { isLowerRole } from '../roles.ts';
import { type Change, changeWord, isDemotion, type Present } from './diff.ts';
import type { MemberChange } from './plan.ts';

/** A team as it is, and what is to change in it. */
export interface TeamChanges {
  /** What people call it: `team "Docs"`. */
  readonly label: string;
  readonly present: Present;
  readonly changes: readonly Change[];
  /** Who its members are, as far as known. */
  readonly people: People;
}

export interface Guards {
  /** `undefined` for the usual: 20 % of any team and of all, and 50 in all. */
  readonly maxRemovals: RemovalLimit | undefined;
  readonly allowOwnerless: boolean;
  /** Teams with fewer members may lose any part of them. */
  readonly smallest?: number;
  /** What else the same work takes away. */
  readonly others?: readonly LossGroup[];
}

/** Everything that speaks against carrying the changes out unasked. */
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

/** The memberships of a team that end, and those of owners who stay as something else. */
export function membershipGroup({ label, present, changes }: TeamChanges): LossGroup {
  const ended = changes.filter((change) => changeWord(change) === 'remove').length;
  const lowered = changes.filter(isDemotion).length;
  const lost = ended + lowered;
  const what = lowered === 0 ? ending : ended === 0 ? lowering : either;
  return { ...what, where: ` of ${label}`, lost, names: [], total: present.size };
}

/** The roles in the organization that become lower; `total` is how many members it has. */
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

/** A team that would lose its last owner. A disabled owner does not count. */
export function ownerless(teams: readonly TeamChanges[]): Objection[] {
  return teams.flatMap((team) => {
    const lost = lastOwners(team);
    if (lost.length === 0) return [];
    const who = firstOf(lost.map((id) => personName(id, team.people.get(id))));
    const last = lost.length === 1 ? 'its last owner' : `all ${lost.length} of its owners`;
    return [{ message: `${team.label} would lose ${last}: ${who}`, lifts: [{ limit: 'allowOwnerless' }] }];
  });
}

/** New owners of a team whom its list does not show, where the team has no other owner left. */
export function newOwnersToKnow(team: TeamChanges): string[] {
  if (lastOwners(team).length === 0) return [];
  const { present, changes, people } = team;
  return changes
    .filter(({ user, to }) => to === 'owner' && !present.has(user) && !people.has(user))
    .map(({ user }) => user);
}

/**
 * The owners of a team that is left without one; none where one stays, or there was none. A new owner counts who is
 * known, and not disabled.
 */
function lastOwners({ present, changes, people }: TeamChanges): string[] {
  const isActive = (user: string) => (present.has(user) || people.has(user)) && !people.get(user)?.disabled;
  const before = [...present].filter(([user, role]) => role === 'owner' && isActive(user));
  const after = new Set(before.map(([user]) => user));
  for (const { user, to } of changes) {
    if (to === 'owner' && isActive(user)) after.add(user);
    else after.delete(user);
  }
  return after.size === 0 ? before.map(([user]) => user) : [];
}

/** `team "Docs" (team_docs)`. */
export function teamLabel(title: string, id?: string | null): string {
  return `team ${JSON.stringify(title)}${id ? ` (${id})` : ''}`;
}
