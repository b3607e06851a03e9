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

/** Everything that a bulk change of memberships is going to do. */
export interface MembershipPlan {
  readonly teams: readonly PlannedTeam[];
  /** The memberships to report on, in order: the number of the team, and the user. */
  readonly rows: readonly (readonly [team: number, user: string])[];
}

/** One write: makes a team, or changes who is in one. */
export type PlannedRequest =
  | { readonly kind: 'create'; readonly team: number }
  | { readonly kind: 'members'; readonly team: number; readonly changes: readonly Change[] };

/** The writes of a plan, one for each changed team and `batchSize` users. */
export function requestsOf({ teams }: MembershipPlan, batchSize: number): PlannedRequest[] {
  return teams.flatMap(({ id, changes }, team): PlannedRequest[] => {
    const ordered = inSafeOrder(changes);
    const parts = Array.from({ length: Math.ceil(ordered.length / batchSize) }, (_, part) =>
      ordered.slice(part * batchSize, (part + 1) * batchSize),
    );
    const writes = parts.map((part) => ({ kind: 'members', team, changes: part }) as const);
    return id === null ? [{ kind: 'create', team }, ...writes] : writes;
  });
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
