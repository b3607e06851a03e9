import type { Change } from '../../domain/change.ts';
import type { Reason } from '../../model/read/list.ts';
import type { ResourceKind } from '../../model/resources.ts';
import type { AddressDifference } from '../../model/structure/addresses.ts';
import type { Structure } from '../../model/structure/structure.ts';
import type { Objection } from '../../work/guards/rules.ts';
import type { JudgedBlocks } from '../../work/plan-document.ts';
import type { Difference } from '../difference.ts';
import type { FileProblem } from '../file/problems.ts';
import type { NotCompared } from './compare.ts';
import type { PossibleRename } from './possible-renames.ts';

/** A difference that is not made good, because something is missing for it. */
export interface Withheld {
  readonly difference: Difference;
  /** What would allow it: the user, or that what ends with it can be read. */
  readonly needs: 'delete' | 'reading';
}

/** A part of the organization that cannot be read, and is therefore left out of the plan. */
export interface UnknownPart {
  /** The kind and the name of the thing whose part it is; the organization itself for a list of it. */
  readonly kind: ResourceKind | 'organization';
  readonly name: string;
  readonly part: ResourceKind;
  readonly reason: Reason;
}

/** What has to happen so that the service is as a file says. */
export interface OrganizationPlan extends JudgedBlocks {
  readonly organization: string;
  /** All changes, grouped by section. */
  readonly differences: readonly Difference[];
  /** The memberships, roles and values that end with what is deleted. No request is sent for them. */
  readonly along: readonly Difference[];
  readonly withheld: readonly Withheld[];
  /** The public addresses that become others. */
  readonly addresses: AddressDifference;
  /** Why the plan must not be carried out. */
  readonly objections: readonly Objection[];
  /** What is left out of the plan because the organization does not have it, and patterns that mean nothing. */
  readonly warnings: readonly FileProblem[];
  readonly unknown: readonly UnknownPart[];
  readonly notCompared: readonly NotCompared[];
  /** The number of things of each kind that are there and not in the file. */
  readonly unmanaged: Readonly<Partial<Record<ResourceKind, number>>>;
  /** Things to be made that may be others under a new name. */
  readonly possibleRenames: readonly PossibleRename[];
  /** The structure of the sites whose structure the plan changes, for undo; absent if it changes none. */
  readonly structure: Structure | undefined;
  readonly requests: readonly Change[];
}
