import type { TextPlace } from '../formats/yaml.ts';
import type { SectionName } from './section-names.ts';

/** The first line of every organization file: its format and version. */
export const fileFormat = 'docs-admin-organization/1';

/** What an organization file says. Each file of `sections/` adds the value of its section. */
export interface Organization {
  format: typeof fileFormat;
  organization?: string | undefined;
  managed?: Partial<Record<SectionName, 'keep' | 'full'>> | undefined;
  keep?: string[] | undefined;
  ignore?: string[] | undefined;
}

/** The keys that lead to a value of a file. */
export type Path = readonly (string | number)[];

/** Called with a problem and its path in the file. */
export type Complain = (path: Path, message: string) => void;

/** Where something is in the files of an organization. */
export interface Origin {
  /** The path that the user gave; `-` for standard input. */
  readonly file: string;
  readonly place?: TextPlace | { readonly line: number } | undefined;
}

export interface OrganizationFile {
  readonly organization: Organization;
  /** Returns the file and the place of a key or an item. The place is looked up when it is read. */
  where(path: Path): Origin;
}

export interface LoadedFile extends OrganizationFile {
  /**
   * Returns the content for a `{ file: ... }` at a path: a text, an object, or people; `undefined` if there is none.
   */
  side(path: Path): unknown;
  /** Returns the content of all files that it names, by the texts of their places in it. */
  sides(): Readonly<Record<string, unknown>>;
}

export interface SideFile {
  file: string;
}

/** Roles of people by e-mail or id, in the form of a section. */
export type PeopleTable = Record<string, string | { readonly id: string; readonly role: string }>;

export function isSideFile(value: unknown): value is SideFile {
  return typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';
}

/** Returns the value at a path of the file; `undefined` if there is none. */
export function valueAtPath(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)?.[step], value);
}

/** Returns the people of a section, from the file or from its side file; none if that cannot be read. */
export function peopleAt(file: LoadedFile, path: readonly [string, ...string[]]): PeopleTable {
  const section = valueAtPath(file.organization, path);
  return ((isSideFile(section) ? file.side(path) : section) ?? {}) as PeopleTable;
}

/** Returns whether the file lists everything of a section, so that a name that it does not list is wrong. */
export function isManagedInFull({ managed }: Organization, section: SectionName): boolean {
  return managed?.[section] === 'full';
}

/** A section that is incomplete, and is therefore left out. */
export interface Gap {
  readonly section: SectionName;
  /** What is missing, and why. */
  readonly reasons: readonly string[];
}

/** An organization in the form of its file. */
export interface Exported {
  readonly organization: Organization;
  readonly gaps: readonly Gap[];
  /** The ids of the teams, by their keys in the file. */
  readonly teamIds: ReadonlyMap<string, string>;
}
