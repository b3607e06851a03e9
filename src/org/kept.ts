import type { PartOptions, Wanted } from '../model/read/snapshot.ts';
import type { ResourceKind } from '../model/resources.ts';
import { factsOf } from './plan/kinds.ts';

export { keptMember } from './sections/members.ts';
export { keptMembership, listedMembership } from './sections/teams.ts';

/** Returns the parts to read for these kinds. */
export function wantedOf(kinds: Iterable<ResourceKind>): Wanted {
  return Object.fromEntries([...kinds].map((kind) => [kind, keptOf(kind)]));
}

/** Returns what to keep of the things of a kind. */
export function keptOf(kind: ResourceKind): PartOptions<ResourceKind> {
  const { keep } = factsOf(kind);
  return keep ? { keep } : {};
}
