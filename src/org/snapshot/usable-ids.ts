import { segmentProblem } from '../../api/contract/segment.ts';
import type { Snapshot, SnapshotPart, UnknownList } from '../../model/read/snapshot.ts';
import { isKind, type ResourceKind, resourceCalled, resourceOf } from '../../model/resources.ts';

const plainId = /^\w[\w-]{0,99}$/;

/**
 * Leaves out things whose ids no address can have, such as `a/b`: a sandbox could not answer for them. The lists that had
 * them are unknown.
 */
export async function withoutUnusableIds<Kind extends ResourceKind>(
  snapshot: Snapshot<Kind>,
): Promise<Snapshot<Kind>> {
  const parts = await Promise.all(
    Object.entries(snapshot.parts).map(async ([kind, part]) => [
      kind,
      await usablePart(kind as ResourceKind, part as SnapshotPart<ResourceKind>),
    ]),
  );
  return { ...snapshot, parts: Object.fromEntries(parts) };
}

async function usablePart(
  kind: ResourceKind,
  part: SnapshotPart<ResourceKind>,
): Promise<SnapshotPart<ResourceKind>> {
  const lists = new Map(part.lists);
  const unknown: UnknownList[] = [...part.unknown];
  for (const [parent, list] of part.lists) {
    const [first, ...others] = [...list.keys()].filter((id) => !plainId.test(id) && segmentProblem(id));
    if (first === undefined) continue;
    lists.set(parent, new Map([...list].filter(([id]) => id !== first && !others.includes(id))));
    const message = `one has an id that cannot be used in a request: it ${segmentProblem(first)}`;
    unknown.push({ kind, in: await placeOf(kind, parent), reason: { message, hasUnusableId: true } });
  }
  return unknown.length === part.unknown.length ? part : { lists, unknown };
}

async function placeOf(kind: ResourceKind, id: string): Promise<UnknownList['in']> {
  const within = (await resourceCalled(kind)).parents.at(-1) ?? '';
  if (!isKind(within)) return { kind: 'organization', id };
  return { kind: (await resourceOf(within)).kind as ResourceKind, id };
}
