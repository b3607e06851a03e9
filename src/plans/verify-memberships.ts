import type { AnyInput } from '../api/client/request.ts';
import { type Change, madeIn } from '../domain/change.ts';
import { ProcessingFailed } from '../errors.ts';
import { settled } from '../model/effects/effects.ts';
import { shows, thingsAt } from '../model/effects/shows.ts';
import { type Touch, touches } from '../model/effects/touches.ts';
import { type BulkFlags, readsAtOnce } from '../runs/execute.ts';
import { inParallel } from '../runs/in-parallel.ts';
import type { Session } from '../runs/session.ts';
import { operationOf } from './operations.ts';

/**
 * Reads the memberships and the people that changes are about: one list for each team, one request for each person.
 * Throws `ProcessingFailed` if something is not as planned.
 */
export async function verifyMemberships(
  session: Session,
  changes: readonly Change[],
  { concurrency }: BulkFlags,
): Promise<void> {
  const org = session.scope.org();
  const things = thingsAt(session.api, org);
  const all = changes.flatMap((change) => touchesOf(change).map((touch) => ({ change, touch })));
  const found = await inParallel(all, readsAtOnce(concurrency), async ({ change, touch }) => {
    const { state } = await shows([touch], things);
    const { user, team } = touch.ids;
    return state === 'shows' ? [] : [`${user} in ${team === undefined ? org : change.name}`];
  });
  const wrong = found.flat();
  if (wrong.length > 0)
    throw new ProcessingFailed(
      `the service took every request, but not everything is as planned: ${wrong.join(', ')}`,
    );
  await session.out.done('verified: everything reads as planned');
}

/** Returns what a change does to people and memberships that are there before the plan. */
function touchesOf({ operation, input }: Change): Touch[] {
  if (madeIn(input).length > 0) return [];
  return touches(operationOf(operation), input as AnyInput).flatMap((touch) =>
    touch.ids.user === undefined || touch.change === 'make'
      ? []
      : [{ ...touch, sets: settled(touch.sets ?? {}, null) }],
  );
}
