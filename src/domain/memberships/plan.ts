import type { IdOf } from '../../api/contract/ids.ts';
import type { Change } from '../change.ts';
import { memberChange, membershipsChanges, teamCreation } from './changes.ts';
import type { MemberChange, MembershipChange, Present } from './diff.ts';
import type { MembershipReport } from './report.ts';

/** The changes of one team. */
export interface PlannedTeam {
  /** `null` for a team that must be made first. */
  readonly id: IdOf<'team'> | null;
  readonly title: string;
  /** Fingerprint of its memberships when the plan was made. */
  readonly present: string;
  readonly changes: readonly MembershipChange[];
  /** The number of memberships that stay as they are. */
  readonly stay: number;
}

/** All changes that bulk work on memberships is going to make. */
export interface MembershipPlan {
  readonly teams: readonly PlannedTeam[];
  /** Present if the work is about people as a whole; then it is read again at the end. */
  readonly members?: readonly MemberChange[];
  /** The memberships to report on, in order: the index of the team, or -1 for the organization, and the user. */
  readonly rows: readonly (readonly [team: number, user: IdOf<'user'>])[];
}

/** Returns what a run of the plan reports on. */
export function reportOf({ teams, rows, members }: MembershipPlan, batchSize: number): MembershipReport {
  const names = teams.map(({ id, title }) => id ?? title);
  return { teams: names, rows, batchSize, ...(members && { isReadBack: true }) };
}

/** Returns the changes of a plan: one for each changed team and each `batchSize` users, then those of people. */
export function changesOf(org: string, { teams, members = [] }: MembershipPlan, batchSize: number): Change[] {
  const all: Change[] = [];
  for (const { id, title, changes } of teams) {
    const made = all.length;
    if (id === null) all.push(teamCreation(org, title));
    const team = { org, team: id ?? { $change: made }, title };
    const requires = id === null ? [made] : [];
    all.push(...membershipsChanges(team, changes, { batchSize, first: all.length, requires }));
  }
  // A person leaves the organization only after all their teams.
  const ofTeams = [...all.entries()];
  for (const member of members) {
    const own = ofTeams.filter(([, { after }]) => after !== null && Object.hasOwn(after, member.user));
    all.push(memberChange(org, member, member.leaves ? own.map(([place]) => place) : []));
  }
  return all;
}

/** Returns a text that is equal for equal memberships of a team. */
export function canonical(present: Present): string {
  return [...present]
    .map(([user, role]) => `${user}\t${role}`)
    .sort()
    .join('\n');
}

/** The number of changes of each kind. */
export interface Tally {
  added: number;
  removed: number;
  roles: number;
  stay: number;
  teams: number;
}

export function tally(teams: readonly PlannedTeam[]): Tally {
  const sum: Tally = { added: 0, removed: 0, roles: 0, stay: 0, teams: 0 };
  for (const { changes, stay } of teams) {
    if (changes.length > 0) sum.teams++;
    sum.stay += stay;
    for (const { from, to } of changes) {
      if (from === null) sum.added++;
      else if (to === null) sum.removed++;
      else sum.roles++;
    }
  }
  return sum;
}
