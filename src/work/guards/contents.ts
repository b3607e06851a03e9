import { listCollectionSpaces, listCollections } from '../../api/contract/operations/collections.ts';
import { valueAt } from '../../model/fields.ts';
import { inParallel } from '../../model/read/in-parallel.ts';
import { counted } from '../../text/plural.ts';
import type { GuardReads } from './guard-reads.ts';
import type { Ended } from './requests.ts';

const readsAtOnce = 8;

/**
 * Says what is deleted together with a thing: `4 collections and 12 spaces in it are deleted too`; `undefined` if it is
 * not counted.
 */
export async function contentsOf(
  known: GuardReads,
  { resource, ending, id }: Ended,
  item: unknown,
): Promise<string | undefined> {
  const count = (path: string) => {
    const value = valueAt(item, path);
    return typeof value === 'number' ? value : undefined;
  };
  if (ending.act !== 'delete') return undefined;
  if (resource.kind === 'collection') return collectionContents(known, id, item);
  const [members, spaces] = [count('members'), count('siteSpaces')];
  if (resource.kind === 'team' && members !== undefined)
    return `Its ${counted(members, 'member')} ${members === 1 ? 'loses' : 'lose'} the access that it gives them`;
  if (resource.kind === 'site' && spaces !== undefined)
    return `It goes offline with its ${counted(spaces, 'space')}. Undo does not bring back its customizations and share links`;
  return undefined;
}

async function collectionContents(known: GuardReads, id: string, item: unknown): Promise<string | undefined> {
  const org = valueAt(item, 'organization');
  if (typeof org !== 'string') return undefined;
  const parents = new Map<string, unknown>();
  for (const { id: one, parent } of await known.reader.needList(listCollections, { org }))
    parents.set(one, parent);
  const within = new Set([id]);
  // In the list, parents may come after their children.
  for (let size = 0; size < within.size; ) {
    size = within.size;
    for (const [one, parent] of parents) if (within.has(String(parent))) within.add(one);
  }
  const counts = await inParallel([...within], readsAtOnce, async (collection) => {
    return (await known.reader.needList(listCollectionSpaces, { collection })).length;
  });
  const spaces = counts.reduce((sum, one) => sum + one, 0);
  if (within.size === 1 && spaces === 0) return 'It is empty';
  const parts = [counted(within.size - 1, 'collection'), counted(spaces, 'space')];
  return `${parts.join(' and ')} in it are deleted too${spaces > 0 ? '. Undo brings no space back' : ''}`;
}
