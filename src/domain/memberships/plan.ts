import { type Change, inSafeOrder, inverse, type Present } from './diff.ts';

/** The changes of one team. */
export interface PlannedTeam {
  /** `null` for a team that must be made first. */
  readonly id: string | null;
  readonly title: string;
  /** Fingerprint of its memberships when the plan was made. */
  readonly present: string;
  readonly changes: readonly Change[];
  /** The number of memberships that stay as they are. */
  readonly stay: number;
}

/** The change of a person in the organization; the role `null` is a guest. */
export interface MemberChange {
  readonly user: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The person leaves the organization, after all other changes. */
  readonly leaves?: true;
}

/** All changes that bulk work on memberships is going to make. */
export interface MembershipPlan {
  readonly teams: readonly PlannedTeam[];
  /** Present if the work is about people as a whole; then it is read again at the end. */
  readonly members?: readonly MemberChange[];
  /** The memberships to report on, in order: the index of the team, or -1 for the organization, and the user. */
  readonly rows: readonly (readonly [team: number, user: string])[];
}

/** The index that stands for the organization instead of a team. */
export const organization = -1;

/** One writing request: makes a team, changes its memberships, or changes a person in the organization. */
export type PlannedRequest =
  | { readonly kind: 'create'; readonly team: number }
  | { readonly kind: 'members'; readonly team: number; readonly changes: readonly Change[] }
  | { readonly kind: 'member'; readonly team: typeof organization; readonly change: MemberChange };

/** Returns the requests of a plan, one for each changed team and each `batchSize` users. */
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

/** Returns a word for the change of a person in the organization. */
export function memberWord({ leaves }: MemberChange): 'leave' | 'organization-role' {
  return leaves ? 'leave' : 'organization-role';
}

/** Returns a text that is equal for equal memberships of a team. */
export function canonical(present: Present): string {
  return [...present]
    .map(([user, role]) => `${user}\t${role}`)
    .sort()
    .join('\n');
}

/**
 * Returns the changes that undo those of a plan that `present` shows, the last change first. `moved` has changes that
 * somebody else has changed since.
 */
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
