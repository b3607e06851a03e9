import { type Change, leadsTo } from '../../domain/change.ts';
import type { Difference } from '../difference.ts';
import { factsOf, pathTo, thingsAbove } from '../sections/kinds.ts';
import { type Place, placeText } from '../thing.ts';
import { tiedBy } from './patterns.ts';

/** A request of a plan, with the differences that it makes good. */
export interface Purposed {
  readonly change: Change;
  readonly for: readonly [Difference, ...Difference[]];
}

/** Returns the key of the collection that holds the space with a key; `undefined` if none does. */
export type CollectionOf = (space: string) => readonly string[] | undefined;

/**
 * Makes the deletion of each thing require the requests that still use it: they change what is in it, clear its value,
 * or end a role that it has. If one of them fails, a later try finds the thing. Returns the changes in the same order.
 */
export function deletionsAfterRequests(requests: readonly Purposed[], collectionOf: CollectionOf): Change[] {
  const changes = requests.map(({ change }) => change);
  const users = usersOf(requests, collectionOf);
  return requests.map(({ change, for: purpose }, number) => {
    const uses = purpose.flatMap((one) =>
      one.action === 'delete' ? [...(users.get(placeText(one)) ?? [])] : [],
    );
    const leads = leadsTo(changes, number);
    const before = uses.filter((use) => !leads(use));
    return before.length === 0
      ? change
      : { ...change, requires: [...new Set([...change.requires, ...before])].sort((one, two) => one - two) };
  });
}

function usersOf(
  requests: readonly Purposed[],
  collectionOf: CollectionOf,
): ReadonlyMap<string, ReadonlySet<number>> {
  const users = new Map<string, Set<number>>();
  for (const one of requests.flatMap(({ for: purpose }) => purpose))
    if (one.action === 'delete') users.set(placeText(one), new Set());
  if (users.size === 0) return users;
  for (const [number, { for: purpose }] of requests.entries())
    for (const place of purpose.flatMap((one) => [...usedBy(one), ...holdersOf(one, collectionOf)]))
      users.get(placeText(place))?.add(number);
  return users;
}

/** Returns the things that a difference is about: those above it, the one that it ties, and those that it referred to. */
function usedBy(difference: Difference): Place[] {
  const { kind, present } = difference;
  const tied = tiedBy(difference);
  const references = Object.entries(factsOf(kind).fields).flatMap(([field, { names }]): Place[] => {
    const before = present?.fields[field];
    return names && typeof before === 'string' ? [{ kind: names, key: [before] }] : [];
  });
  return [...pathTo(difference), ...(present ? pathTo(present) : []), ...(tied ? [tied] : []), ...references];
}

/** Returns the collections around the space that a thing is about: the space is deleted with them. */
export function holdersOf(thing: Place, collectionOf: CollectionOf): Place[] {
  const space = spaceOf(thing);
  const collection = space === undefined ? undefined : collectionOf(space);
  return collection ? pathTo({ kind: 'collection', key: collection }) : [];
}

/** Returns the place of a role in texts, and the collections around it, from the inside out. */
export function placesFrom(role: Place, collectionOf: CollectionOf): string[] {
  return [...holdersOf(role, collectionOf), ...thingsAbove(role)].map(placeText).reverse();
}

export function spaceOf({ kind, key }: Place): string | undefined {
  if (kind === 'site-space') return key.at(-1);
  return kind === 'space' || kind === 'space-team' || kind === 'space-field' ? key[0] : undefined;
}
