import { updateTeamMembers } from '../api/contract/operations/teams.ts';
import type { Change } from '../domain/memberships/diff.ts';
import {
  type MemberChange,
  type MembershipPlan,
  type PlannedRequest,
  requestsOf,
} from '../domain/memberships/plan.ts';
import { type Attempt, type JournalContent, madeId, type TaskHistory } from '../runs/journal.ts';

/** The changes of one team by a run. */
export interface Made {
  readonly id: string;
  readonly title: string;
  /** Whether the run has made the team. */
  readonly isNew: boolean;
  readonly changes: readonly Change[];
  /** Changes without an outcome in the journal: the run or somebody else may have made them. */
  readonly unclear: readonly Change[];
}

/** Returns the changes of a run, by team. Requests that were refused or not sent have changed nothing. */
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
    };
    teams.set(request.team, team);
    if (request.kind === 'create') {
      team.id = madeId(history) ?? null;
      team.isNew = true;
      continue;
    }
    const { changes, unclear } = changesOf(request, history);
    team.changes.push(...changes);
    team.unclear.push(...unclear);
  }
  return [...teams].flatMap(([number, { id, ...made }]) => {
    const title = plan.teams[number]?.title ?? '';
    return id === null ? [] : [{ id, title, ...made }];
  });
}

/** A change of a person in the organization that a run has made, or may have made. */
export interface MadeOfMember {
  readonly change: MemberChange;
  /** Whether the journal has no outcome of its request. */
  readonly isUnclear: boolean;
}

/** Returns the changes of people in the organization that a run has made, or may have made. */
export function madeOfMembers(
  { tasks }: JournalContent,
  plan: MembershipPlan,
  batchSize: number,
): MadeOfMember[] {
  return requestsOf(plan, batchSize).flatMap((request, index) => {
    const history = tasks.get(index);
    if (request.kind !== 'member' || !history) return [];
    const isMade = history.end?.state === 'done' || history.attempts.some(({ state }) => state === 'done');
    return isMade || history.attempts.some(isOpen) ? [{ change: request.change, isUnclear: !isMade }] : [];
  });
}

/** Returns the titles of teams that a run may have made: the journal has no outcome of their requests. */
export function perhapsMadeBy({ tasks }: JournalContent, plan: MembershipPlan, batchSize: number): string[] {
  return requestsOf(plan, batchSize).flatMap((request, index) => {
    const history = tasks.get(index);
    if (request.kind !== 'create' || !history || madeId(history)) return [];
    return history.attempts.some(isOpen) ? [plan.teams[request.team]?.title ?? ''] : [];
  });
}

interface MadeSoFar {
  id: string | null;
  isNew: boolean;
  readonly changes: Change[];
  readonly unclear: Change[];
}

/** Splits the changes of one request into those that were made and those that may have been made. */
function changesOf(
  { changes }: PlannedRequest & { kind: 'members' },
  { attempts, end }: TaskHistory,
): Pick<MadeSoFar, 'changes' | 'unclear'> {
  const sent = attempts.filter(({ operation }) => operation === updateTeamMembers.id);
  const done = sent.filter(({ state }) => state === 'done');
  const isUnclear = sent.some(isOpen);
  // A later process has read the state, and found all changes.
  if (done.length === 0 && isUnclear && end?.state === 'done') return { changes: [...changes], unclear: [] };
  const isMade = ({ user }: Change) => done.some(({ users }) => users === undefined || users.includes(user));
  return {
    changes: changes.filter(isMade),
    unclear: isUnclear ? changes.filter((change) => !isMade(change)) : [],
  };
}

function isOpen({ state }: Attempt): boolean {
  return state === 'open' || state === 'unknown';
}
