import type { Client } from '../../api/client/client.ts';
import { OutcomeUnknown, ServiceError, StillUnknown } from '../../api/client/errors.ts';
import type { AnyInput } from '../../api/client/request.ts';
import { isRepeatable } from '../../api/client/retry.ts';
import { effectOf } from '../../api/contract/effect.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { firstNames } from '../../domain/people.ts';
import type { ChangingRequest } from '../../model/effects/facts.ts';
import type { Found } from '../../model/effects/making.ts';
import type { Shown } from '../../model/effects/shows.ts';
import type { LastMoment } from '../guards/last-moment.ts';
import type { Run } from '../run/run.ts';
import { type Pause, Unchanged } from '../run/supervise.ts';
import type { Intent, State, TaskState } from './journal-schema.ts';
import { answeredId, mayHaveActed, stateAfter } from './outcomes.ts';

/** Adds details to the records of requests. */
export interface Recording {
  /** Returns the details to record before a request is sent. */
  intent?(op: Operation, input: AnyInput): IntentDetails | Promise<IntentDetails>;
  /** Finds the thing that a request without an outcome may have made; resolves with `undefined` if there is none. */
  find?(): Promise<unknown>;
  /** Whether no one needs the answer of a request, so that lists can show whether it was carried out. @default false */
  readonly readsLists?: boolean;
  /** Returns the values that a successful request leaves. */
  left?(op: Operation, input: AnyInput, answer: unknown): Promise<readonly State[] | undefined>;
}

type IntentDetails = Pick<Intent, 'name' | 'users' | 'sent' | 'before'>;

/** One piece of work, as its client needs it. */
export interface RequestTask {
  readonly index: number;
  readonly pause: Pause;
  /** Judges its requests again before they leave; the same for all work of the run. */
  readonly lastMoment: LastMoment;
  /** Returns whether later work of the run sends a request of the same operation to the same address. */
  isFollowed(): boolean;
}

/**
 * Makes the client of one task. It records every change before it is sent, and its outcome after it. Guards that no flag
 * lifts judge it once more in between. If a change of an
 * earlier process has no outcome, it first reads the present state. If that does not show it, it may still be under way:
 * where a second request could then do harm, the client waits, and reads again.
 */
export function journaledClient(
  client: Client,
  run: Run,
  { index: task, pause, lastMoment, isFollowed }: RequestTask,
  recording: Recording = {},
): Client {
  const history = run.history(task);
  const earlier = history?.calls;
  const lists = recording.readsLists ?? false;
  let calls = 0;

  async function change(op: Operation, input: AnyInput): Promise<unknown> {
    const call = calls++;
    const note = (state: TaskState) => run.note({ type: 'outcome', task, call, state });
    const done = async (answer: unknown) => {
      const after = await recording.left?.(op, input, answer);
      run.note({ type: 'outcome', task, call, state: 'done', id: answeredId(answer), after });
    };
    const before = earlier?.get(call);
    const mayBeDone = before !== undefined && before !== 'failed';
    if (mayBeDone) {
      const seek = () => (recording.find ? sought(recording.find()) : look({ op, input }, before === 'open'));
      let found = await seek();
      const rest = found.state === 'shows' ? 0 : underWay(op, call);
      if (rest > 0) {
        await pause(rest);
        found = await seek();
      }
      if (found.state === 'shows') {
        await done(found.answer);
        return found.answer;
      }
    }
    const { params = {} } = input;
    const details = await recording.intent?.(op, input);
    const at = run.time();
    await run.write({ type: 'intent', task, call, operation: op.id, params, at, ...details });
    try {
      const answer = await lastMoment(client, op, input, () => client.call(op, input));
      await done(answer);
      return answer;
    } catch (error) {
      if (mayBeDone && effectOf(op) === 'delete' && hasStatus(error, 404)) {
        await done(undefined);
        return undefined;
      }
      if (hasStatus(error, 409) && (await isThere({ op, input }))) {
        note('unchanged');
        throw new Unchanged();
      }
      if (error instanceof OutcomeUnknown && !isRepeatable(op))
        error.isLasting ||= !recording.find && !(await canShow({ op, input }));
      // Without an outcome, the present state must be read first.
      if (!mayHaveActed(error, op)) note(stateAfter(error));
      throw error;
    }
  }

  /** Returns for how many milliseconds an earlier request may still do harm if another one is sent. */
  function underWay(op: Operation, call: number): number {
    const mayHarm = !isRepeatable(op) || (history?.end?.state !== 'failed' && isFollowed());
    return mayHarm ? run.underWay(task, call) : 0;
  }

  /**
   * Looks for the effect of an earlier request. Where only a name can show it, and the process ended before any answer
   * (`isCutOff`), nothing of that name shows that nothing was made. Throws `StillUnknown` if the state cannot show it, and
   * a second request could repeat it.
   */
  async function look(request: ChangingRequest, isCutOff: boolean): Promise<Shown> {
    const { op } = request;
    const { findBack } = await import('../../model/effects/making.ts');
    const known = isCutOff && !isRepeatable(op) ? run.knownIds() : undefined;
    const found = await findBack(client, request, { lists, known });
    if (found.state !== 'cannot-tell' || isRepeatable(op)) return found;
    throw new StillUnknown(`it is not known whether the earlier request ${perhapsDone(found)}`, {
      request: { method: op.method, url: op.path },
      hint: { code: 'repeat-by-hand', data: {} },
    });
  }

  /** Returns whether the present state can show that a request took effect. */
  async function canShow(request: ChangingRequest): Promise<boolean> {
    const { canReadBack } = await import('../../model/effects/shows.ts');
    return canReadBack(request, { lists });
  }

  async function isThere(request: ChangingRequest): Promise<boolean> {
    const { readBack } = await import('../../model/effects/shows.ts');
    const found = await readBack(client, request, { lists: false }).catch(() => undefined);
    return found?.state === 'shows';
  }

  return {
    ...client,
    call: (op, input, until) =>
      (effectOf(op) === 'read'
        ? client.call(op, input, until)
        : change(op, input as AnyInput)) as Promise<never>,
  };
}

/** Says what a request may have done: `has made team "Docs" (team_docs)`. */
export function perhapsDone({ alike = [] }: Found): string {
  return alike.length > 0 ? `has made ${firstNames(alike)}` : 'took effect';
}

async function sought(finding: Promise<unknown>): Promise<Shown> {
  const answer = await finding;
  return answer === undefined ? { state: 'does-not-show' } : { state: 'shows', answer };
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ServiceError && error.status === status;
}
