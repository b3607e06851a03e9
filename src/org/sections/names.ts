import type { ResourceKind } from '../../model/resources.ts';
import type { Complain, Path } from '../organization.ts';
import type { FileName } from '../thing.ts';

/** A thing of the service with a title. */
export interface Titled {
  readonly id: string;
  readonly title?: string | null | undefined;
}

/** The names of things in a file, by their ids. The name of an unknown id is the id. */
export interface FileNaming {
  /** Returns the name of a person: the e-mail, unless it is shared or missing. */
  person(id: string): FileName;
  /** Returns the key of a thing that a file knows by its title at the top of a section: a team, a site. */
  titled(kind: ResourceKind, id: string): string;
  /**
   * Returns the keys of a collection, from the top level down. Throws `NoPlace` if a collection above it is not known.
   */
  collection(id: string): readonly string[];
  /** Returns the name of a space: its title or `Collection/Title`, unless other spaces have the same. */
  space(id: string): FileName;
  /** Returns the key of a section of a site, which is its path. */
  section(site: string, id: string): string;
  sectionGroup(site: string, id: string): string;
}

/** A thing that a file refers to. */
export interface NamedReference {
  /** Its key in this plan. */
  readonly key: string;
  /** Absent for a thing to be made. */
  readonly id?: string;
}

/** Paths of sections, two or more, each of which has the one before it as an earlier path, and the first one the last. */
export interface Swap {
  /** The key of the site. */
  readonly in: string;
  readonly keys: readonly string[];
}

/** The names of things in one file: what its keys and references mean, and what things of the service are called in it. */
export interface FileNames extends FileNaming {
  /** Returns the id that a declared key means; `undefined` for a thing to be made. */
  idOf(kind: ResourceKind, key: string): string | undefined;
  /** Returns the team for a key, a title or an id. Complains and returns `undefined` if there is none, or several. */
  findTeam(text: string, path: Path): NamedReference | undefined;
  /** The same for a custom field, by its name. */
  findField(name: string, path: Path): FoundField | undefined;
  /** The same for a space: by title, `Collection/Title` or id. */
  findSpace(text: string, path: Path, id?: string): NamedReference | undefined;
  /** The same for a member: by e-mail, whatever its case, or by id. */
  findPerson(text: string, path: Path, id?: string): NamedReference | undefined;
  /** Returns the id of the member for an e-mail or an id; `undefined` if there is none, or several. */
  personId(text: string, id?: string): string | undefined;
  /** Returns the key of the group that a section of a site names. Complains and returns `undefined` as `findTeam` does. */
  findGroup(site: string, text: string, path: Path): string | undefined;
  /** The names in an export of today, which the file may change. */
  readonly today: FileNaming;
  readonly complain: Complain;
  /** Called instead of `complain` for what the organization does not have, where that is left out. */
  readonly skip: Complain | undefined;
  /** Returns whether a site of the file has a section with this path already. */
  hasSection(site: string, path: string): boolean;
  /** The paths of sections that may still have to be swapped. */
  readonly swaps: readonly Swap[];
}

/** A custom field that a file refers to, with what the file says of it, else the service. */
export interface FoundField extends NamedReference {
  readonly type?: string | null | undefined;
  readonly options?: readonly string[] | null | undefined;
}
