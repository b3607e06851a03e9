import type { Input, Operation } from '../api/operation.ts';
import type { AnyInput } from '../api/request.ts';
import type { App } from './app.ts';

/** Sends a request that ends something: guards, question and result are the same for all of them. */
export async function takeAway(app: App, op: Operation, input: AnyInput): Promise<void> {
  await (await import('../losses/take-away.ts')).takeAway(app, op, input);
}

/**
 * Comes before a request that may lower a role or end a membership among other things. Throws `UsageError` where a guard
 * holds it back, or the user does not agree.
 */
export async function beforeLoss(app: App, op: Operation, input: AnyInput): Promise<void> {
  // The guards of bulk work look at all rows together.
  if (app.isRow) return;
  await (await import('../losses/before-loss.ts')).beforeLoss(app, op, input);
}

/**
 * Sends a change that has no answer, behind {@link beforeLoss}. Resolves with what was sent: ids in the place of names,
 * for messages.
 */
export async function changed<const Op extends Operation>(
  app: App,
  op: Op,
  given: Input<Op>,
): Promise<Input<Op>> {
  await beforeLoss(app, op, given as AnyInput);
  const input = (await app.resolved(op, given as AnyInput)) as never;
  await app.api.call(op, input);
  return input;
}
