import type { Change } from '../../domain/change.ts';
import { pieceKind } from '../../model/undo/index.ts';

/** The pieces whose fields are ids: their path parameter. */
const fieldsAre: Readonly<Record<string, string>> = { 'field-values': 'field', 'team-members': 'user' };

/**
 * Makes each deletion require the changes before it that still use the thing. If one of them fails, a later try finds
 * the thing. `changes` are in their order.
 */
export function deletionsAfterUses(changes: readonly Change[]): Change[] {
  return changes.map((change, place) => {
    const { key } = pieceKind(change.kind);
    const id = change.after === null && key !== undefined ? change.ref[key] : undefined;
    if (key === undefined || typeof id !== 'string') return change;
    const uses = changes.slice(0, place).flatMap((one, at) => (usesThing(one, key, id) ? [at] : []));
    return uses.length === 0 ? change : { ...change, requires: [...new Set([...change.requires, ...uses])] };
  });
}

function usesThing({ kind, ref, before, after }: Change, key: string, id: string): boolean {
  if (ref[key] === id || Object.values(before ?? {}).includes(id)) return true;
  return fieldsAre[kind] === key && Object.hasOwn(after ?? {}, id);
}
