import type { Client } from '../api/client.ts';
import { OutcomeUnknown, ServiceError } from '../api/errors.ts';
import type { Operation } from '../api/operation.ts';
import type { AnyInput } from '../api/request.ts';
import { isRepeatable } from '../api/retry.ts';
import type { TaskState } from './journal.ts';
import { readBack } from './read-back.ts';
import type { Run } from './run.ts';

/** What a failed request means for the state of its task. */
export type Classify = (error: unknown) => TaskState;

/**
 * The client of one task: every change is written down before it leaves, and what became of it. A change of which an
 * earlier process has not written down what became of it is looked for before it is made again.
 */
export function journaledClient(client: Client, run: Run, task: number, classify: Classify): Client {
  const earlier = run.history(task)?.calls;
  let calls = 0;

  async function change(op: Operation, input: AnyInput): Promise<unknown> {
    const call = calls++;
    const send = async () => {
      await run.write({ type: 'intent', task, call, operation: op.id, params: input.params ?? {} });
      return client.call(op, input as never);
    };
    try {
      const answer = await (mayBeDone(earlier?.get(call)) ? settle(client, op, input, send) : send());
      run.note({ type: 'outcome', task, call, state: 'done' });
      return answer;
    } catch (error) {
      const isThere = isConflict(error) && (await readBack(client, op, input)).state === 'shows';
      run.note({ type: 'outcome', task, call, state: isThere ? 'unchanged' : classify(error) });
      throw isThere ? new Unchanged() : error;
    }
  }

  return {
    ...client,
    call: (op, input) =>
      (op.method === 'GET' ? client.call(op, input) : change(op, input as AnyInput)) as Promise<never>,
  };
}

/** What was to be made is there already, as asked. */
export class Unchanged extends Error {
  override readonly name = 'Unchanged';
}

function isConflict(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 409;
}

function mayBeDone(state: TaskState | 'open' | undefined): boolean {
  return state === 'open' || state === 'unknown' || state === 'done';
}

/** Makes a change only where it has not been made yet. */
async function settle(
  client: Client,
  op: Operation,
  input: AnyInput,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const found = await readBack(client, op, input);
  if (found.state === 'shows') return found.answer;
  if (found.state === 'cannot-tell' && !isRepeatable(op)) {
    throw new OutcomeUnknown('nobody knows whether the earlier request took effect', {
      request: { method: op.method, url: op.path },
      hint: 'check it; it is never sent again by itself',
    });
  }
  return send().catch((error: unknown) => {
    const isGone = op.method === 'DELETE' && error instanceof ServiceError && error.status === 404;
    if (!isGone) throw error;
  });
}
