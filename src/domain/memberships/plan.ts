import { type Change, inSafeOrder, inverse, type Present } from './diff.ts';

/** What changes in one team. */
export interface PlannedTeam {
  /** `null` for a team that is to be made first. */
  readonly id: string | null;
  readonly title: string;
  /** Fingerprint of who was in it when the plan was made. */
  readonly present: string;
  readonly changes: readonly Change[];
  /** How many memberships stay as they are. */
  readonly stay: number;
}

/** What somebody becomes in the organization; a role of `null` is a guest. */
export interface MemberChange {
  readonly user: string;
  readonly from: string | null;
  readonly to: string | null;
  /** They leave the organization, after everything else is done. */
  readonly leaves?: true;
}

/** Everything that a bulk change of memberships is going to do. */
export interface MembershipPlan {
  readonly teams: readonly PlannedTeam[];
  /** Only where the work is about people as a whole: its end is then read again. */
  readonly members?: readonly MemberChange[];
  /** The memberships to report on, in order: the number of the team, -1 for the organization, and the user. */
  readonly rows: readonly (readonly [team: number, user: string])[];
}

/** The number in the place of a team's for the organization itself. */
export const organization = -1;

/** One write: makes a team, changes who is in one, or what somebody is in the organization. */
export type PlannedRequest =
  | { readonly kind: 'create'; readonly team: number }
  | { readonly kind: 'members'; readonly team: number; readonly changes: readonly Change[] }
  | { readonly kind: 'member'; readonly team: typeof organization; readonly change: MemberChange };

/** The writes of a plan, one for each changed team and `batchSize` users. */
export function requestsOf({ teams, members = [] }: MembershipPlan, batchSize: number): PlannedRequest[] {
  const ofTeams = teams.flatMap(({ id, changes }, team): PlannedRequest[] => {
    const ordered = inSafeOrder(changes);
    const parts = Array.from({ length: Math.ceil(ordered.length / batchSize) }, (_, part) =>
      ordered.slice(part * batchSize, (part + 1) * batchSize),
    );
    const writes = parts.map((part) => ({ kind: 'members', team, changes: part }) as const);
    return id === null ? [{ kind: 'create', team }, ...writes] : writes;
  });
  return [...ofTeams, ...members.map((change) => ({ kind: 'member', team: organization, change }) as const)];
}

/** A word for what a change of somebody in the organization does. */
export function memberWord({ leaves }: MemberChange): 'leave' | 'organization-role' {
  return leaves ? 'leave' : 'organization-role';
}

/** Who is in a team as a text that is the same for the same memberships. */
export function canonical(present: Present): string {
  return [...present]
    .map(([user, role]) => `${user}\t${role}`)
    .sort()
    .join('\n');
}

/** The changes of a plan that show in `present`, taken back; the last change first. */
export function undoTeam(done: readonly Change[], present: Present): { changes: Change[]; moved: Change[] } {
  const changes: Change[] = [];
  const moved: Change[] = [];
  for (const change of done.toReversed()) {
    const now = present.get(change.user) ?? null;
    if (now === change.to) changes.push(inverse(change));
    else if (now !== change.from) moved.push(change);
  }
  return { changes, moved };
}

/** How many changes of each kind there are. */
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
