import { partOf, resourceCalled } from '../resources.ts';
import type { ChangingRequest } from './facts.ts';
import { addKinds, isLoaded } from './kinds.ts';
import { references } from './nouns.ts';
import { touchesOf } from './touches.ts';

/**
 * Loads the kinds of things that must be known to read the values before a request: few, unless it ends something. Resolves
 * with whether the contract knows the request.
 */
export async function loadKindsOf({ op, input }: ChangingRequest): Promise<boolean> {
  const part = await partOf(op);
  if (!part) return false;
  addKinds([part.resource]);
  const touched = touchesOf(part, input);
  // What ends with a thing can be of any kind.
  if (touched.some(({ change }) => change === 'end')) await import('./things.ts');
  else await loadKinds(new Set(touched.flatMap(({ kind }) => [kind, ...shownWith(kind)])));
  return true;
}

/** Returns the kinds whose things show, or have around them, the values of a kind: those of the structure of a site. */
function shownWith(kind: string): readonly string[] {
  const ofSites = references.filter((one) => one.kind === 'site').map(({ to }) => to);
  return kind === 'site' || ofSites.includes(kind) ? ['site', ...ofSites] : [];
}

export async function loadKinds(names: ReadonlySet<string>): Promise<void> {
  addKinds(await Promise.all([...names].filter((name) => !isLoaded(name)).map(resourceCalled)));
}
