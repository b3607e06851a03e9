import type { Client } from '../api/client/client.ts';
import { OutcomeUnknown } from '../api/client/errors.ts';
import type { Operation } from '../api/contract/operation.ts';
import { type Change, isEqual, isMade } from '../domain/change.ts';
import { fieldSource, valueAt } from '../model/fields.ts';
import { listedPages, type Params } from '../model/read-list.ts';
import type { Resource } from '../model/resource.ts';
import { partOf } from '../model/resources.ts';
import { isObject } from '../text/fields.ts';

/**
 * Finds the thing that a request without an outcome may have made: the one thing of its list that has all values of the
 * request. Resolves with `undefined` if there is none. Throws `OutcomeUnknown` if several things have them.
 */
export async function findMade(client: Client, { operation, input }: Change): Promise<unknown> {
  const { resource, role = '' } = (await partOf({ id: operation })) ?? {};
  if (!resource) return undefined;
  const { method, path: url } = { ...resource.operations, ...resource.others }[role] as Operation;
  const sent = isObject(input.body) ? input.body : {};
  const found: unknown[] = [];
  for await (const page of listedPages(client, resource, input.params as Params, queryOf(resource, sent)))
    found.push(...page.flatMap(({ item }) => (has(resource, item, sent) ? [item] : [])));
  if (found.length > 1)
    throw new OutcomeUnknown('it is not known which of several equal things the earlier request has made', {
      request: { method, url },
      hint: { code: 'repeat-by-hand', data: {} },
    });
  return found[0];
}

function queryOf({ search }: Resource, { title }: Readonly<Record<string, unknown>>) {
  return search !== undefined && typeof title === 'string' ? { [search]: title } : {};
}

/** Tells whether a thing has the sent values, as far as the service shows them. */
function has(resource: Resource, item: unknown, sent: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(sent).every(([field, value]) => {
    const source = fieldSource(resource, field);
    if (isMade(value) || !('from' in source) || 'is' in source || source.from === 'order') return true;
    const shown = valueAt(item, source.from);
    return shown === undefined || isEqual(shown, value);
  });
}
