import { ofIds, type Resolve, resolvedInput } from '../../model/names.ts';
import type { SessionNames } from '../../work/run/session.ts';
import type { LineLookup } from '../names/line-refs.ts';
import type { LineParts } from './line-parts.ts';

/** Loads the code that looks up names, if there may be one. */
export async function loadResolve(lookup: LineLookup): Promise<Resolve> {
  return (await import('../names/line-refs.ts')).resolveFor(lookup);
}

/** Returns the names of a line. Their code is loaded when one is needed. */
export function createNames(lookup: LineLookup, out: Pick<LineParts['out'], 'saysChanges'>): SessionNames {
  const load = () => import('../names/name-of.ts');
  return {
    nameOf: async (kind, id) => (await load()).nameOf(lookup, kind, id),
    titleOf: async (kind, given) => (await load()).knownTitle(lookup, kind, given),
    valuesBefore: async (kind, id) => (out.saysChanges ? (await load()).valuesBefore(lookup, kind, id) : {}),
    resolved: (op, input) => resolvedInput(op, input, () => loadResolve(lookup)),
    asIds: ofIds,
  };
}
