import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Change } from '../../domain/change.ts';
import { touches } from '../../model/effects/things.ts';
import { operationsById } from '../../model/operations.ts';
import { effectsOf, lostOf, noWayBack, pieceKind } from '../../model/undo/index.ts';
import type { JournalContent, PieceState, TaskHistory } from '../journal/journal.ts';
import type { RecordedRequest } from './changed-pieces.ts';
import type { Left } from './left.ts';

export const notInJournal = 'the journal does not have it';

/** Returns the values before that a journal holds, in the order of the tasks. */
export function valuesIn({ tasks }: JournalContent): PieceState[] {
  const inOrder = [...tasks].sort(([one], [other]) => one - other);
  return inOrder.flatMap(([, { attempts }]) => attempts.flatMap(({ before }) => before ?? []));
}

/** Returns the requests of a journal that have changed something, or may have, in the order of the tasks. */
export function recordedRequests({ header: { work }, tasks }: JournalContent): RecordedRequest[] {
  const planned = work.kind === 'changes' ? work.changes : undefined;
  return [...tasks]
    .sort(([one], [other]) => one - other)
    .flatMap(([task, history]) => requestsOf(history, planned?.[task]));
}

/** Returns the requests of a task. The body of a change is in the work of its run. */
function requestsOf(history: TaskHistory, planned: Change | undefined): RecordedRequest[] {
  return [...history.calls.keys()].flatMap((call) => {
    const attempts = history.attempts.filter((attempt) => attempt.call === call);
    const done = attempts.find(({ state }) => state === 'done');
    const open = attempts.find(({ state }) => state === 'open' || state === 'unknown');
    const one = done ?? open;
    // An operation of a later version is not known.
    const op = one && operationsById.get(one.operation);
    if (!one || !op) return [];
    const before = attempts.find((attempt) => attempt.before !== undefined)?.before;
    const { params, sent = planned?.input.body, after, id } = one;
    return [
      {
        op,
        input: { params, body: sent },
        isDone: done !== undefined || (planned !== undefined && history.end?.state === 'done'),
        before,
        after,
        id,
      },
    ];
  });
}

/** Tells whether a request without an outcome may have made a thing whose id is unknown. */
export function mayHaveMade(request: RecordedRequest): boolean {
  const makes = effectsOf(request).find((effect) => effect.makes);
  const key = makes && pieceKind(makes.kind).key;
  return !request.isDone && key !== undefined && makes?.ids[key] === undefined;
}

export function perhapsMade({ op, input }: RecordedRequest): Left {
  const reason = 'it is not known whether the run has made something';
  const [{ sets: { title, label } = {} } = {}] = touches(op, input);
  const called = title ?? label;
  const name = nameOf(op, input.params ?? {});
  return { name: typeof called === 'string' ? `${name} ${JSON.stringify(called)}` : name, reason };
}

/** Returns what cannot come back of whole requests. */
export async function lostRequests(requests: readonly RecordedRequest[]): Promise<Left[]> {
  const lost: Left[] = [];
  for (const { op, input, isDone } of requests) {
    if (!isDone) continue;
    const reason = (await noWayBack(op.id)) ?? lostOf({ op, input });
    if (reason !== undefined) lost.push({ name: nameOf(op, input.params ?? {}), reason });
  }
  return lost;
}

/** Returns the requests to addresses that the contract does not know: nobody knows what they have changed. */
export function unknownRequests({ tasks }: JournalContent): Left[] {
  const attempts = [...tasks.values()].flatMap((history) => history.attempts);
  return attempts
    .filter(({ operation, state }) => state !== 'failed' && !operationsById.get(operation))
    .map(({ operation }) => ({
      name: operation,
      reason: 'an address that is not in the contract: what it has changed is not known',
    }));
}

/** Names a request by its command: `change-requests merge 3`. */
function nameOf(op: Operation, params: Readonly<Record<string, string>>): string {
  const last = paramNames(op.path).findLast((name) => name !== 'org');
  return [...op.id.split('.'), ...(last !== undefined ? [params[last] ?? ''] : [])].join(' ');
}
