import { listCollections } from '../api/contract/operations/collections.ts';
import { type Change, changesInOrder } from '../domain/change.ts';
import { narrowedFirst, type PlacesOf } from '../domain/reach/narrowed-first.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import { ifReadable, isUnknown } from '../model/read/unknown.ts';
import { groupBy } from '../text/group-by.ts';

/**
 * Puts changes into an order in which nothing more is open in between. Reads where collections and spaces are if a team has roles that
 * change inside one another: there the tool must know which one hides the other.
 */
export async function inClosedOrder(reader: ServiceReader, changes: readonly Change[]): Promise<Change[]> {
  return changesInOrder(narrowedFirst(changes, await readPlaces(reader, changes)));
}

async function readPlaces(reader: ServiceReader, changes: readonly Change[]): Promise<PlacesOf | undefined> {
  const { org } = reader;
  const roles = changes.filter(({ kind }) => kind === 'collection-teams' || kind === 'space-teams');
  const several = [...groupBy(roles, ({ input }) => String(input.params.team)).values()].filter(
    (own) => own.length > 1 && own.some(({ kind }) => kind === 'collection-teams'),
  );
  if (org === undefined || several.length === 0) return undefined;
  const collections = await ifReadable(reader.needList(listCollections, { org }));
  if (isUnknown(collections)) return undefined;
  const around = new Map(collections.map(({ id, parent }) => [String(id), parent]));
  if (several.flat().some(({ kind }) => kind === 'space-teams')) {
    const { readSpaces } = await import('./reach/places.ts');
    for (const [id, { parent }] of await readSpaces(reader, [org])) around.set(id, parent);
  }
  return (at) => {
    const { collection, space = collection } = changes[at]?.input.params ?? {};
    const places: string[] = [];
    for (let place = String(space); place && !places.includes(place); place = around.get(place) ?? '')
      places.push(place);
    return places;
  };
}
