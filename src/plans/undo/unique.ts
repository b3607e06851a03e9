import type { Client } from '../../api/client/client.ts';
import { ServiceError } from '../../api/client/errors.ts';
import { type Change, madeIn } from '../../domain/change.ts';
import { type Listed, listedPages, type Params } from '../../model/read-list.ts';
import { inParallel } from '../../runs/in-parallel.ts';
import { isObject } from '../../text/fields.ts';
import { isLike, makingOf } from '../find-made.ts';

/**
 * Marks the changes that make a thing of which nothing there has the name or the values: a later process can then find it
 * by them, if the request has no outcome. Reads each list once, `atOnce` lists at a time; a list that cannot be read marks
 * nothing.
 */
export async function withUnique(
  client: Client,
  changes: readonly Change[],
  atOnce: number,
): Promise<Change[]> {
  const lists = new Map<string, Promise<readonly Listed[] | undefined>>();
  return inParallel(changes, atOnce, async (change) => {
    const { operation, input } = change;
    const making = await makingOf(operation);
    if (!making || making.op !== making.resource.operations.create) return change;
    const { resource, op } = making;
    // Nothing is there in a thing that is not made yet.
    if (madeIn(input.params).length > 0) return { ...change, isUnique: true };
    const key = JSON.stringify([resource.kind, input.params]);
    const list = lists.get(key) ?? collected(listedPages(client, resource, input.params as Params, {}));
    lists.set(key, list);
    const sent = isObject(input.body) ? input.body : {};
    const there = await list;
    const isTaken = !there || there.some(({ item }) => isLike(resource, op, item, sent));
    return isTaken ? change : { ...change, isUnique: true };
  });
}

async function collected(pages: AsyncIterable<readonly Listed[]>): Promise<readonly Listed[] | undefined> {
  const all: Listed[] = [];
  try {
    for await (const page of pages) all.push(...page);
    return all;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
