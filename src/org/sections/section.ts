import type * as z from 'zod/mini';
import type { Operation } from '../../api/contract/operation.ts';
import type { Change } from '../../domain/change.ts';
import type { Action, Fields, Id } from '../../model/effects/facts.ts';
import type { ItemOf, PartOptions, Snapshot, Wanted } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import type { Declared, Difference } from '../difference.ts';
import type { Complain, LoadedFile, Organization, Path, PeopleTable } from '../organization.ts';
import type { SectionName } from '../section-names.ts';
import type { DesiredState } from '../thing.ts';
import type { FieldMap } from './fields.ts';
import type { FileNames, FileNaming, Titled } from './names.ts';
import type { Tables } from './rows.ts';

/**
 * One section of an organization file, in one place: its kinds of things with their fields, the things of the service and
 * of the file, the requests for their differences, and their rows in a copy of the organization.
 */
export interface Section {
  readonly name: SectionName;
  /** How a file writes it. */
  readonly schema: z.ZodMiniType;
  /** The schema of the names of its things, where those are titles of the service. */
  readonly title?: z.ZodMiniType;
  /** The kinds of its things, from the outside in. */
  readonly kinds: { readonly [Kind in ResourceKind]?: KindFacts<Kind> };
  /** The parts of the organization that an export reads, including those for the names of referenced things. */
  readonly wanted: readonly ResourceKind[];
  /**
   * Returns the things of the service, to be read once. `snapshot` has all wanted parts. Throws `NoPlace`, also while the
   * things are read, if one of them cannot be written in a file.
   */
  present(snapshot: Snapshot, names: FileNaming): Iterable<DesiredState>;
  /** Throws `NoPlace` for things that a plan can change together, and a file cannot have together. */
  assertWritable?(things: readonly DesiredState[]): void;
  /** Returns the value of the section in a file. Throws `NoPlace` as `assertWritable` does. */
  exported(things: Iterable<DesiredState>): object;

  /** Returns every place in a file that can name another file. */
  sides?(organization: Organization): readonly SidePlace[];
  /** Complains about what the schema cannot say: references, things that are there twice. Makes no request. */
  rules?(file: LoadedFile, complain: Complain): void;
  /** Returns the parts that a plan reads: only what the file manages, and what is needed to understand its references. */
  reads(file: LoadedFile): Wanted;
  /**
   * Returns what the file says, with the keys of `names`. A reference that means nothing is a complaint; its thing is
   * left out. Without `lists`, it names no list completely.
   */
  declared(file: LoadedFile, names: FileNames): Pick<Declared, 'things'> & Partial<Declared>;
  /** Returns the things of the service that a plan compares by their keys. @default all of `present` */
  compared?(snapshot: Snapshot, names: FileNaming): Iterable<DesiredState>;
  /** Returns the lists of people, which are compared by their ids and are not among the other things. */
  people?(file: LoadedFile, snapshot: Snapshot, names: FileNames): Iterable<PeopleList>;
  /** Complains about differences that the service does not allow. */
  check?(differences: readonly Difference[], complain: Complain, facts: CheckedFacts): void;
  /** Returns the differences that can be made good only after deletions, which the user has not allowed. */
  needsDelete?(differences: readonly Difference[]): readonly Difference[];
  /** Writes the requests for the differences of its kinds, as few as possible. */
  requests(differences: readonly Difference[], writer: RequestWriter): void;

  /** Returns the rows of its things in the sandbox. `snapshot` has all kinds of all sections. */
  tables(snapshot: Snapshot): Tables;
}

/** A place in a file that can name another file. */
export interface SidePlace {
  readonly path: Path;
  /** What the other file holds: people with one of these roles, an object as JSON or YAML, or the text itself. */
  readonly holds: 'text' | 'document' | { readonly roles: readonly string[] };
}

/** What an organization file does with things of one kind. */
export type KindFacts<Kind extends ResourceKind = ResourceKind> = CommonFacts<Kind> &
  (OuterFacts | InnerFacts);

type Ending = 'delete' | 'revoke' | 'update';

interface OuterFacts {
  readonly isInner?: never;
  /** The action that ends one. Absent if the file ends none. */
  readonly ended?: Ending;
}

/** Of things in a complete list of the thing above them, so that `managed` does not matter. */
interface InnerFacts {
  readonly isInner: true;
  /** `null` for the only one of the thing above it, which is in no list. What a list leaves out must end. */
  readonly ended: Ending | null;
}

interface CommonFacts<Kind extends ResourceKind> {
  /** The nouns for one and for several. */
  readonly words: readonly [one: string, several: string];
  /** The noun in front of its name, where that begins with the thing that holds it. @default the noun for one */
  readonly noun?: string;
  /** What a list of them is called, before the thing that holds it. @default the noun for several */
  readonly listed?: string;
  /** What ends one, in a sentence. @default what {@link OuterFacts.ended} says */
  readonly ending?: 'remove' | 'end' | 'clear';
  readonly fields: FieldMap;
  /**
   * The parts of the organization that its things are compared with. Where the list of the organization of such a part
   * cannot be read, all things of the kind are unknown.
   */
  readonly parts: readonly ResourceKind[];
  /** The action that makes one; `update` if it is a value of the thing that holds it. Absent if the file makes none. */
  readonly made?: 'create' | 'grant' | 'update';
  /** The field whose change is a rename. */
  readonly rename?: string;
  /** The field whose change is a move. */
  readonly move?: string;
  /** Whether its list has an order. */
  readonly isOrdered?: true;
  /** Whether it may be below another thing of the same list, so that its key is a path. */
  readonly isNested?: true;
  /** Whether the thing that holds it is empty without them. */
  readonly isContent?: true;
  /** Whether an update says too little without its fields. */
  readonly namesFields?: true;
  /** The kinds above it, from the outside in; for a nested thing, the one kind that is above it, as often as needed. */
  readonly above?: readonly ResourceKind[];
  /** For a tie, the kind of the thing that is tied, whose name ends the key. */
  readonly ties?: ResourceKind;
  /** The key of the list that has it in a file, in the thing that holds it. */
  readonly list?: string;
  /** Returns the id and the title, where a file knows it by its title at the top of its section. */
  readonly titled?: (item: ItemOf<Kind>) => Titled;
  /** Returns its value in a file, where that is no object with its fields. Gets the fields in words of the file. */
  readonly value?: (fields: Fields) => unknown;
  /** Returns its key by the ids in its path, and the values that the service has. */
  readonly keyOf: (names: FileNaming, ids: Ids, fields: Fields) => readonly string[];
  /** The further kinds whose names are in its key. */
  readonly namedBy?: readonly ResourceKind[];
  /** What a plan keeps of a thing, because there are many: fewer fields save memory. @default all */
  readonly keep?: Keep<Kind>;
  /** What a copy keeps of it. @default all */
  readonly keepInCopy?: Keep<Kind>;
}

type Keep<Kind extends ResourceKind> = NonNullable<PartOptions<Kind>['keep']>;
type Ids = Readonly<Record<string, string>>;

/** The roles of people in one thing, on both sides. */
export interface PeopleList {
  readonly kind: 'member' | 'team-member';
  /** The key of the thing; `[]` for the organization. */
  readonly above: readonly string[];
  /** The people in the service by their ids; none if they are not known, or the thing is to be made. */
  readonly present: ReadonlyMap<string, unknown>;
  /** Returns the role of one of them, `null` for a guest; `undefined` for another user. */
  roleOf(user: string): string | null | undefined;
  /** What the file says at `path`; empty if it says nothing. */
  readonly declared: PeopleTable;
  readonly path: Path;
}

/** What checks of differences may look at. */
export interface CheckedFacts extends FileNames {
  /** The things of the service that stay, and that the file does not name. */
  readonly staying: readonly DesiredState[];
}

export interface NewRequest {
  readonly operation: Operation;
  /** Its path parameters without the organization. */
  readonly params: Readonly<Record<string, Id>>;
  readonly body?: unknown;
  /** The differences that it makes good; the first one names it. */
  readonly for: readonly [Difference, ...Difference[]];
  /** Whether it makes the thing of its first difference, so that later requests can refer to it. */
  readonly makes?: true;
  /** Another thing that it makes, and the dot path of its id in the answer. */
  readonly makesToo?: Pick<Difference, 'kind' | 'key'> & { readonly at: string };
  /** For a further request for a difference that another request names: what it does to the thing. */
  readonly further?: 'update' | 'move';
  /** What it does, in words, if its fields do not say it. */
  readonly detail?: string;
  /** The numbers of the requests that must be done before it, beside those that make what it refers to. */
  readonly requires?: readonly number[];
}

/** Writes the requests of a plan. Sections write in the order of a file, so that what others refer to is made first. */
export interface RequestWriter {
  readonly file: LoadedFile;
  readonly names: FileNames;
  /** The largest number of people in one request. */
  readonly batchSize: number;
  /** Returns the id of a thing: that of the service, or a reference to the request that makes it. Throws an `Error` if it has none. */
  idOf(kind: ResourceKind, key: readonly string[]): Id;
  /** Returns the numbers of the requests so far that make or change a thing. */
  changesOf(kind: ResourceKind, key: readonly string[]): readonly number[];
  /** Returns whether a thing has an id: in the service, or by a request that is added already. */
  hasId(kind: ResourceKind, key: readonly string[]): boolean;
  /** Returns the things of a list as the file declares them, in its order. */
  declared(kind: ResourceKind, above: readonly string[]): readonly DesiredState[];
  /** Returns the things of a list as the service has them, in its order. */
  present(kind: ResourceKind, above: readonly string[]): readonly DesiredState[];
  /** Adds a request. Returns its number. */
  add(request: NewRequest): number;
  /**
   * Adds changes in the form that all plans share, for these differences. `make` gets the number of the first one; `rank`
   * places them all.
   */
  addChanges(rank: Action, of: NewRequest['for'], make: (first: number) => readonly Change[]): void;
  readonly organization: string;
}
