import type { ResourceKind } from '../../model/resources.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { SectionName } from '../file/schema.ts';
import type { Names } from '../names.ts';
import type { Thing } from '../thing.ts';

/** One section of an organization file: what it reads from the service, and how that becomes a part of a file. */
export interface OrgSection {
  readonly name: SectionName;
  /** The parts of the organization to read, including those for the names of referenced things. */
  readonly wanted: readonly ResourceKind[];
  /**
   * Returns the things of the service in the form of a file. `snapshot` has all wanted parts. Throws `NoPlace` if a
   * thing cannot be written in a file.
   */
  present(snapshot: Snapshot, names: Names): readonly Thing[];
  /** Returns the value of the section in a file. */
  exported(things: readonly Thing[]): object;
}
