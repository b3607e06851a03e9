import type { Id } from '../../../model/effects/facts.ts';
import type { Difference } from '../compare.ts';
import type { FileKind } from '../kinds.ts';
import { type Placed, type SiteWork, slices } from './sites-work.ts';

/** What a list is to open with, where the service does not choose it by itself. */
export interface DefaultWish {
  readonly placed: Placed;
  /** The differences with this field only; none if another request names them. */
  readonly own: readonly Difference[];
  /** Returns the id of the default; `undefined` if nothing has made it yet. */
  id(): Id | undefined;
}

/**
 * Returns the default to set in a list; `undefined` if it stays as it is. The first thing of an empty list becomes its
 * default.
 */
export function defaultWish(
  { placed: placedIn, writer }: SiteWork,
  kind: FileKind,
  above: readonly string[],
  isEmpty: boolean,
): DefaultWish | undefined {
  const all = placedIn(kind, above);
  const placed = all.find(({ thing }) => thing.fields.default === true);
  if (!placed) return undefined;
  const isThere = placed.state === 'there';
  const own = isThere ? slices(placed.differences, ['default']) : [];
  if (isThere ? own.length === 0 : isEmpty && placed === all[0]) return undefined;
  const { key } = placed.thing;
  return { placed, own, id: () => (writer.hasId(kind, key) ? writer.idOf(kind, key) : undefined) };
}
