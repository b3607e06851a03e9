import type { ListOperation, Operation } from '../api/contract/operation.ts';

/** The name of an operation's effect on the thing. */
export type Role = keyof Operations;

/** The operations of a kind of thing, by their effect on it. */
export interface Operations {
  /** Lists them. It answers without pages if the contract says so. */
  readonly list?: ListOperation | Operation;
  /** Shows one. */
  readonly get?: Operation;
  /** Makes one. */
  readonly create?: Operation;
  /** Changes the fields of one that the body contains. */
  readonly update?: Operation;
  /** Replaces the whole value of one by the body, and makes it if it does not exist. */
  readonly set?: Operation;
  /** Does the same for several of one parent in one request: two requests for things of one parent must not run at once. */
  readonly setSeveral?: Operation;
  /** Deletes one. */
  readonly delete?: Operation;
  /** Ends one that is only a tie: a membership, a permission, a section's place in a group. The tied things stay. */
  readonly remove?: Operation;
  /** Moves one to another place in its list, or to another parent. */
  readonly move?: Operation;
  /** Gives one to another organization. */
  readonly transfer?: Operation;
}

/** What people are told about an operation that ends a thing, beside its consequence in the contract. */
export interface Ending {
  readonly act: 'delete' | 'remove' | 'transfer' | 'unpublish';
  /**
   * The thing that it is taken from, in words that follow its name, with path parameters in braces: ` from team
   * {team}`.
   */
  readonly from?: string;
}

/** Where the value of a body's field is found, if not in the field of the same name. */
export type FieldSource =
  /** The dot path in the thing; in an array, a number is an index, and any other name applies to every element. */
  | { readonly from: string }
  /** True if the value at the path is this one. */
  | { readonly from: string; readonly is: string }
  /** All values at a dot path of the things of another kind that are in it. */
  | { readonly in: string; readonly at: string }
  /** The id of the thing in it whose field is true. */
  | { readonly in: string; readonly where: string }
  /** The place of the thing in its list. */
  | { readonly from: 'order' }
  /** No answer of the service shows it; the text says why. */
  | { readonly writeOnly: string };

/** A kind of thing of the service: what the tool knows about it beside the contract of its operations. */
export interface Resource {
  /** Its name in plans, in journals and in the registry: `team-member`. */
  readonly kind: string;
  /** Its name in the results of commands, if that is another one. */
  readonly shownAs?: string;
  /** The words of the command line before its verbs: `teams members`. */
  readonly noun: string;
  /** Its singular and plural in messages. */
  readonly one: string;
  readonly several: string;
  /** The words before a title or an id, if they are not `one`: `the role of team`. */
  readonly label?: string;
  /** The word that replaces `one` when an id is asked for. */
  readonly asked?: string;
  /** The path parameter with its id; absent if its parent has a single one. */
  readonly key?: string;
  /** The kind whose ids the key takes, if it is another: a team member has the id of the member. */
  readonly idOf?: string;
  /** For a tie: the dot path, in the thing with its id, of the innermost thing that contains it. */
  readonly tie?: string;
  /** The path parameters of the things that contain it, from the outside: `['org', 'site']`. */
  readonly parents: readonly string[];
  /** Dot paths of the id and the title in an item of the list; absent if it has none. */
  readonly id?: string;
  readonly title?: string;
  /** Dot path of an e-mail address, which can also name one. */
  readonly email?: string;
  /** The kind of the thing in which one may be inside of its parents, and the dot path of its id: `name:` takes both titles. */
  readonly standsIn?: { readonly kind: string; readonly at: string };
  /** Dot paths of the values that identify one within its parent, for people and in an organization's file. */
  readonly naturalKey: readonly string[];
  /** The filter of the list for items with a text in their title. */
  readonly search?: string;
  /** What the list leaves out without a filter: the filter that shows it, and the words for all that is looked for. */
  readonly unlisted?: { readonly filter: Readonly<Record<string, string>>; readonly all: string };
  /**
   * The parameter of the list's path that takes an administrator of the organization: the list of that person shows
   * all.
   */
  readonly administrator?: string;
  /** The message if there is none: `no change request is open in space {space}`. */
  readonly none?: string;
  /**
   * The end of the address of one, in the API and in the web application, if people may give an address instead of an
   * id.
   */
  readonly addresses?: readonly string[];
  readonly operations: Operations;
  /** Further operations on one, which none of these roles fits: `merge`, `export`. */
  readonly others?: Readonly<Record<string, Operation>>;
  /** Fields of bodies that the thing does not have under the same name, by their dot path in the body. */
  readonly fields?: Readonly<Record<string, FieldSource>>;
  /** Kinds of things that must exist before one is made or changed, beside those that contain it. */
  readonly needs?: readonly string[];
  /**
   * The innermost path parameter of the thing that keeps several lists in one order, of which this is one; `null` for
   * the whole service. Two requests that change one order must not run at once.
   */
  readonly orderedIn?: string | null;
  /** What people are told about the operations that end one, by role. */
  readonly endings?: Partial<Readonly<Record<Role, Ending>>>;
  /**
   * Why nothing takes an operation back, by its role or its name among `others`: a sentence without a full stop. How the
   * others are taken back is in `undo/`.
   */
  readonly whyNotRestorable?: Readonly<Record<string, string>>;
}

export function resource<const Kind extends Resource>(kind: Kind): Kind {
  return kind;
}

type WithId<Ops, Id extends string> = Extract<Ops[keyof Ops], { readonly id: Id }>;

/** Finds the operations of a noun whose roles are the last words of their ids: `teams.list`. */
export function byRole<Ops extends object, Noun extends string, Name extends Role>(
  ops: Ops,
  noun: Noun,
  ...roles: readonly Name[]
): { readonly [One in Name]: WithId<Ops, `${Noun}.${One}`> } {
  const all = Object.values(ops) as readonly { readonly id?: string }[];
  const found = roles.map((role) => [role, all.find(({ id }) => id === `${noun}.${role}`)]);
  return Object.fromEntries(found);
}

/** Returns the word for one when its id is asked for. */
export function wordOf({ asked, one }: Resource): string {
  return asked ?? one;
}

/** Returns the name of the kind in the results of commands. */
export function shownKind({ shownAs, kind }: Resource): string {
  return shownAs ?? kind;
}

/** Returns the words before the title or the id of one. */
export function labelFor({ label, one }: Resource): string {
  return label ?? one;
}

export function operationsOf({ operations, others }: Resource): ReadonlyMap<string, Operation> {
  return new Map(Object.entries({ ...operations, ...others }));
}
