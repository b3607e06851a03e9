import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { type Change, isPart, mapMade } from '../../domain/change.ts';
import { type Fields, type Ids, innermostId } from '../../model/effects/facts.ts';
import { changedTies, tieValue } from '../../model/effects/nouns.ts';
import { lostOf, whyNotRestorable } from '../../model/effects/restoring.ts';
import { idsAround, resourceNamed } from '../../model/effects/things.ts';
import { operationsById } from '../../model/operations.ts';
import { partOf } from '../../model/resources.ts';
import { isObject } from '../../text/fields.ts';
import { isOpen, type JournalContent, madeId, type TaskHistory } from '../journal/journal.ts';
import type { State } from '../journal/journal-schema.ts';
import { idIn } from '../made.ts';
import type { RecordedRequest } from './changed-things.ts';
import type { NotRestored } from './not-restored.ts';

export const notInJournal = 'the journal does not have it';

/** Returns the values before that a journal holds, in the order of the tasks. */
export function statesIn({ tasks, before }: JournalContent): State[] {
  const inOrder = [...tasks].sort(([one], [other]) => one - other);
  return inOrder.flatMap(([task, { attempts }]) => [
    ...(before.get(task) ?? []),
    ...attempts.flatMap((attempt) => attempt.before ?? []),
  ]);
}

/** Returns the requests of a journal that have changed something, or may have, in the order of the tasks. */
export function recordedRequests(content: JournalContent): RecordedRequest[] {
  return [...content.tasks]
    .sort(([one], [other]) => one - other)
    .flatMap(([task, history]) => requestsOf(content, task, history));
}

/** Returns the requests of a task. The body of a change is in the work of its run. */
function requestsOf(
  { header: { work, undoes }, tasks, before: read }: JournalContent,
  task: number,
  history: TaskHistory,
): RecordedRequest[] {
  const changes = work.kind === 'changes' ? work : undefined;
  const planned = changes?.changes[task];
  const idOf = (made: Parameters<Parameters<typeof mapMade>[1]>[0]) =>
    idIn(made, tasks.get(made.$change)) ?? made;
  return [...history.calls.keys()].flatMap((call): RecordedRequest[] => {
    const attempts = history.attempts.filter((attempt) => attempt.call === call);
    const done = attempts.filter(({ state }) => state === 'done');
    const open = attempts.find(({ state }) => isOpen(state));
    const one = done[0] ?? open;
    // An operation of a later version is not known.
    const op = one && operationsById.get(one.operation);
    if (!one || !op) return [];
    const { params, sent = mapMade(planned?.input.body, idOf), after, id } = one;
    const recorded = attempts.find((attempt) => attempt.before !== undefined)?.before ?? read.get(task);
    const before =
      recorded ?? (planned && !changes?.isRecorded ? statesOfChange(planned, params) : undefined);
    const request = {
      ...{ op, input: { params, body: sent }, before, after, id: id ?? madeId(history), task },
      ...(planned && isPart(planned) && { partOf: planned.requires }),
      isAgain: undoes !== undefined,
    };
    // A later process has read the state, and found nothing left to do.
    const isDone = done.length > 0 || (planned !== undefined && history.end?.state === 'done');
    if (done.length === 0 || done.some(({ users }) => users === undefined)) return [{ ...request, isDone }];
    const users = new Set(done.flatMap((attempt) => attempt.users ?? []));
    return [
      { ...request, isDone, isAbout: (user) => users.has(user) },
      ...(open ? [{ ...request, isDone: false, isAbout: (user: string) => !users.has(user) }] : []),
    ];
  });
}

/** Returns the states before a change of memberships, which the plan itself has. */
export function statesOfChange({ kind, name, before }: Change, params: Ids): State[] {
  if (before === null) return [];
  const named = titleIn(name);
  if (changedTies.has(kind)) {
    const states = tieStates(kind, params, before);
    return named === undefined ? states : states.map((one) => ({ ...one, name: named }));
  }
  const { members, ...value } = before;
  // A plan that deletes a team says who is in it.
  const ended = kind === 'team' && isObject(members) ? members : {};
  return [
    { kind, ids: params, name: named, value: kind === 'team' ? value : before },
    ...tieStates('team-members', params, ended).map((one) => ({ ...one, follows: 'ends' as const })),
  ];
}

/** Returns the states of ties, of which a change of this kind has the values by the ids of what is tied. */
function tieStates(change: string, params: Ids, values: Fields): State[] {
  const tie = changedTies.get(change);
  if (!tie) return [];
  const { kind, field } = tie;
  const { key = '' } = resourceNamed(kind);
  const around = idsAround({ kind, ids: params });
  return Object.entries(values).map(([id, value]) => ({
    kind,
    ids: { ...around, [key]: id },
    value: value === null ? null : { [field]: tieValue(tie, value) },
  }));
}

/** Returns the title in a name such as `team "Docs" (team_docs)`. */
function titleIn(name: string): string | undefined {
  const [, title] = /"(.*)"/s.exec(name) ?? [];
  return title;
}

/** Returns what cannot come back of whole requests. */
export async function lostRequests(requests: readonly RecordedRequest[]): Promise<NotRestored[]> {
  const lost: NotRestored[] = [];
  for (const { op, input, isDone } of requests) {
    if (!isDone) continue;
    const reason = (await whyNotRestorable(op.id)) ?? lostOf({ op, input });
    if (reason === undefined) continue;
    const { params = {} } = input;
    const kind = (await partOf({ id: op.id }))?.resource.kind;
    const of = kind === undefined ? undefined : { kind, id: innermostId(params) };
    lost.push({ name: requestName(op, params), reason, of });
  }
  return lost;
}

/** Returns the requests to addresses that the contract does not know: no one knows what they have changed. */
export function unknownRequests({ tasks }: JournalContent): NotRestored[] {
  const attempts = [...tasks.values()].flatMap((history) => history.attempts);
  return attempts
    .filter(({ operation, state }) => state !== 'failed' && !operationsById.get(operation))
    .map(({ operation }) => ({
      name: operation,
      reason: 'an address that is not in the contract: what it has changed is not known',
    }));
}

/** Names a request by its command: `change-requests merge 3`. */
export function requestName(op: Operation, params: Readonly<Record<string, string>>): string {
  const last = paramNames(op.path).findLast((name) => name !== 'org');
  return [...op.id.split('.'), ...(last !== undefined ? [params[last] ?? ''] : [])].join(' ');
}
