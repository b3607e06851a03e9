import { DocsAdminError } from '../../errors.ts';
import { isFault } from '../../model/read/list.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { readSnapshot, type UnknownList } from '../../model/read/snapshot.ts';
import { structureIn } from '../../model/structure/read.ts';
import { type Structure, type StructureThing, structureIndex } from '../../model/structure/structure.ts';

/**
 * Reads the structure of sites. Those of `ended` may be gone; `unread` says why one is not known. Throws `DocsAdminError` where the service fails to say what is there.
 */
export async function readStructures(
  reader: ServiceReader,
  organization: string,
  sites: ReadonlySet<string>,
  ended: ReadonlyMap<string, unknown>,
) {
  const of = ({ id }: { readonly id: string }) => sites.has(id);
  const snapshot = await readSnapshot(reader, organization, {
    site: {},
    'section-group': { of },
    section: { of },
    'site-space': { of },
  });
  const unknown = Object.values(snapshot.parts).flatMap((part) => part.unknown);
  const structure = structureIn(snapshot, sites);
  const there = structureIndex(structure);
  const unread = new Map(
    [...sites].flatMap((site) => {
      const found = unknown.find((one) => one.in.kind === 'organization' || one.in.id === site);
      if (found) return [[site, whyUnread(found)]];
      return there.get(site) || ended.has(site) ? [] : [[site, `site ${site} no longer exists`]];
    }),
  );
  return { structure: structure.filter(({ site }) => !unread.has(site)), unread };
}

/** Returns why a list is unknown. Throws if the service fails: a later attempt can give all structure back. */
function whyUnread({ kind, in: { id }, reason }: UnknownList): string {
  if (!isFault(reason)) return `its ${kind} list cannot be read: ${reason.message}`;
  const message = `the ${kind} list of ${id} cannot be read: ${reason.message}; nothing was sent`;
  throw new DocsAdminError('unreachable', message);
}

/** Leaves out what needs a space that no longer exists. Where the spaces cannot be read, everything stays, and `unread` says why. */
export async function withSpaces(
  reader: ServiceReader,
  organization: string,
  wanted: Structure,
  present: Structure,
): Promise<{ wanted: Structure; lost: Structure; unread?: string }> {
  const there = structureIndex(present);
  if (wanted.every(({ key }) => there.get(key))) return { wanted, lost: [] };
  const { parts } = await readSnapshot(reader, organization, { space: {} });
  const spaces: ReadonlyMap<string, unknown> | undefined = parts.space.lists.get(organization);
  if (spaces) return withoutGone(wanted, present, (space) => spaces.has(String(space)));
  const [unknown] = parts.space.unknown;
  return { wanted: present, lost: [], ...(unknown && { unread: whyUnread(unknown) }) };
}

/**
 * Leaves out of a wanted structure what the service cannot make: site spaces of spaces that no longer exist, and sections without
 * site spaces. Returns these as `lost`.
 */
function withoutGone(
  wanted: Structure,
  present: Structure,
  exists: (space: unknown) => boolean,
): { readonly wanted: Structure; readonly lost: Structure } {
  const there = new Set(present.map(({ key }) => key));
  const isMade = ({ key }: StructureThing) => !there.has(key);
  const gone = wanted.filter(
    (one) => one.kind === 'site-space' && isMade(one) && !exists(one.fields.spaceId),
  );
  const filled = new Set(wanted.flatMap((one) => (gone.includes(one) ? [] : [one.fields.sectionId])));
  const empty = wanted.filter((one) => one.kind === 'section' && isMade(one) && !filled.has(one.key));
  const lost = [...gone, ...empty];
  return { wanted: wanted.filter((one) => !lost.includes(one)), lost };
}
