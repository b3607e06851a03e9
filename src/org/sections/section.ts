import type { ResourceKind } from '../../model/resources.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { SectionName } from '../file/schema.ts';
import type { Names } from '../names.ts';
import type { Thing, ThingKind } from '../thing.ts';

/** One section of an organization file: what it needs of the service, and how that becomes a part of a file. */
export interface OrgSection {
  readonly name: SectionName;
  /** The kinds of its things. */
  readonly kinds: readonly ThingKind[];
  /** The parts of the organization that it needs, also for the names of what it refers to. */
  readonly wanted: readonly ResourceKind[];
  /**
   * Returns what the service has, in the words of a file. `snapshot` holds all that is wanted. Throws `NoPlace` where a thing
   * cannot stand in a file.
   */
  present(snapshot: Snapshot, names: Names): readonly Thing[];
  /** Returns the value of the section in a file. */
  exported(things: readonly Thing[]): unknown;
}
