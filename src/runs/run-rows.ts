import { type Change, changedFields, type Difference } from '../domain/change.ts';
import { changeWord, type Change as MembershipChange } from '../domain/memberships/diff.ts';
import { type MemberChange, memberWord, requestsOf } from '../domain/memberships/plan.ts';
import {
  type Attempt,
  type JournalContent,
  madeId,
  type RunWork,
  type TaskHistory,
  type TaskState,
} from './journal.ts';

/** The state of one row in the journal; `open` was begun and has no outcome. */
type RowState = TaskState | 'open' | 'not-begun';

/** A membership of a run. */
export interface MembershipRow {
  /** `null` means the organization itself. */
  readonly team: string | null;
  readonly user: string;
  readonly change: string;
  /** The roles before and after; `null` means not being in the team. */
  readonly from: string | null;
  readonly to: string | null;
  readonly state: RowState;
  readonly error: string | null;
}

/** A row of `batch`, or one of several ids. */
export interface CommandRow {
  readonly row: number;
  /** The user's name for it: a line of the input, an id; `null` if it was never begun. */
  readonly name: string | null;
  readonly state: RowState;
  readonly id: string | null;
  readonly error: string | null;
  /** The last request that changes something, without secrets. */
  readonly request: { readonly operation: string; readonly params: object; readonly body?: unknown } | null;
}

/** A change of a plan. */
export interface ChangeRow extends Pick<Change, 'action' | 'kind' | 'name'> {
  readonly row: number;
  readonly id: string | null;
  readonly fields: readonly Difference[];
  readonly state: RowState;
  readonly error: string | null;
}

export type RunRow = MembershipRow | CommandRow | ChangeRow;

/** Returns how many pieces a run has; `undefined` if its journal does not say. */
export function totalOf(work: RunWork): number | undefined {
  if (work.kind === 'memberships') return requestsOf(work.plan, work.batchSize).length;
  if (work.kind === 'changes') return work.changes.length;
  return work.total ?? (work.source.from === 'ids' ? work.source.ids.length : undefined);
}

/** Returns everything that a run was meant to do, with the state in its journal. */
export async function rowsOfRun(content: JournalContent): Promise<RunRow[]> {
  const { work } = content.header;
  if (work.kind === 'memberships') return membershipRows(content, work);
  if (work.kind === 'changes') return changeRows(content, work.changes);
  return commandRows(content, work, await namedThing());
}

function changeRows({ tasks }: JournalContent, changes: readonly Change[]): ChangeRow[] {
  return changes.map((change, place) => {
    const { action, kind, name, ref } = change;
    const history = tasks.get(place);
    const id = (history && madeId(history)) ?? Object.values(ref).at(-1);
    return {
      row: place + 1,
      action,
      kind,
      name,
      id: typeof id === 'string' ? id : null,
      fields: changedFields(change),
      ...resultOf(history),
    };
  });
}

function membershipRows({ tasks }: JournalContent, work: RunWork & { kind: 'memberships' }): MembershipRow[] {
  const { plan, batchSize } = work;
  const names = plan.teams.map(({ id, title }) => id ?? title);
  return requestsOf(plan, batchSize).flatMap((request, index) => {
    const history = tasks.get(index);
    if (request.kind === 'member') return [memberRow(request.change, history)];
    if (request.kind === 'members') {
      const team = names[request.team] ?? '';
      return request.changes.map((change) => membershipRow(team, change, history));
    }
    names[request.team] = (history && madeId(history)) ?? names[request.team] ?? '';
    return [];
  });
}

function memberRow(change: MemberChange, history: TaskHistory | undefined): MembershipRow {
  const { user, from, to } = change;
  return { team: null, user, change: memberWord(change), from, to, ...resultOf(history) };
}

function membershipRow(
  team: string,
  change: MembershipChange,
  history: TaskHistory | undefined,
): MembershipRow {
  const { user, from, to } = change;
  return { team, user, change: changeWord(change), from, to, ...resultOf(history) };
}

/** Returns the id of the thing that an attempt was to change, if its path ends with one. */
type NamedThing = (attempt: Attempt) => string | undefined;

async function namedThing(): Promise<NamedThing> {
  const { operations } = await import('../api/contract/operations/index.ts');
  const params = new Map(operations.map(({ id, path }) => [id, /\{(\w+)\}$/.exec(path)?.[1]]));
  return ({ operation, params: given }) => {
    const param = params.get(operation);
    return param === undefined ? undefined : given[param];
  };
}

function commandRows(
  { tasks }: JournalContent,
  work: RunWork & { kind: 'rows' },
  nameOf: NamedThing,
): CommandRow[] {
  const total = totalOf(work) ?? Math.max(-1, ...tasks.keys()) + 1;
  const { source } = work;
  return Array.from({ length: total }, (_, index) => {
    const history = tasks.get(index);
    const attempt = history?.attempts.at(-1);
    return {
      row: index + 1,
      name: history?.end?.name ?? (source.from === 'ids' ? source.ids[index] : undefined) ?? null,
      id: (history && madeId(history)) ?? (attempt && nameOf(attempt)) ?? null,
      ...resultOf(history),
      request: attempt
        ? { operation: attempt.operation, params: attempt.params, ...bodyOf(attempt.sent) }
        : null,
    };
  });
}

function bodyOf(sent: unknown): { body?: unknown } {
  return sent === undefined ? {} : { body: sent };
}

function resultOf(history: TaskHistory | undefined): { state: RowState; error: string | null } {
  if (!history) return { state: 'not-begun', error: null };
  return { state: history.end?.state ?? 'open', error: history.end?.error ?? null };
}
