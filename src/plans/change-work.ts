import type { Client } from '../api/client/client.ts';
import type { AnyInput } from '../api/client/request.ts';
import type { Operation } from '../api/contract/operation.ts';
import { operations } from '../api/contract/operations/index.ts';
import { type Change, mapMade } from '../domain/change.ts';
import { at, type Made } from '../model/undo/facts.ts';
import { madeId, type PieceState } from '../runs/journal.ts';
import { journaledClient } from '../runs/journaled-client.ts';
import type { Run } from '../runs/run.ts';
import type { Session } from '../runs/session.ts';
import type { Work } from '../runs/supervise.ts';
import { withShortTexts } from '../text/shortened.ts';
import { left } from './undo/recording.ts';

const operationsById = new Map(operations.map((op) => [op.id, op]));

/** Returns an operation of the contract; `undefined` for an unknown id, such as that of a later version. */
export function findOperation(id: string): Operation | undefined {
  return operationsById.get(id);
}

/** Returns an operation of the contract. Throws an `Error` for an unknown id. */
export function operationOf(id: string): Operation {
  const op = findOperation(id);
  if (!op) throw new Error(`there is no operation "${id}"`);
  return op;
}

/**
 * Turns the requests of changes into work, in their order. A change is left out if a change that it requires is not
 * done.
 */
export function changeWork({ names, redactor }: Session, changes: readonly Change[], run: Run): Work[] {
  /** What each change has made, by its index: the answer, or the record in the journal. */
  const made = new Map<number, unknown>();
  for (const place of changes.keys()) {
    const history = run.history(place);
    const id = history && madeId(history);
    const [own] = history?.attempts.at(-1)?.after ?? [];
    if (id !== undefined) made.set(place, { ...own?.value, id });
  }

  const idOf = ({ $change, at: path = 'id' }: Made): unknown => at(made.get($change), ...path.split('.'));

  async function send(change: Change, place: number, client: Client): Promise<string | undefined> {
    const op = operationOf(change.operation);
    const input = mapMade(change.input, idOf) as AnyInput;
    const before: PieceState[] = [
      { kind: change.kind, ids: mapMade(change.ref, idOf) as PieceState['ids'], value: change.before },
    ];
    const journaled = journaledClient(client, run, place, {
      intent: (_, { body }) =>
        body === undefined ? {} : { sent: withShortTexts(redactor.redactValue(body, op.body)) },
      left: (_, own, answer) => left({ op, input: own }, answer, before, redactor),
    });
    const answer = await journaled.call(op, names.asIds(input) as never);
    made.set(place, answer);
    return idOf({ $change: place }) as string | undefined;
  }

  const work: Work[] = [];
  for (const [place, change] of changes.entries()) {
    work.push({
      name: change.name,
      keys: [sequenceKeyOf(change)],
      requires: change.requires.map((required) => work[required] as Work),
      leftOut: 'an earlier change that it needs has failed',
      run: (client) => send(change, place, client),
    });
  }
  return work;
}

/**
 * Returns the key of what a change is about: changes of one site, of one team and of the collections run one after
 * another. Rows of bulk work may run at once where the model allows it, because they are independent. Changes of a plan
 * build on each other: a site gets another default section before the old one is deleted.
 */
function sequenceKeyOf({ kind, ref }: Change): string {
  if (kind === 'collection') return 'collections';
  return JSON.stringify(ref.site ?? ref.team ?? [kind, ref]);
}
