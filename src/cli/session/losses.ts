import { Option } from 'commander';
import type { AnyInput } from '../../api/client/request.ts';
import type { Taken } from '../../api/contract/facts.ts';
import type { Input, Operation } from '../../api/contract/operation.ts';
import { mayLower, type RolesBody } from '../../domain/losses/bodies.ts';
import type { RemovalLimit } from '../../domain/losses/mass.ts';
import { UsageError } from '../../errors.ts';
import type { App } from './app.ts';

/** What lifts the guards, once, on every command that can meet them. The values go to the app. */
export const maxRemovalsFlag = new Option(
  '--max-removals <n>',
  'how many things may be taken away: a number, or a percentage of each kind such as 10% (default: 20%, at most 50)',
).argParser(removalLimit);
export const allowOwnerlessFlag = new Option('--allow-ownerless', 'allow teams to lose their last owner');

/** The flags of a command that may take this away; `several` where its line may name several things. */
export function guardFlags(taken: readonly Taken[], several: boolean): Option[] {
  const many = taken.includes('several') || (several && taken.includes('one'));
  return [...(many ? [maxRemovalsFlag] : []), ...(taken.includes('owners') ? [allowOwnerlessFlag] : [])];
}

function removalLimit(value: string): RemovalLimit {
  const [, digits, sign] = /^(\d{1,7})(%?)$/.exec(value) ?? [];
  const amount = Number(digits);
  if (sign === '' && amount >= 0) return { count: amount };
  if (sign === '%' && amount <= 100) return { percent: amount };
  throw new UsageError(
    'invalid --max-removals: must be a whole number such as 10, or a percentage such as 25%',
  );
}

/** Requests that may take something away, behind the guards. */
export interface Losses {
  /** Sends a request that ends something: guards, question and result are the same for all of them. */
  takeAway(op: Operation, input: AnyInput): Promise<void>;
  /**
   * Comes before a request that may lower a role or end a membership among other things. Throws `UsageError` where a guard
   * holds it back, or the user does not agree.
   */
  beforeLoss(op: Operation, input: AnyInput): Promise<void>;
  /**
   * Sends a change that has no answer, behind {@link Losses.beforeLoss}. Resolves with what was sent: ids in the place of
   * names, for messages.
   */
  change<const Op extends Operation>(op: Op, given: Input<Op>): Promise<Input<Op>>;
}

export function createLosses(app: App): Losses {
  async function beforeLoss(op: Operation, input: AnyInput): Promise<void> {
    // The guards of bulk work look at all rows together.
    if (app.isRow) return;
    app.api.assertValid(op, input as never);
    if (!mayLower(op.id, (input.body ?? {}) as RolesBody)) return;
    await (await import('../../plans/guards/index.ts')).beforeLoss(app, op, input);
  }

  return {
    async takeAway(op, input) {
      await (await import('../../plans/guards/index.ts')).takeAway(app, op, input);
    },
    beforeLoss,
    async change(op, given) {
      await beforeLoss(op, given as AnyInput);
      const input = (await app.names.resolved(op, given as AnyInput)) as never;
      await app.api.call(op, input);
      return input;
    },
  };
}
