import type { Ids } from '../../model/effects/facts.ts';
import type { ItemOf, Snapshot } from '../../model/read/snapshot.ts';
import { resourceCalled } from '../../model/resources.ts';
import type { EarlierLists } from '../../work/undo/reader.ts';
import { listedMembership } from '../sections/teams.ts';
import { fileKinds } from './kinds.ts';

/** Returns the lists that a plan has read, by the operations that list them. */
export async function earlierLists({ organization, parts }: Snapshot): Promise<EarlierLists> {
  const kinds = new Map(
    await Promise.all(
      fileKinds.map(async (kind) => {
        const { operations, parents } = await resourceCalled(kind);
        return [operations.list?.id, { kind, parent: parents.at(-1) ?? '' }] as const;
      }),
    ),
  );
  return ({ id }, params: Ids) => {
    const found = kinds.get(id);
    const list = found && parts[found.kind].lists.get(params[found.parent] ?? organization);
    return (
      list &&
      [...list].map(([user, item]) =>
        found.kind === 'team-member' ? listedMembership(user, item as ItemOf<'team-member'>) : item,
      )
    );
  };
}
