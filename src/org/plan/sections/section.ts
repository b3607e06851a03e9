import type { ResourceKind } from '../../../model/resources.ts';
import type { Snapshot, Wanted } from '../../../model/snapshot.ts';
import type { Complain } from '../../file/names.ts';
import type { SectionName } from '../../file/schema.ts';
import type { LoadedFile } from '../../file/side-files.ts';
import type { OrgSection } from '../../sections/section.ts';
import type { Thing } from '../../thing.ts';
import type { Declared, Difference } from '../compare.ts';
import type { PeopleList } from '../compare-people.ts';
import type { FileNames } from '../file-names.ts';
import type { FileKind } from '../kinds.ts';
import type { RequestWriter } from '../writer.ts';

/** What checks of differences may look at. */
export interface CheckedFacts extends FileNames {
  readonly file: LoadedFile;
  /** The things of the service that the file does not name. */
  readonly undeclared: readonly Thing[];
}

/** How one section of an organization file is planned: what it reads, what the file says, and the requests. */
export interface PlannedSection {
  readonly name: SectionName;
  /**
   * The kinds of its things, from the outside in, with the parts of the organization that they are compared with. Where
   * the list of the organization of such a part cannot be read, all things of the kind are unknown.
   */
  readonly kinds: Readonly<Partial<Record<FileKind, readonly ResourceKind[]>>>;
  /** Returns the parts to read: only what the file manages, and what is needed to understand its references. */
  reads(file: LoadedFile): Wanted;
  /**
   * Returns what the file says, with the keys of `names`. A reference that means nothing is a complaint; its thing is
   * left out.
   */
  declared(file: LoadedFile, names: FileNames): Declared;
  /** Returns the lists of people, which are compared by their ids and are not among the other things. */
  people?(file: LoadedFile, snapshot: Snapshot, names: FileNames): Iterable<PeopleList>;
  /** Returns the things of the service where they are others than those of an export. */
  present?: OrgSection['present'];
  /** Complains about differences that the service does not allow. */
  check?(differences: readonly Difference[], complain: Complain, facts: CheckedFacts): void;
  /** Returns the differences that can be made good only after deletions, which the user has not allowed. */
  needsDelete?(differences: readonly Difference[]): readonly Difference[];
  /** Writes the requests for the differences of its kinds, as few as possible. */
  requests(differences: readonly Difference[], writer: RequestWriter): void;
}
