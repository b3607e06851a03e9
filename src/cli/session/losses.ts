import type { AnyInput } from '../../api/client/request.ts';
import { mayLowerWith } from '../../api/contract/effect.ts';
import type { Input, Operation } from '../../api/contract/operation.ts';
import type { Session } from '../../work/run/session.ts';

/** Sends requests that may take something away, after the guards. */
export interface LossPorts {
  /** Sends a request that ends something, with the same guards, question and result for every kind. */
  takeAway(op: Operation, input: AnyInput): Promise<void>;
  /**
   * Checks a request that may lower a role or end a membership among other effects. Throws `UsageError` if a guard
   * refuses it, or the user does not agree.
   */
  beforeLoss(op: Operation, input: AnyInput): Promise<void>;
  /** Asks before a request that nothing takes back, and says so. */
  confirmFinal(op: Operation, input: AnyInput, question: string): Promise<void>;
  /**
   * Sends a change without an answer, after {@link LossPorts.beforeLoss}. Resolves with the sent input, with ids instead
   * of names, for messages.
   */
  change<const Op extends Operation>(op: Op, given: Input<Op>): Promise<Input<Op>>;
}

export function createLosses(session: Session): LossPorts {
  async function beforeLoss(op: Operation, input: AnyInput): Promise<void> {
    // The guards of bulk work check all rows together.
    if (session.isRow) return;
    session.api.assertValid(op, input);
    // Nothing more has to be loaded to see that.
    if (!mayLowerWith(op, input)) return;
    await (await import('../../work/guards/take-away.ts')).beforeLoss(session, op, input);
  }

  return {
    async takeAway(op, input) {
      await (await import('../../work/guards/take-away.ts')).takeAway(session, op, input);
    },
    beforeLoss,
    async confirmFinal(op, input, question) {
      await (await import('../../work/guards/consent.ts')).confirmFinal(session, { op, input }, question);
    },
    async change(op, given) {
      await beforeLoss(op, given as AnyInput);
      const input = await session.names.resolved(op, given as AnyInput);
      await session.api.call<Operation>(op, input);
      return input as typeof given;
    },
  };
}
