import { paramNames } from '../../api/client/request.ts';
import { asId } from '../../api/contract/ids.ts';
import type { Ids } from '../../model/effects/facts.ts';
import { createReader, type ReadCache, readKey, type ServiceReader } from '../../model/read/reader.ts';
import type { Snapshot } from '../../model/read/snapshot.ts';
import { resourceCalled } from '../../model/resources.ts';
import type { JudgedBlocks } from '../../work/plan-document.ts';
import { blocksOf, type JudgedOptions } from '../../work/reach/blocks.ts';
import type { FileNaming } from '../sections/names.ts';
import { NoPlace } from '../thing.ts';
import type { Endings } from './ending-with.ts';

/** The kinds whose lists say what a plan opens. Memberships, which are very many, say themselves what is before. */
const kinds = [
  'member',
  'team',
  'collection',
  'collection-team',
  'site',
  'section',
  'site-space',
  'saml',
] as const;

async function readerWith(
  reading: Pick<ReadCache, 'client' | 'accessRules'>,
  { organization, parts }: Snapshot,
): Promise<ServiceReader> {
  const known = new Map<string, unknown>();
  for (const kind of kinds) {
    const { operations, parents } = await resourceCalled(kind);
    const { list } = operations;
    for (const [parent, items] of list ? parts[kind].lists : []) {
      const around = { org: organization, [parents.at(-1) ?? '']: parent };
      const params = Object.fromEntries(
        paramNames(list?.path ?? '').map((name) => [name, around[name as keyof typeof around] ?? '']),
      );
      if (list) known.set(readKey(list, params), [...items.values()]);
    }
  }
  return createReader({ ...reading, org: organization, known });
}

/**
 * Finds out what the requests of a plan open and take away; `following` is what ends with what they delete. Reads only what the plan
 * has not read. Collections have the names of `today`.
 */
export async function blocksIn(
  reading: Pick<ReadCache, 'client' | 'accessRules'>,
  { requests, following, snapshot, names }: Pick<Endings, 'requests' | 'following' | 'snapshot' | 'names'>,
  today: FileNaming,
): Promise<JudgedBlocks> {
  const nameOf: JudgedOptions['nameOf'] = (kind, id, ids) => {
    const name = nameIn({ ...names, collection: today.collection }, snapshot, kind, id, ids);
    return name === id ? undefined : name;
  };
  const spaces = snapshot.parts.space.lists.get(snapshot.organization);
  return blocksOf(requests, await readerWith(reading, snapshot), { nameOf, following, spaces });
}

/** Returns the name of a thing in a file, and the path of a collection before the file moves it; its id, or `undefined`, for one that it does not know. */
function nameIn(
  names: FileNaming,
  { organization, parts }: Snapshot,
  kind: string,
  id: string,
  { site = '' }: Ids,
): string | undefined {
  switch (kind) {
    case 'collection':
      try {
        return names.collection(id).join('/');
      } catch (error) {
        if (!(error instanceof NoPlace)) throw error;
        return undefined;
      }
    case 'member':
      return names.person(id).key;
    case 'space':
      return names.space(id).key;
    case 'site':
    case 'team':
      return names.titled(kind, id);
    case 'section':
      return parts.section.lists.get(site)?.get(asId<'section'>(id))?.title ?? undefined;
    case 'site-space': {
      const { space } = parts['site-space'].lists.get(site)?.get(asId<'siteSpace'>(id)) ?? {};
      return space ? names.space(space.id).key : undefined;
    }
    case 'section-group':
      return parts['section-group'].lists.get(site)?.get(asId<'group'>(id))?.title ?? undefined;
    case 'saml':
      return parts.saml.lists.get(organization)?.get(asId<'provider'>(id))?.label ?? undefined;
    default:
      return undefined;
  }
}
