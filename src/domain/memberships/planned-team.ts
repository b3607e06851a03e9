import { createHash } from 'node:crypto';
import type { IdOf } from '../../api/contract/ids.ts';
import type { Names } from '../people.ts';
import type { MembershipChange, Present } from './diff.ts';
import { canonical, type MembershipPlan, type PlannedTeam } from './plan.ts';

/** A plan, and the names of its people as far as the lists have them. */
export interface NamedPlan {
  readonly plan: MembershipPlan;
  readonly names: Names;
}

/** Returns the changes of one team, with the memberships that they were made for. */
export function plannedTeam(
  id: IdOf<'team'> | null,
  title: string,
  present: Present,
  changes: readonly MembershipChange[],
): PlannedTeam {
  const changed = changes.filter(({ from }) => from !== null).length;
  return { id, title, present: fingerprint(present), changes, stay: present.size - changed };
}

/** Returns a fingerprint of memberships: it is equal as long as none changes. */
export function fingerprint(present: Present): string {
  return createHash('sha256').update(canonical(present)).digest('hex');
}
