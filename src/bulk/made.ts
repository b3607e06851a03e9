import { updateTeamMembers } from '../api/operations/teams.ts';
import type { Change, Present } from '../domain/memberships/diff.ts';
import {
  type MemberChange,
  type MembershipPlan,
  type PlannedRequest,
  requestsOf,
} from '../domain/memberships/plan.ts';
import { type JournalContent, madeId, type TaskHistory } from './journal.ts';

/** What a run has changed in one team. */
export interface Made {
  readonly id: string;
  readonly title: string;
  /** Whether the run has made the team. */
  readonly isNew: boolean;
  readonly changes: readonly Change[];
  /** Changes of requests without an outcome in the journal, by request: the present state may show them. */
  readonly unclear: readonly (readonly Change[])[];
  /** Changes that a resumed run has found there: its own, or somebody else's. */
  readonly found: readonly Change[];
}

/** What a run has changed, by team. Requests that were refused, or never sent, have changed nothing. */
export function madeBy({ tasks }: JournalContent, plan: MembershipPlan, batchSize: number): Made[] {
  const teams = new Map<number, MadeSoFar>();
  for (const [index, request] of requestsOf(plan, batchSize).entries()) {
    const history = tasks.get(index);
    if (!history || request.kind === 'member') continue;
    const team: MadeSoFar = teams.get(request.team) ?? {
      id: plan.teams[request.team]?.id ?? null,
      isNew: false,
      changes: [],
      unclear: [],
      found: [],
    };
    teams.set(request.team, team);
    if (request.kind === 'create') {
      team.id = madeId(history) ?? null;
      team.isNew = true;
      continue;
    }
    const { changes, unclear, found } = changesOf(request, history);
    team.changes.push(...changes);
    team.found.push(...found);
    if (unclear.length > 0) team.unclear.push(unclear);
  }
  return [...teams].flatMap(([number, { id, ...made }]) => {
    const title = plan.teams[number]?.title ?? '';
    return id === null ? [] : [{ id, title, ...made }];
  });
}

/** The changes of people in the organization that a run has made, or may have made. */
export function madeOfMembers(
  { tasks }: JournalContent,
  plan: MembershipPlan,
  batchSize: number,
): MemberChange[] {
  return requestsOf(plan, batchSize).flatMap((request, index) => {
    if (request.kind !== 'member') return [];
    const attempts = tasks.get(index)?.attempts ?? [];
    return attempts.some(({ state }) => ['done', 'open', 'unknown'].includes(state)) ? [request.change] : [];
  });
}

/** Titles of teams that a run may have made: the requests were sent, and the journal has no outcome. */
export function perhapsMadeBy({ tasks }: JournalContent, plan: MembershipPlan, batchSize: number): string[] {
  return requestsOf(plan, batchSize).flatMap((request, index) => {
    const history = tasks.get(index);
    if (request.kind !== 'create' || !history || madeId(history)) return [];
    const isUnclear = history.attempts.some(({ state }) => state === 'open' || state === 'unknown');
    return isUnclear ? [plan.teams[request.team]?.title ?? ''] : [];
  });
}

interface MadeSoFar {
  id: string | null;
  isNew: boolean;
  readonly changes: Change[];
  readonly unclear: Change[][];
  readonly found: Change[];
}

/** Divides the changes of one request into those that were made and those that may have been. */
function changesOf(
  { changes }: PlannedRequest & { kind: 'members' },
  { attempts, end }: TaskHistory,
): Pick<MadeSoFar, 'changes' | 'found'> & { readonly unclear: Change[] } {
  const nothing = { changes: [], unclear: [], found: [] };
  const sent = attempts.filter(({ operation }) => operation === updateTeamMembers.id);
  const done = sent.filter(({ state }) => state === 'done');
  const isUnclear = sent.some(({ state }) => state === 'open' || state === 'unknown');
  if (done.length === 0) {
    if (!isUnclear) return nothing;
    // A later process has looked, and found all of it.
    return end?.state === 'done'
      ? { ...nothing, changes: [...changes] }
      : { ...nothing, unclear: [...changes] };
  }
  const isMade = ({ user }: Change) => done.some(({ users }) => users === undefined || users.includes(user));
  return {
    ...nothing,
    changes: changes.filter(isMade),
    found: isUnclear ? changes.filter((change) => !isMade(change)) : [],
  };
}

/**
 * What the present state shows of unclear requests. A request takes effect as a whole: if all of it shows, it did; if a
 * part of it shows, somebody else may have made that part (`partly`).
 */
export function settled(
  { changes, unclear, found }: Made,
  present: Present,
): { changes: readonly Change[]; partly: readonly Change[] } {
  const shows = ({ user, to }: Change) => (present.get(user) ?? null) === to;
  return {
    changes: [...changes, ...unclear.filter((request) => request.every(shows)).flat()],
    partly: [...found, ...unclear.filter((request) => !request.every(shows)).flat()].filter(shows),
  };
}
