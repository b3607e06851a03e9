import type { Neighbours } from '../../api/contract/position.ts';
import { invalid, invalidField } from '../problem.ts';
import type { Store } from '../store/store.ts';

/**
 * Moves one of `ids` between its new neighbours, or to the end if none is given. Throws 400 for a neighbour that is not
 * among the others, and for two that are not next to each other.
 */
export function reorder(ids: readonly string[], moved: string, { before, after }: Neighbours): string[] {
  const others = ids.filter((id) => id !== moved);
  const strangers = Object.entries({ before, after }).filter(
    ([, id]) => id !== undefined && !others.includes(id),
  );
  if (strangers.length > 0) {
    throw invalid(
      strangers.map(([side, id]) => ({
        path: ['position', side],
        message: `names nothing to move "${moved}" next to: "${id}"`,
      })),
    );
  }
  const place = placeAmong(others, { before, after });
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

function placeAmong(others: readonly string[], { before, after }: Neighbours): number {
  if (before === undefined) return after === undefined ? others.length : others.indexOf(after) + 1;
  const place = others.indexOf(before);
  if (after !== undefined && others[place - 1] !== after) {
    throw invalidField('position', `has no place right after "${after}" and right before "${before}"`);
  }
  return place;
}

/** Stores the order of rows in their `position`. */
export function storeOrder(
  store: Store,
  table: 'site_sections' | 'site_section_groups' | 'site_spaces' | 'collections' | 'spaces',
  ids: readonly string[],
): void {
  for (const [position, id] of ids.entries()) store.update(table, { id }, { position });
}
