import { listCollectionPermissions, listCollections } from '../../api/contract/operations/collections.ts';
import { listMemberSpaces } from '../../api/contract/operations/members.ts';
import { listSections } from '../../api/contract/operations/sections.ts';
import { listSiteSpaces } from '../../api/contract/operations/site-spaces.ts';
import type { Space } from '../../api/contract/schemas.ts';
import { type AccessPlace, inherit } from '../../domain/access/places.ts';
import type { Ids } from '../../model/effects/facts.ts';
import { inParallel } from '../../model/read/in-parallel.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { findAdministrator } from '../../model/read/spaces.ts';
import { ifReadable, isUnknown } from '../../model/read/unknown.ts';

/** The lists of so many places are read. */
const mostPlaces = 100;

/** Reads the spaces that everyone who reads a site reads there, by the id of the site. */
export async function readShown(
  reader: ServiceReader,
  sites: ReadonlyMap<string, Ids>,
  atOnce: number,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const some = [...sites].slice(0, mostPlaces);
  return new Map(
    await inParallel(some, atOnce, async ([site, ids]) => [site, await openSpaces(reader, ids)] as const),
  );
}

/** Returns the spaces that a site shows without a condition. */
async function openSpaces(reader: ServiceReader, { org = '', site = '' }: Ids): Promise<ReadonlySet<string>> {
  const siteSpaces = await ifReadable(reader.needList(listSiteSpaces, { org, site }));
  if (isUnknown(siteSpaces)) return new Set();
  const isInSections = siteSpaces.some(({ section }) => section != null);
  const sections = isInSections ? await ifReadable(reader.needList(listSections, { org, site })) : [];
  if (isUnknown(sections)) return new Set();
  const hidden = new Set(sections.flatMap(({ id, condition }) => (condition == null ? [] : [String(id)])));
  return new Set(
    siteSpaces.flatMap(({ space, section, condition }) =>
      condition == null && space && !hidden.has(section ?? '') ? [String(space.id)] : [],
    ),
  );
}

/** Reads all spaces, by their ids; none where the service does not show them. */
export async function readSpaces(reader: ServiceReader, org: string): Promise<ReadonlyMap<string, Space>> {
  const user = await ifReadable(findAdministrator(reader, org));
  if (user === undefined || isUnknown(user)) return new Map();
  const listed = await ifReadable(reader.needList(listMemberSpaces, { org, user }));
  return new Map((isUnknown(listed) ? [] : listed).map(({ space }) => [String(space.id), space]));
}

/** Reads the collections, and the roles of teams on some of them and above. */
export async function readCollections(
  reader: ServiceReader,
  org: string,
  concerned: ReadonlySet<string>,
  atOnce: number,
): Promise<ReadonlyMap<string, AccessPlace>> {
  const all = await ifReadable(reader.needList(listCollections, { org }));
  if (isUnknown(all)) return new Map();
  const byId = new Map(all.map((one) => [String(one.id), one]));
  const near = new Set<string>();
  for (const id of concerned)
    for (
      let at: string | null | undefined = id;
      at && byId.has(at) && !near.has(at);
      at = byId.get(at)?.parent
    )
      near.add(at);
  const asked = near.size > mostPlaces ? [] : [...near];
  const roles = new Map(
    await inParallel(asked, atOnce, async (collection) => {
      const list = await ifReadable(reader.needList(listCollectionPermissions, { collection }));
      return [collection, isUnknown(list) ? [] : list] as const;
    }),
  );
  return new Map(
    all.map(({ id, title, parent, defaultLevel }): [string, AccessPlace] => [
      id,
      {
        kind: 'collection',
        id,
        title: title ?? undefined,
        parent,
        defaultLevel: defaultLevel === undefined ? inherit : defaultLevel,
        teams: (roles.get(id) ?? []).map(({ team, permission = null }) => ({
          team: { kind: 'team', id: team.id, title: team.title ?? undefined },
          level: permission,
        })),
      },
    ]),
  );
}
