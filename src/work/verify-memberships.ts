import type { AnyInput } from '../api/client/request.ts';
import { type Change, madeIn } from '../domain/change.ts';
import { ProcessingFailed } from '../errors.ts';
import { settled } from '../model/effects/effects.ts';
import { shows, thingsAt } from '../model/effects/shows.ts';
import type { ThingReader } from '../model/effects/thing-reader.ts';
import { touches } from '../model/effects/things.ts';
import { operationOf } from '../model/operations.ts';
import { type BulkFlags, readsAtOnce } from './run/execute.ts';
import { inParallel } from './run/in-parallel.ts';
import type { Session } from './run/session.ts';

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
  const found = await inParallel(changes, readsAtOnce(concurrency), async (change) => {
    const place = change.ref.team === undefined ? org : change.name;
    return (await peopleToDo(change, things)).map((user) => `${user} in ${place}`);
  });
  const wrong = found.flat();
  if (wrong.length > 0)
    throw new ProcessingFailed(
      `the service took every request, but not everything is as planned: ${wrong.join(', ')}`,
    );
  await session.out.done('verified: everything reads as planned');
}

/**
 * Returns the people of whom the present does not show what a change does to them or to their memberships. What the same
 * plan makes is left out.
 */
export async function peopleToDo({ operation, input }: Change, things: ThingReader): Promise<string[]> {
  if (madeIn(input).length > 0) return [];
  const people: string[] = [];
  for (const { sets = {}, ...touch } of touches(operationOf(operation), input as AnyInput)) {
    const { user } = touch.ids;
    if (user === undefined || touch.change === 'make') continue;
    const { state } = await shows([{ ...touch, sets: settled(sets, null) }], things);
    if (state !== 'shows') people.push(user);
  }
  return people;
}
