import type { Operation } from '../../api/contract/operation.ts';
import type { Hint } from '../../errors.ts';
import type { Action, Fields, Id, Ids, Made } from '../effects/facts.ts';
import { readerOf } from '../effects/things.ts';
import { at } from '../fields.ts';
import type { Reader } from '../read/reader.ts';
import type { Resource } from '../resource.ts';

export type { Fields, Id, Ids, Made, Reader };

/** A piece of the organization that requests change: a thing, the members of a team, the order of a list. */
export interface Piece {
  /** The name of its {@link PieceKind}. */
  readonly kind: string;
  readonly ids: Ids;
}

/** The effect of a request on a piece. */
export interface PieceEffect extends Piece {
  /** The fields that the request sets; `null` if it removes the piece. */
  readonly after: Fields | null;
  /** Whether the request makes the piece: its own id comes with the answer. */
  readonly makes?: true;
}

/** One request that restores a piece. */
export interface Step {
  readonly action: Action;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, Id>>;
  readonly body?: unknown;
  /** The fields that it sets, with their new values; all fields if absent. */
  readonly sets?: Fields;
  /** The earlier id of what it makes again inside the thing of a piece. */
  readonly earlier?: string | undefined;
}

/** A thing that ends with another one as far as known, and what that end changes of it if it is still there. */
export interface Part extends Piece {
  readonly name?: string | undefined;
  /** `null` for a thing that goes away before it is made again in its place. */
  readonly before: Fields | null;
  readonly after: Fields;
}

/** Adds a step that makes something again to the plan. Returns a reference to the thing that it makes. */
export type Plan = (step: Step) => Made;

/** What is known about people, by their ids. */
export type PeopleByIds = Readonly<Record<string, { readonly name?: string; readonly email?: string }>>;

/** Things that are one piece together, such as the memberships of a team. */
export interface Collected {
  readonly kind: string;
  /** The path parameter with the id of one. */
  readonly key: string;
  readonly field: string;
  /** What stands for `null` in the field, because `null` says that there is no such thing. */
  readonly nothing?: string;
}

/** How pieces of one kind are read and restored. `Whole` is everything that is needed to make one again. */
export interface PieceKind<Whole extends Fields = Fields> {
  readonly kind: string;
  /** The words for one, in messages. */
  readonly word: string;
  /** Dot path of its name for people, in an item of the list. */
  readonly title?: string;
  /** The thing that it is a part of, whose name is shown for a piece without one. */
  readonly of?: PieceKind;
  /** The path parameter with its own id; absent if its parents identify it. */
  readonly key?: string;
  /** Whether it has the same id when it is made again. */
  readonly keepsId?: true;
  /** The operation that shows one. */
  readonly get?: Operation;
  /** The list that contains it. */
  readonly list?: Operation;
  /** Finds one that neither `get` nor `list` shows. */
  find?(reader: Reader, ids: Ids): Promise<unknown>;
  /** The queries of `list` that together show all of them. */
  readonly queries?: readonly Fields[];
  /** Returns the values that can identify an item of the list in paths. */
  idsOf?(item: unknown): readonly unknown[];
  /** Returns the fields that requests can set, by their names in the body of a request. */
  fields?(item: unknown): Fields;
  /** Reads a piece that is no item of a list; `wanted` are the fields that matter. */
  read?(reader: Reader, ids: Ids, wanted: readonly string[]): Promise<Fields | null>;
  /** Reads everything that is needed to make a thing again, from an item of its list. */
  whole?(reader: Reader, ids: Ids, item: unknown): Promise<Whole>;
  /** Returns the ids of the things in it that would be deleted with it, though they have been made on their own. */
  holds?(reader: Reader, ids: Ids): Promise<readonly string[]>;
  /** The values that clear a field in a body; other fields cannot be cleared. */
  readonly clears?: Fields;
  readonly update?: Operation;
  readonly remove?: Operation;
  /** Returns the requests that set `wanted`, if one `update` is not enough. */
  set?(ids: Ids, wanted: Fields, present: Fields): readonly Step[];
  /** Returns the things in it of which the reference of the service does not say that they end with it. */
  parts?(ids: Ids, whole: Whole): readonly Part[];
  /** Returns the spaces that it publishes, by their ids, with their titles. */
  spaces?(whole: Whole): ReadonlyMap<string, string>;
  /** Returns the values to make it again without the spaces that have these ids. */
  withoutSpaces?(whole: Whole, ids: ReadonlySet<string>): Fields;
  /** Plans the steps that make it again; `apart` has the ids of all pieces. Returns what stays lost. */
  remake?(ids: Ids, whole: Whole, plan: Plan, apart: ReadonlySet<string>): readonly string[];
  /** Returns the people, or teams, whose ids are the fields of the piece, as far as `wanted` names them. */
  people?(reader: Reader, ids: Ids, wanted: readonly string[]): Promise<PeopleByIds>;
  /** Returns the command that gives a field its value before. */
  takesBack?(ids: Ids, field: string, before: unknown, after: unknown): Hint | undefined;
  /** Why a deleted one cannot be made again; then it is not read before. */
  readonly final?: string;
  /** Returns the steps that restore the rest of a thing that only somebody else can make again, once it exists. */
  whenBack?(ids: Ids, whole: Whole, present: Fields): readonly Step[];
  /** Returns why a value that was read cannot be written again in place of `now`; `undefined` if it can. */
  unwritable?(field: string, value: unknown, now: unknown): string | undefined;
  /** Whether the piece is the order of a list, as groups of ids. */
  readonly isOrder?: true;
  /** The single things whose fields it collects, each under its own id. */
  readonly collects?: Collected;
}

/** Makes a kind from the facts of the model. */
export function thing(of: Resource, more: Partial<PieceKind>): PieceKind {
  const { kind, one, key, title, id = 'id', operations } = of;
  const { get, list, update, set, delete: remove } = operations;
  const change = update ?? set;
  return {
    kind,
    word: one,
    ...(key !== undefined && { key }),
    ...(title !== undefined && { title }),
    ...(get && { get }),
    ...(list && { list }),
    ...(change && { update: change }),
    ...(remove && { remove }),
    idsOf: (item) => [at(item, ...id.split('.'))],
    fields: readerOf(of),
    ...more,
  };
}

/** Copies some fields of an answer, with `null` for absent ones. */
export function pick(item: unknown, ...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, at(item, name) ?? null]));
}

/** Returns the path parameters that identify a piece. */
export function some(params: Readonly<Record<string, Id>>, ...names: readonly string[]): Ids {
  return Object.fromEntries(names.map((name) => [name, params[name] ?? ''])) as Ids;
}

/** Returns the fields that have a value. */
export function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}
