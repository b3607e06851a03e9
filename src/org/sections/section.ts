import type { Change } from '../../domain/change.ts';
import type { Snapshot, Wanted } from '../../model/snapshot.ts';
import type { Id } from '../../model/undo/facts.ts';
import type { SectionName } from '../file/schema.ts';
import type { LoadedFile } from '../file/side-files.ts';
import type { FieldChange, PlanAction } from '../plan/plan.ts';
import type { Thing, ThingKind } from '../thing.ts';

/** A difference between the file and the service. */
export interface ThingDifference {
  readonly action: PlanAction;
  /** As the file has it; absent where it is to go. */
  readonly wanted?: Thing;
  /** As the service has it; absent where it is to be made. */
  readonly present?: Thing;
  readonly fields: readonly FieldChange[];
  /** For a move within a list: the thing before which it is to stand; absent for the end. */
  readonly before?: Thing;
}

/** A request of a plan before the plan is put together; `differences` are the ones that it takes care of. */
export interface PlannedRequest extends Omit<Change, 'requires'> {
  readonly differences: readonly ThingDifference[];
  /** Requests that must be done before, beside those that make what this one refers to. */
  readonly afterRequests?: readonly PlannedRequest[];
}

/** What the requests of a section are made with. */
export interface RequestContext {
  readonly org: string;
  /** Most members that one request changes. */
  readonly batchSize: number;
  /** The id of a thing of the service, or the place of the request that makes it. Throws `UsageError` where there is neither. */
  idOf(kind: ThingKind | 'space', key: readonly string[]): Id;
}

/** One section of an organization file: how it is read, compared, changed and exported. */
export interface OrgSection {
  readonly name: SectionName;
  readonly kinds: readonly ThingKind[];
  /** The parts of the organization that it needs. Without a file, as for an export, all of its section. */
  wanted(file: LoadedFile | undefined): Wanted;
  /** What the service has. */
  present(snapshot: Snapshot): readonly Thing[];
  /** What the file wants; `complain` takes what the service does not have, such as an unknown space. */
  declared(
    file: LoadedFile,
    present: readonly Thing[],
    complain: (path: Thing['at'], message: string) => void,
  ): readonly Thing[];
  /**
   * Whether the file lists all things of a kind that stand in the same thing (`members of a team`), so that what it does not
   * list goes.
   */
  isComplete(kind: ThingKind): boolean;
  requests(differences: readonly ThingDifference[], context: RequestContext): readonly PlannedRequest[];
  /** The value of the section in an exported file. */
  exported(things: readonly Thing[]): unknown;
}
