import type { AnyInput } from '../api/client/request.ts';
import { type Change, madeIn } from '../domain/change.ts';
import { DocsAdminError } from '../errors.ts';
import { settled, type Touch } from '../model/effects/facts.ts';
import { createThingReader, shows } from '../model/effects/shows.ts';
import type { ThingReader } from '../model/effects/thing-reader.ts';
import { touches } from '../model/effects/things.ts';
import { operationOf } from '../model/operations.ts';
import { inParallel } from '../model/read/in-parallel.ts';
import type { BulkFlags } from './run/execute.ts';
import { bulkReads, type Session } from './run/session.ts';

/**
 * Reads what changes have touched: each list once, one request for each other thing. Throws an error of kind
 * `processing-failed` if something is not as planned.
 */
export async function verifyChanges(
  session: Session,
  changes: readonly Change[],
  { concurrency }: BulkFlags,
): Promise<void> {
  const things = createThingReader(session.api, session.scope.org());
  const found = await inParallel(changes, concurrency ?? bulkReads, async (change) =>
    (await touchesToDo(change, things)).map((touch) => labelOf(touch, change)),
  );
  const wrong = found.flat();
  if (wrong.length > 0)
    throw new DocsAdminError(
      'processing-failed',
      `the service took every request, but not everything is as planned: ${wrong.join(', ')}`,
    );
  await session.out.done('verified: everything reads as planned');
}

/** Names a thing by its id, and by what it is in: `user_uma in team "Docs"`. */
function labelOf({ kind, ids }: Touch, change: Change): string {
  const [own, around] = Object.values(ids).reverse();
  return `${own} in ${kind === change.kind ? around : change.name}`;
}

/**
 * Returns what a change touches, as far as the present does not show that it was done. Content is not read, nor what the
 * same plan makes: only an answer has its id.
 */
export async function touchesToDo({ operation, input }: Change, things: ThingReader): Promise<Touch[]> {
  if (madeIn(input).length > 0) return [];
  const toDo: Touch[] = [];
  for (const touch of touches(operationOf(operation), input as AnyInput)) {
    const { sets = {}, change } = touch;
    if (change === 'make' || change === 'content') continue;
    const { state } = await shows([{ ...touch, sets: settled(sets, null) }], things);
    if (state !== 'shows') toDo.push(touch);
  }
  return toDo;
}
