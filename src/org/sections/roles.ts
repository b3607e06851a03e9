import { type SnapshotPart, thingsOf } from '../../model/snapshot.ts';
import type { Names } from '../names.ts';
import type { Thing } from '../thing.ts';

/** Returns the roles of teams on things; `keyOf` returns the key of a thing by its id. */
export function roleThings<Kind extends 'collection-team' | 'space-team'>(
  kind: Kind,
  part: SnapshotPart<Kind>,
  names: Names,
  keyOf: (id: string) => readonly string[],
): Thing[] {
  return Array.from(thingsOf(part), ({ parent, id, item }) => ({
    kind,
    key: [...keyOf(parent), names.team(id)],
    fields: { role: item.permission ?? 'guest' },
    id,
  }));
}
