import type { Client } from '../api/client/client.ts';
import { StillUnknown } from '../api/client/errors.ts';
import type { Operation } from '../api/contract/operation.ts';
import { type Change, isMade } from '../domain/change.ts';
import { OutOfDate } from '../errors.ts';
import { fieldSource, valueAt, writtenFields } from '../model/fields.ts';
import { listedPages, type Params } from '../model/read-list.ts';
import { labelFor, type Resource } from '../model/resource.ts';
import { partOf } from '../model/resources.ts';
import { isEqual } from '../text/equal.ts';
import { isObject } from '../text/fields.ts';

/** Returns the ids of the things that changes name: what stands under another id is none of them. */
export function namedIds(changes: readonly Change[]): Set<string> {
  return new Set(changes.flatMap(({ ref }) => Object.values(ref).filter((id) => typeof id === 'string')));
}

/**
 * Finds the thing that a request without an outcome may have made: the one thing of its list that has all values of the
 * request, and none of the ids in `known`. Resolves with `undefined` if there is none. Throws `StillUnknown` if several
 * things have them.
 */
export async function findMade(
  client: Client,
  { operation, input }: Change,
  known: ReadonlySet<string>,
): Promise<unknown> {
  const making = await makingOf(operation);
  if (!making) return undefined;
  const { resource, op } = making;
  const sent = isObject(input.body) ? input.body : {};
  const found: unknown[] = [];
  for await (const page of listedPages(client, resource, input.params as Params, queryOf(resource, sent)))
    found.push(
      ...page.flatMap(({ id, item }) => (!known.has(id) && has(resource, op, item, sent) ? [item] : [])),
    );
  if (found.length > 1)
    throw new StillUnknown('it is not known which of several equal things the earlier request has made', {
      request: { method: op.method, url: op.path },
      hint: { code: 'repeat-by-hand', data: {} },
    });
  return found[0];
}

/**
 * Throws `OutOfDate` if the service has a thing of the name that a request gives, which is none of `known`: other people may
 * have made it since. Only for kinds that a title identifies; the service refuses two of the others itself.
 */
export async function assertNotMade(
  client: Client,
  { operation, input }: Change,
  known: ReadonlySet<string>,
): Promise<void> {
  const making = await makingOf(operation);
  if (!making) return;
  const { resource, op } = making;
  if (resource.title === undefined || !resource.naturalKey.includes(resource.title)) return;
  const sent = isObject(input.body) ? input.body : {};
  for await (const page of listedPages(client, resource, input.params as Params, queryOf(resource, sent)))
    for (const { id, title, item } of page)
      if (!known.has(id) && hasName(resource, op, item, sent) === true)
        throw new OutOfDate(
          `${labelFor(resource)} ${JSON.stringify(title ?? id)} (${id}) was made by somebody else`,
        );
}

/** A kind of things, and the operation that makes one. */
export interface Making {
  readonly resource: Resource;
  readonly op: Operation;
}

/** Returns what an operation makes; `undefined` if it is not known. */
export async function makingOf(operation: string): Promise<Making | undefined> {
  const { resource, role = '' } = (await partOf({ id: operation })) ?? {};
  const op = resource && { ...resource.operations, ...resource.others }[role];
  return op && { resource, op };
}

function queryOf({ search }: Resource, { title }: Readonly<Record<string, unknown>>) {
  return search !== undefined && typeof title === 'string' ? { [search]: title } : {};
}

/** Tells whether a thing could be taken for the one that a request makes: it has the same natural key, or the same values. */
export function isLike(
  resource: Resource,
  op: Operation,
  item: unknown,
  sent: Readonly<Record<string, unknown>>,
): boolean {
  return hasName(resource, op, item, sent) === true || has(resource, op, item, sent);
}

/** Tells whether a thing has the sent values, as far as the service shows them, and the same natural key. */
function has(
  resource: Resource,
  op: Operation,
  item: unknown,
  sent: Readonly<Record<string, unknown>>,
): boolean {
  const isSent = Object.entries(sent).every(([field, value]) => {
    const source = fieldSource(resource, field);
    if (isMade(value) || !('from' in source) || 'is' in source || source.from === 'order') return true;
    const shown = valueAt(item, source.from);
    return shown === undefined || isEqual(shown, value);
  });
  return isSent && hasName(resource, op, item, sent) !== false;
}

/**
 * Tells whether a thing has the natural key that a request gives: the same title, in the same parent. `undefined` if the
 * request gives none.
 */
export function hasName(
  resource: Resource,
  op: Operation,
  item: unknown,
  sent: Readonly<Record<string, unknown>>,
): boolean | undefined {
  const fields = writtenFields(resource, op).flatMap((field) => {
    const source = fieldSource(resource, field);
    return 'from' in source && resource.naturalKey.includes(source.from)
      ? [[field, source.from] as const]
      : [];
  });
  if (fields.length === 0) return undefined;
  return fields.every(([field, path]) => isEqual(valueAt(item, path), sent[field]));
}
