import type { Change } from '../../domain/change.ts';
import type { ThingKind } from '../thing.ts';

/** The first line of a plan: its format and version. */
export const planFormat = 'docs-admin-plan/1';

/** What happens to a thing. A tie, such as a membership or a role of a team, is granted and revoked. */
export type PlanAction = 'create' | 'update' | 'rename' | 'move' | 'grant' | 'revoke' | 'delete';

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One change of a plan, as people and programs see it. */
export interface PlanChange {
  readonly action: PlanAction;
  readonly kind: ThingKind;
  readonly name: string;
  /** Absent for what is to be made. */
  readonly id?: string;
  readonly fields?: readonly FieldChange[];
}

/** A change that is left out, with the reason: `needs --delete`. */
export interface Withheld extends PlanChange {
  readonly reason: string;
}

/** Why the plan cannot be carried out as it is, and the flag that allows it; without a flag nothing does. */
export interface PlanObjection {
  readonly message: string;
  readonly flag?: string;
}

/** A part of the service that could not be read: nothing of it is in the plan. */
export interface PlanUnknown {
  readonly kind: ThingKind;
  readonly name: string;
  /** `403`, or why there was no answer. */
  readonly reason: string;
}

/** What is different between the file and the service, and how it is made equal. */
export interface OrgPlan {
  readonly format: typeof planFormat;
  readonly organization: string;
  /** The hash of what the file declares: the order of keys and files, comments and the case of e-mails do not matter. */
  readonly digest: string;
  /** Whether everything that the file manages could be read. */
  readonly complete: boolean;
  readonly counts: Readonly<Record<PlanAction, number>>;
  readonly changes: readonly PlanChange[];
  readonly withheld: readonly Withheld[];
  readonly objections: readonly PlanObjection[];
  readonly unknown: readonly PlanUnknown[];
  /** How many things of a kind are in the service and not in the file. */
  readonly unmanaged: Readonly<Partial<Record<ThingKind, number>>>;
}

/** A plan with the requests that carry it out, in an order in which each comes after those that it requires. */
export interface CarriedPlan {
  readonly plan: OrgPlan;
  readonly requests: readonly Change[];
  /** For each change of the plan, the places of its requests. */
  readonly requestsOf: readonly (readonly number[])[];
}
