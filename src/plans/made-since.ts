import { ServiceError } from '../api/client/errors.ts';
import { type Change, madeIn, mapMade } from '../domain/change.ts';
import { OutOfDate } from '../errors.ts';
import { type Listed, listedPages, type Params } from '../model/read-list.ts';
import { labelFor } from '../model/resource.ts';
import { doneBefore } from '../runs/execute.ts';
import type { Run } from '../runs/run.ts';
import type { Session } from '../runs/session.ts';
import { isObject } from '../text/fields.ts';
import { shortened } from '../text/shortened.ts';
import { idFrom, madeBefore } from './change-work.ts';
import { hasName, makingOf, namedIds } from './find-made.ts';

/**
 * Makes sure that nothing is made twice by a resumption: reads the lists of all things that the run has not made yet.
 * Throws `OutOfDate` if one of them is there by now, made by somebody else.
 */
export async function assertNotMadeSince(
  { api }: Pick<Session, 'api'>,
  run: Run,
  changes: readonly Change[],
): Promise<void> {
  const open = [...changes.entries()].filter(([place, { isUnique }]) => isUnique && !mayBeMade(run, place));
  if (open.length === 0) return;
  const made = madeBefore(run, changes);
  const known = namedIds(changes);
  for (const answer of made.values()) if (isObject(answer)) known.add(String(answer.id));
  const lists = new Map<string, Promise<readonly Listed[]>>();
  const found: string[] = [];
  for (const [, { operation, input: planned }] of open) {
    const making = await makingOf(operation);
    const input = mapMade(planned, (one) => idFrom(made, one) ?? one) as Change['input'];
    // What is in a thing that is not made yet is not there either.
    if (!making || madeIn(input).length > 0) continue;
    const { resource, op } = making;
    const sent = isObject(input.body) ? input.body : {};
    const key = JSON.stringify([resource.kind, input.params]);
    const list = lists.get(key) ?? collected(listedPages(api, resource, input.params as Params, {}));
    lists.set(key, list);
    for (const { id, title, item } of await list)
      if (!known.has(id) && hasName(resource, op, item, sent) === true)
        found.push(`${labelFor(resource)} ${JSON.stringify(title ?? id)} (${id})`);
  }
  if (found.length === 0) return;
  throw new OutOfDate(
    `run ${run.id} cannot be resumed: somebody else has made what it was to make; nothing was sent`,
    { details: shortened(found), hint: { code: 'start-rest', data: {} } },
  );
}

/** Tells whether a request has been sent that has made the thing, or may have made it. */
function mayBeMade(run: Run, place: number): boolean {
  const states = [...(run.history(place)?.calls.values() ?? [])];
  return doneBefore(run, place) !== undefined || states.some((state) => state !== 'failed');
}

/** Returns all things of a list; none if the list cannot be read, as where the thing around it is gone. */
async function collected(pages: AsyncIterable<readonly Listed[]>): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  try {
    for await (const page of pages) all.push(...page);
  } catch (error) {
    if (!(error instanceof ServiceError) || (error.status !== 403 && error.status !== 404)) throw error;
  }
  return all;
}
