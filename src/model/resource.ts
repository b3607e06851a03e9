import type { ListOperation, Operation } from '../api/contract/operation.ts';

/** What an operation does to the thing. */
export type Role = keyof Operations;

/** The operations of a kind of thing, by what they do to it. */
export interface Operations {
  /** Lists them. It answers without pages where the contract says so. */
  readonly list?: ListOperation | Operation;
  /** Shows one. */
  readonly get?: Operation;
  /** Makes one. */
  readonly create?: Operation;
  /** Changes the fields of one that the body gives. */
  readonly update?: Operation;
  /** Gives one the whole value of the body, and makes it where it does not exist. */
  readonly set?: Operation;
  /** The same for several of one parent in one request. */
  readonly setSeveral?: Operation;
  /** Deletes one. */
  readonly delete?: Operation;
  /** Ends one that is only a tie: a membership, a permission, a section's place in a group. The things it ties stay. */
  readonly remove?: Operation;
  /** Gives one another place in its list, or another parent. */
  readonly move?: Operation;
  /** Gives one to another organization. */
  readonly transfer?: Operation;
}

/** What people are told of an operation that ends a thing, beside its consequence in the contract. */
export interface Ending {
  readonly act: 'delete' | 'remove' | 'transfer' | 'unpublish';
  /** What it is taken from, behind its name, with parameters of the path in braces: ` from team {team}`. */
  readonly from?: string;
}

/** Where the value of a field of a body is found, if not in the field of the same name of the thing. */
export type FieldSource =
  /** The dot path in the thing; in an array, a number is an index, and any other name applies to every element. */
  | { readonly from: string }
  /** True where the value at the path is this one. */
  | { readonly from: string; readonly is: string }
  /** Every value at a dot path of the things of another kind that are in it. */
  | { readonly in: string; readonly at: string }
  /** The id of the one of these things whose field is true. */
  | { readonly in: string; readonly where: string }
  /** The place of the thing in its list. */
  | { readonly from: 'order' }
  /** No answer of the service tells it, and why. */
  | { readonly writeOnly: string };

/** A kind of thing of the service: what the tool knows of it beside the contract of its operations. */
export interface Resource {
  /** What one is called in plans, in journals and in the registry: `team-member`. */
  readonly kind: string;
  /** The same in the results of commands, where that is another word. */
  readonly shownAs?: string;
  /** The words of the command line before its verbs: `teams members`. */
  readonly noun: string;
  /** What messages call one of them, and several. */
  readonly one: string;
  readonly several: string;
  /** What stands before the title or the id of one, where that is not `one`: `the role of team`. */
  readonly label?: string;
  /** What stands for `one` where an id is asked for. */
  readonly asked?: string;
  /** The parameter of a path that names one; absent where its parent has a single one. */
  readonly key?: string;
  /** The kind whose ids the key takes, where that is another: a team member has the id of the member. */
  readonly idOf?: string;
  /** For one that is a tie: the dot path in the thing with its id that holds the innermost of what it is in. */
  readonly tie?: string;
  /** The parameters of paths of what it is in, from the outside: `['org', 'site']`. */
  readonly parents: readonly string[];
  /** Dot paths of the id and the title in an item of the list; absent where it has none. */
  readonly id?: string;
  readonly title?: string;
  /** Dot path of an e-mail address, which names one as well. */
  readonly email?: string;
  /** Dot paths of what tells one from the others of its parent for people, and in an organization's file. */
  readonly naturalKey: readonly string[];
  /** The filter of the list that narrows it to items with a text in their title. */
  readonly search?: string;
  /** The parameter of the list's path that is an administrator of the organization: the list of one person shows all. */
  readonly administrator?: string;
  /** What to say where there is none: `no change request is open in space {space}`. */
  readonly none?: string;
  /** How the address of one ends, in the API and in the web application, where people may give that instead of an id. */
  readonly addresses?: readonly string[];
  readonly operations: Operations;
  /** Further operations on one: those that only read, and those that start something. */
  readonly others?: Readonly<Record<string, Operation>>;
  /** Fields of bodies that the thing does not hold by their own name, by their dot path in the body. */
  readonly fields?: Readonly<Record<string, FieldSource>>;
  /** Kinds of things that must exist before one is made or changed, beside what it is in. */
  readonly needs?: readonly string[];
  /**
   * The innermost parameter of the path of what holds several lists in one order, of which this is one; `null` for the
   * whole service. Two requests that change one order must not run at once.
   */
  readonly orderedIn?: string | null;
  /** Whether requests for several of one parent change the parent, so that they must not run at once. */
  readonly changesParent?: true;
  /** What people are told of the operations that end one, by role. */
  readonly endings?: Partial<Readonly<Record<Role, Ending>>>;
  /**
   * Why nothing takes an operation back, by its role or its name among `others`: a sentence without a full stop. How the
   * others are taken back is in `undo/`.
   */
  readonly noWayBack?: Readonly<Record<string, string>>;
}

export function resource<const Kind extends Resource>(kind: Kind): Kind {
  return kind;
}

/** What one is called where an id of it is asked for. */
export function wordOf({ asked, one }: Resource): string {
  return asked ?? one;
}

/** What one is called in the results of commands. */
export function shownKind({ shownAs, kind }: Resource): string {
  return shownAs ?? kind;
}

/** What stands before the title or the id of one. */
export function labelFor({ label, one }: Resource): string {
  return label ?? one;
}

/** All operations of a kind, by their role or name. */
export function operationsOf({ operations, others }: Resource): ReadonlyMap<string, Operation> {
  return new Map(Object.entries({ ...operations, ...others }));
}
