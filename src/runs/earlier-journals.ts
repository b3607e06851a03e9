import type { Change } from '../domain/change.ts';
import { changesOf, type MembershipPlan, reportOf } from '../domain/memberships/plan.ts';
import type { MembershipReport } from '../domain/memberships/report.ts';

/** The work of a run of memberships, as earlier journals have it. */
export interface MembershipWork {
  readonly kind: 'memberships';
  readonly plan: MembershipPlan;
  readonly batchSize: number;
}

/** Turns the work of an earlier journal into changes. The number of a task is the index of its change. */
export function asChanges(
  { plan, batchSize }: MembershipWork,
  org: string | null,
): { readonly changes: readonly Change[]; readonly memberships: MembershipReport } {
  return { changes: changesOf(org ?? '', plan, batchSize), memberships: reportOf(plan, batchSize) };
}
