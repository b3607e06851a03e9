import type { Change } from '../../domain/change.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { isOrder, tieOfChange } from '../../model/effects/ways-back.ts';

/**
 * Makes each deletion require the changes before it that still use the thing. If one of them fails, a later try finds
 * the thing. `changes` are in their order.
 */
export function deletionsAfterUses(changes: readonly Change[]): Change[] {
  return changes.map((change, place) => {
    const isSingle = change.after === null && !isOrder(change.kind) && !tieOfChange(change.kind);
    const key = isSingle ? resourceNamed(change.kind).key : undefined;
    const id = key === undefined ? undefined : change.ref[key];
    if (key === undefined || typeof id !== 'string') return change;
    const uses = changes.slice(0, place).flatMap((one, at) => (usesThing(one, key, id) ? [at] : []));
    return uses.length === 0 ? change : { ...change, requires: [...new Set([...change.requires, ...uses])] };
  });
}

function usesThing({ kind, ref, before, after }: Change, key: string, id: string): boolean {
  if (ref[key] === id || Object.values(before ?? {}).includes(id)) return true;
  const tie = tieOfChange(kind);
  return tie !== undefined && resourceNamed(tie.kind).key === key && Object.hasOwn(after ?? {}, id);
}
