import { personEntry, personOf } from '../../domain/people.ts';
import type { Touch } from '../../model/effects/facts.ts';
import { resourceNamed } from '../../model/effects/kinds.ts';
import { loadKinds } from '../../model/effects/load-kinds.ts';
import { isListed, listPlace, stateReader } from '../../model/effects/thing-reader.ts';
import type { Thing } from '../../model/effects/thing-source.ts';
import { titleOf } from '../../model/effects/touches.ts';
import { valueAt } from '../../model/fields.ts';
import { askedAtOnce, inParallel } from '../../model/read/in-parallel.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import type { Unknown } from '../../model/read/unknown.ts';
import { isObject } from '../../text/fields.ts';
import { kept } from '../../text/kept.ts';
import { ownKey } from './steps.ts';

type Wanted = Pick<Touch, 'kind' | 'ids' | 'change'>;

/** What was read, by the kind and the key in it. */
export type ReadThings = ReadonlyMap<string, ReadonlyMap<string, Thing | Unknown>>;

/** So many lists of a kind are read; of more, it counts as unknown what is in them. */
export const mostReads = 100;

/** Reads things: of many in one list, the list. What ends is read for its name only, unless it takes too many requests. */
export async function readThings(
  reader: ServiceReader,
  wanted: ReadonlyMap<string, Wanted>,
  atOnce: number,
): Promise<ReadThings> {
  await loadKinds(new Set([...wanted.values()].map(({ kind }) => kind)));
  const things = stateReader(reader, { atOnce });
  things.expect(wanted.values());
  const requests = new Map<string, Set<string>>();
  for (const [key, { kind, ids }] of wanted) {
    const resource = resourceNamed(kind);
    const { around } = listPlace(resource, ids, reader.org);
    const ofKind = requests.get(kind) ?? new Set();
    const { list } = resource.operations;
    const isInList = isListed(resource, ids) || (list && reader.has(list, around));
    requests.set(kind, ofKind.add(isInList ? JSON.stringify(around) : key));
  }
  const found = new Map<string, Map<string, Thing | Unknown>>();
  await inParallel([...wanted.keys()], askedAtOnce, async (key) => {
    const { kind, ids, change } = wanted.get(key) as Wanted;
    const { size = 0 } = requests.get(kind) ?? {};
    // Of many things in one list, the list is read.
    const isTooMany = size > mostReads && (change === 'end' || isListed(resourceNamed(kind), ids));
    const thing = isTooMany
      ? { unknown: `${size.toLocaleString('en')} requests`, requests: size }
      : await things.one(kind, ids, ['visibility']);
    if (thing !== null) kept(found, kind, () => new Map()).set(ownKey(ids), thing);
  });
  return found;
}

/** Returns the name of a thing as the service shows it. */
export function shownTitle(kind: string, item: unknown): string | undefined {
  const person =
    kind === 'member' ? item : kind === 'team-member' ? valueAt(item, 'organization') : undefined;
  if (isObject(person)) return personEntry(String(person.id), personOf(person));
  return titleOf({ title: 'title', ...resourceNamed(kind) }, item);
}
