import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import { type Change, isPart, mapMade } from '../../domain/change.ts';
import { firstNames } from '../../domain/people.ts';
import { type Fields, type Ids, innermostId, type Touch } from '../../model/effects/facts.ts';
import { madeIds } from '../../model/effects/kinds.ts';
import { thingsCalledAlike } from '../../model/effects/making.ts';
import { changedTies, tieValue } from '../../model/effects/nouns.ts';
import { lostOf, touchesBack, whyNotRestorable } from '../../model/effects/restoring.ts';
import { idsAround, resourceNamed, touches } from '../../model/effects/things.ts';
import { operationsById } from '../../model/operations.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown, orUnknown } from '../../model/read/unknown.ts';
import { partOf } from '../../model/resources.ts';
import { titledId, titleIn } from '../../text/called.ts';
import { isObject } from '../../text/fields.ts';
import { isOpen, type JournalContent, madeId, type TaskHistory } from '../journal/journal.ts';
import type { State } from '../journal/journal-schema.ts';
import { idIn } from '../journal/made-ids.ts';
import { namedIds, thingsLike } from '../made.ts';
import type { RecordedRequest } from './changed-things.ts';
import { type NotRestored, unclear } from './not-restored.ts';
import { isSecret } from './values.ts';

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

/** Returns what cannot come back of whole requests. */
export async function lostRequests(requests: readonly RecordedRequest[]): Promise<NotRestored[]> {
  const lost: NotRestored[] = [];
  for (const { op, input, isDone, before } of requests) {
    if (!isDone) continue;
    const reason = (await whyNotRestorable(op.id)) ?? lostOf({ op, input });
    if (reason === undefined) continue;
    const { params = {} } = input;
    const kind = (await partOf({ id: op.id }))?.resource.kind;
    const of = kind === undefined ? undefined : { kind, id: innermostId(params) };
    lost.push({ name: requestName(op, params, before), reason, of });
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

/** Names a request by its command, and its thing by the name before: `collections move "Empty" (col_empty)`. */
function requestName(
  op: Operation,
  params: Readonly<Record<string, string>>,
  before: readonly State[] = [],
): string {
  const last = paramNames(op.path).findLast((name) => name !== 'org');
  const id = last === undefined ? undefined : (params[last] ?? '');
  const name = before.find(({ ids }) => innermostId(ids) === id)?.name;
  return [...op.id.split('.'), ...(id === undefined ? [] : [titledId(id, name)])].join(' ');
}

/**
 * Returns what requests without an outcome may have made, so that undo leaves it. Where the plan of the run has found nothing like
 * it, the lists of the service say whether it is there now; what the structure of a site has is found with that.
 */
export async function perhapsMade(
  reader: ServiceReader,
  { header: { work } }: JournalContent,
  recorded: readonly RecordedRequest[],
  { redactText }: Pick<Redactor, 'redactText'>,
): Promise<NotRestored[]> {
  const changes = work.kind === 'changes' ? work.changes : [];
  const structures = new Set(work.kind === 'changes' ? work.structure?.map(({ site }) => site) : []);
  const made = new Set(recorded.flatMap((one) => (one.isDone && one.id && makes(one) ? [one.id] : [])));
  const known = new Set([...namedIds(changes), ...made]);
  const found: NotRestored[] = [];
  for (const request of recorded) {
    const touch = mayHaveMade(request);
    if (!touch) continue;
    const { op, input, task } = request;
    const { params = {} } = input;
    // It ends with what it is in, or stays with that.
    if (structures.has(params.site ?? '') || Object.values(params).some((id) => made.has(id))) continue;
    const isComplete = !touches(op, input).some(({ sets = {} }) => Object.values(sets).some(isSecret));
    const isAlone = task !== undefined && changes[task]?.isUnique === true && isComplete;
    const things = isAlone ? await orUnknown(thingsLike(reader, { op, input }, known)) : undefined;
    if (!things || isUnknown(things)) {
      const alike = await thingsCalledAlike(reader, { op, input }, known);
      // Nothing of the name shows that nothing was made.
      if (alike?.length !== 0) found.push(somethingMade(request, alike));
    } else
      for (const { id, title } of things) {
        const thing = { kind: touch.kind, ids: madeIds(touch, id), before: null, after: {}, isUnclear: true };
        found.push(unclear(thing, { name: title === undefined ? undefined : redactText(title) }));
      }
  }
  return found;
}

function makes(request: RecordedRequest): Touch | undefined {
  return touchesBack(request).find(({ change }) => change === 'make');
}

/** Returns what a request without an outcome may have made, if its id is unknown. */
function mayHaveMade(request: RecordedRequest): Touch | undefined {
  const made = makes(request);
  const key = made && resourceNamed(made.kind).key;
  return !request.isDone && key !== undefined && made?.ids[key] === undefined ? made : undefined;
}

function somethingMade({ op, input }: RecordedRequest, alike?: readonly string[]): NotRestored {
  const made = alike ? firstNames(alike) : 'something';
  const reason = `it is not known whether the run has made ${made}`;
  const [{ sets: { title, label } = {} } = {}] = touches(op, input);
  const called = title ?? label;
  const name = requestName(op, input.params ?? {});
  return { name: typeof called === 'string' ? `${name} ${JSON.stringify(called)}` : name, reason };
}
