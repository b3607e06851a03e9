import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Resource } from '../resource.ts';

/** Values by the name of their field; `null` where there is none. */
export type Fields = Readonly<Record<string, unknown>>;

/** The parameters of a path by their names. */
export type Ids = Readonly<Record<string, string>>;

/** What the same plan makes, by the place of the change that makes it: its id is known when that change is done. */
export interface Made {
  readonly $change: number;
  /** Dot path of the id in what the change leaves; the id of the thing itself where absent. */
  readonly at?: string;
}

export type Id = string | Made;

/** A piece of the organization that requests change: a thing, the members of a team, the order of a list. */
export interface Piece {
  /** The name of its {@link Kind}. */
  readonly kind: string;
  readonly ids: Ids;
}

/** What a request leaves of a piece. */
export interface Effect extends Piece {
  /** The fields that the request sets; `null` where the piece is gone afterwards. */
  readonly after: Fields | null;
  /** The request makes the piece: its own id comes with the answer. */
  readonly makes?: true;
}

/** In `Effect.after`: the id of what the request makes. */
export const theMade = '$made';

/** In `Effect.after`: the value stays where there is one, and else becomes this one. */
export const unlessThere = (value: string) => ({ $unlessThere: value });

/** What the requests of one operation change. */
export interface WayBack {
  effects(params: Ids, body: Fields): readonly Effect[];
  /** What of a request cannot be taken back, though the rest can. */
  lost?(params: Ids, body: Fields): string | undefined;
}

/** One request that sets a piece back. */
export interface Step {
  readonly action: 'create' | 'update' | 'move' | 'grant' | 'revoke' | 'delete';
  readonly operation: Operation;
  readonly params: Readonly<Record<string, Id>>;
  readonly body?: unknown;
  /** The fields that it sets, by the values that they have afterwards; all of them where absent. */
  readonly sets?: Fields;
}

/** Reads the service; every list only once. */
export interface Reader {
  /** Resolves with `null` where there is no such thing. */
  get(op: Operation, params: Ids): Promise<unknown>;
  /** All items; `null` where what the list is of does not exist. */
  list(op: Operation, params: Ids, query?: Fields): Promise<readonly unknown[] | null>;
  /** The organization that the work is about; `undefined` where it is not known. */
  readonly org: string | undefined;
}

/** Takes the steps that make something again, in their order, and answers what each one makes. */
export type Plan = (step: Step) => Made;

/** How pieces of one kind are read, and set back. */
export interface Kind {
  readonly kind: string;
  /** The words for one, in messages. */
  readonly word: string;
  /** Dot path of what people call it by, in an item of the list. */
  readonly title?: string;
  /** The parameter of its own id; absent for what is named by what surrounds it. */
  readonly key?: string;
  /** Whether the id stays the same when it is made again. */
  readonly keepsId?: true;
  /** The operation that shows one. */
  readonly get?: Operation;
  /** The list in which it stands. */
  readonly list?: Operation;
  /** The queries of `list` that show all of them together. */
  readonly queries?: readonly Fields[];
  /** What paths may name an item of the list with. */
  idsOf?(item: unknown): readonly unknown[];
  /** The fields of a thing that requests can set, by their names in the body of a request. */
  fields?(item: unknown): Fields;
  /** Reads a piece that is no thing of a list; `wanted` are the fields that matter. */
  read?(reader: Reader, ids: Ids, wanted: readonly string[]): Promise<Fields | null>;
  /** Everything that is needed to make a thing again, from an item of its list. */
  whole?(reader: Reader, ids: Ids, item: unknown): Promise<Fields>;
  /** Why a thing that a run has made must not be deleted now; `undefined` where it may. */
  holds?(reader: Reader, ids: Ids): Promise<string | undefined>;
  /** What a field without a value is in a body; a field that is not among them keeps its value for ever. */
  readonly clears?: Fields;
  readonly update?: Operation;
  readonly remove?: Operation;
  /** The requests that set `wanted`, where that takes others than one `update`. */
  set?(ids: Ids, wanted: Fields, present: Fields): readonly Step[];
  /** The steps that make it again; returns what is lost all the same. */
  remake?(ids: Ids, whole: Fields, plan: Plan): readonly string[];
  /** Why one that was deleted cannot be made again; it is not read before, then. */
  readonly final?: string;
  /** What is restored of a thing that only somebody else can make again, when it is there. */
  whenBack?(ids: Ids, whole: Fields, present: Fields): readonly Step[];
  /** Why a value cannot be written again, though it was read; `undefined` where it can. */
  unwritable?(field: string, value: unknown): string | undefined;
  /** The piece is the order of a list: groups of ids. */
  readonly isOrder?: true;
  /** What its plain operations change, by their id: the update sets the fields of the body, the deletion ends the thing. */
  readonly ways?: Readonly<Record<string, WayBack>>;
}

/** A kind of thing with what the model says of it. */
export function thing(of: Resource, more: Partial<Kind>): Kind {
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
    ways: {
      ...(change && { [change.id]: { effects: (ids, body) => sets(kind, idsIn(change, ids), body) } }),
      ...(remove && { [remove.id]: { effects: (ids) => [ends(kind, idsIn(remove, ids))] } }),
    },
    ...more,
  };
}

function idsIn({ path }: Operation, params: Ids): Ids {
  return some(params, ...paramNames(path));
}

/** The value at a path in what the service answers; `undefined` where there is none. */
export function at(item: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    item,
  );
}

/** Some fields of an answer, with `null` for what is absent. */
export function pick(item: unknown, ...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, at(item, name) ?? null]));
}

/** The parameters of a path that a piece has, without others. */
export function some(params: Readonly<Record<string, Id>>, ...names: readonly string[]): Ids {
  return Object.fromEntries(names.map((name) => [name, params[name] ?? ''])) as Ids;
}

/** The fields of `fields` that have a value. */
export function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The request leaves these fields of a piece; none where it sets none. */
export function sets(kind: string, ids: Ids, after: Fields): readonly Effect[] {
  const given = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  return Object.keys(given).length === 0 ? [] : [{ kind, ids, after: given }];
}

/** The request makes a thing. */
export function makes(kind: string, ids: Ids, after: Fields = {}): Effect {
  return { kind, ids, after, makes: true };
}

/** The thing is gone after the request. */
export function ends(kind: string, ids: Ids): Effect {
  return { kind, ids, after: null };
}
