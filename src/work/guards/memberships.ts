import type { IdOf } from '../../api/contract/ids.ts';
import {
  changeWord,
  isDemotion,
  type MembershipChange,
  type TeamRoles,
} from '../../domain/memberships/membership.ts';
import { firstNames, type People, personName } from '../../domain/people.ts';
import type { LossGroup, Objection } from './mass.ts';

export interface TeamChanges {
  /** Its name for people: `team "Docs"`. */
  readonly label: string;
  readonly present: TeamRoles;
  readonly changes: readonly MembershipChange[];
  /** The members whom it loses because they leave the organization. */
  readonly leaving?: readonly IdOf<'user'>[];
  /** What is known about its members. */
  readonly people: People;
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
    const who = firstNames(lost.map((id) => personName(id, team.people.get(id))));
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
function lastOwners({ present, changes, leaving = [], people }: TeamChanges): IdOf<'user'>[] {
  const isActive = (user: IdOf<'user'>) =>
    (present.has(user) || people.has(user)) && !people.get(user)?.disabled;
  const before = [...present].filter(([user, role]) => role === 'owner' && isActive(user));
  const after = new Set(before.map(([user]) => user));
  for (const { user, to } of changes) {
    if (to === 'owner' && isActive(user)) after.add(user);
    else after.delete(user);
  }
  for (const user of leaving) after.delete(user);
  return after.size === 0 ? before.map(([user]) => user) : [];
}
