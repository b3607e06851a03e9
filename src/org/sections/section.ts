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
   * Returns the things of the service in the form of a file, to be read once. `snapshot` has all wanted parts. Throws
   * `NoPlace`, also while the things are read, if one of them cannot be written in a file.
   */
  present(snapshot: Snapshot, names: Names): Iterable<Thing>;
  /** Throws `NoPlace` for things that a plan can change together, and a file cannot have together. */
  assertWritable?(things: readonly Thing[]): void;
  /** Returns the value of the section in a file. Throws `NoPlace` as `assertWritable` does. */
  exported(things: Iterable<Thing>): object;
}
