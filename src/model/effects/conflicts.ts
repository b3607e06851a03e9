import { effectOf } from '../../api/contract/effect.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { type ChangingRequest, type Ids, mayEndOthers, pick, type Touch, theMade } from './facts.ts';
import { references } from './nouns.ts';
import { partOfOperation, resourceNamed, resourceWithKey, touches } from './things.ts';
import { addressOf } from './touches.ts';

/**
 * Returns the keys of what each request changes: two requests with a common key must not run at once. Requests that touch
 * nothing have none, nor do requests that make something whose id the service chooses, in a list without an order.
 */
export function conflictKeysOf(requests: readonly ChangingRequest[]): string[][] {
  const touched = requests.map(({ op, input }) => touches(op, input));
  const all = touched.flat();
  const reordered = new Set(all.filter(changesOrder).map(orderedListOf));
  const endings = all.filter(
    ({ kind, change }) => change === 'end' && resourceNamed(kind).idOf === undefined,
  );
  const endingKinds = [...new Set(endings.map(({ kind }) => kind))];
  const ended = new Set(endings.map(({ kind, ids }) => addressKey(kind, ids)));
  const along = endingAlong(new Set(all.filter(mayEndOthers).map(({ kind }) => kind)));
  return requests.map(({ op }, place) => {
    if (isUnknown(op)) return ['unknown'];
    const keys = (touched[place] ?? []).flatMap((touch) => {
      const list = orderedListOf(touch);
      // As long as the order stays the same, several things in a list may change at once.
      const own = list !== undefined && reordered.has(list) ? list : ownKeyOf(touch);
      const ends = endingKinds
        .map((kind) => addressKey(kind, namedBy(touch)))
        .filter((key) => ended.has(key));
      if ([touch.kind, ...Object.keys(touch.ids)].some((name) => along.has(name))) ends.push('ends along');
      return [own, ...ends].filter((key) => key !== undefined);
    });
    return [...new Set(keys)];
  });
}

/** Returns kinds of which some end, and those that may end with them though no address says so: collections, and their spaces. */
function endingAlong(ended: ReadonlySet<string>): ReadonlySet<string> {
  const along = new Set<string>();
  const namesOf = (kind: string) => addressOf(resourceNamed(kind)).filter((name) => name !== 'org');
  for (let size = -1; size < along.size; ) {
    size = along.size;
    for (const { kind, to, policy } of references)
      if (
        policy === 'ends' &&
        (along.has(to) || (ended.has(to) && !namesOf(to).some((name) => namesOf(kind).includes(name))))
      )
        along.add(to).add(kind);
  }
  return along;
}

/** Gives one name to all requests that must not run at once, also those with a third one between them. */
export function conflictGroups(keys: readonly (readonly string[])[]): (string | undefined)[] {
  const next = new Map<string, string>();
  const first = (key: string): string => {
    let name = key;
    for (let other = next.get(name); other !== undefined; other = next.get(name)) name = other;
    return name;
  };
  for (const [one, ...others] of keys)
    for (const other of others) {
      const [own, group] = [first(one as string), first(other)];
      if (own !== group) next.set(own, group);
    }
  return keys.map(([one]) => (one === undefined ? undefined : first(one)));
}

/**
 * Returns the keys of a change of a plan: such changes build on each other, so that those of one site, of one team and of
 * the collections run one after another. A site gets another default section before the old one is deleted. New things of
 * one kind are made in their order, but for teams: there can be thousands.
 */
export function sequenceKeysOf(touched: readonly Touch[]): string[] {
  const keys = touched.map((touch) => {
    const around = touch.ids.site ?? touch.ids.team;
    if (around === theMade) return undefined;
    if (around !== undefined) return JSON.stringify(around);
    return (
      orderedListOf(touch) ?? ownKeyOf(touch) ?? (touch.kind === 'team' ? undefined : `new ${touch.kind}`)
    );
  });
  return [...new Set(keys)].filter((key) => key !== undefined);
}

/** Returns whether no one knows what a request changes: that of an address that the contract does not have. */
function isUnknown(op: Operation): boolean {
  return effectOf(op) !== 'read' && partOfOperation(op.id) === undefined;
}

/** Returns the list of a thing that has an order: the structure of a site, or the collections. */
function orderedListOf({ kind, ids }: Touch): string | undefined {
  const { orderedIn, several } = resourceNamed(kind);
  if (orderedIn === undefined) return undefined;
  if (orderedIn === null) return `${several} in order`;
  return isKnown(ids, [orderedIn]) ? `${ids[orderedIn]} in order` : undefined;
}

/** Returns whether a touch changes the order of a list: also one that puts a thing into another one of that list. */
function changesOrder({ kind, change, sets = {} }: Touch): boolean {
  if (change !== 'set') return true;
  return references.some(
    ({ kind: by, by: field, to, policy }) =>
      by === kind && field in sets && policy !== 'chooses' && resourceNamed(to).orderedIn !== undefined,
  );
}

/** Returns the key of the thing that a touch changes as a whole; `undefined` if the service chooses its id. */
function ownKeyOf({ kind, ids, change }: Touch): string | undefined {
  const { key, parents, operations } = resourceNamed(kind);
  const address = addressOf(resourceNamed(kind));
  // One request can set several things of a parent, and a thing without an id of its own is a part of its parent.
  const isPart = key === undefined || operations.setSeveral !== undefined;
  const names = isPart ? address.filter((name) => name !== key) : address;
  if (change === 'make' && !isKnown(ids, names)) return undefined;
  const owner = isPart ? resourceWithKey(parents.at(-1) ?? '').kind : kind;
  return JSON.stringify([owner, ...names.map((name) => ids[name] ?? null)]);
}

/** Returns the ids that a touch names, in its address and in the fields that it sets, by the parameters of their kinds. */
function namedBy({ kind, ids, sets = {} }: Touch): Ids {
  const named = references.flatMap(({ kind: by, by: field, to }) => {
    const id = by === kind ? sets[field] : undefined;
    return typeof id === 'string' ? [[resourceNamed(to).key, id]] : [];
  });
  return { ...Object.fromEntries(named), ...ids };
}

/** Names a thing by its address without the organization, which the addresses of spaces and collections do not have. */
function addressKey(kind: string, ids: Ids): string | undefined {
  const names = addressOf(resourceNamed(kind)).filter((name) => name !== 'org');
  return isKnown(ids, names) ? `${kind} ${names.map((name) => ids[name]).join(' ')} ends` : undefined;
}

function isKnown(ids: Ids, names: readonly string[]): boolean {
  return (
    Object.keys(pick(ids, ...names)).length === names.length && !names.some((name) => ids[name] === theMade)
  );
}
