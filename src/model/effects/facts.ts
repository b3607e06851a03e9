import type { AnyInput, Operation } from '../../api/contract/operation.ts';
import type { Neighbours } from '../../api/contract/position.ts';

/** Path parameters by their names. */
export type Ids = Readonly<Record<string, string>>;

/** Values by the name of their field in the API; `null` for no value. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value of a field that a request leaves: the value itself, or one of these. */
export type Value = unknown | typeof chosen | { readonly $unlessThere: unknown };

/** The service chooses the value: it is known when the thing is read afterwards. */
export const chosen = { $chosen: true } as const;

/** In ids and values: the id of the thing that the request makes. */
export const theMade = '$made';

/** The value stays if there is one; else it becomes this one. */
export const unlessThere = (value: unknown) => ({ $unlessThere: value });

/** The prefix of a field's name before an emoji; the value says who has reacted with it. */
export const reaction = 'reaction ';

/**
 * A reference to a thing that the same plan makes, by the index of the change that makes it. Its id is known after that
 * change.
 */
export interface Made {
  readonly $change: number;
  /** Dot path of the id in the result of the change; the id of the thing itself if absent. */
  readonly at?: string;
}

export type Id = string | Made;

/** What a request does, in the words of a plan. */
export type Action = 'create' | 'update' | 'rename' | 'move' | 'grant' | 'revoke' | 'delete';

/** A request that changes something. */
export interface ChangingRequest {
  readonly op: Operation;
  readonly input: AnyInput;
}

/** What a request does to one thing. */
export interface Touch {
  /** The kind of the thing, as the model calls it. */
  readonly kind: string;
  /** What identifies it in paths. Its own id is missing if the service chooses it. */
  readonly ids: Ids;
  /**
   * `make`: it is new, and the fields that are not in `sets` are chosen by the service; `set`: fields get values, and a
   * membership, a role or a document that did not exist is made; `end`: it is gone; `place`: it gets another place in its
   * list; `content`: pages and files of it are replaced.
   */
  readonly change: 'make' | 'set' | 'end' | 'place' | 'content';
  readonly sets?: Readonly<Record<string, Value>>;
  /** The neighbours at the new place; the end of the list without any. */
  readonly at?: Neighbours;
}

/** How far a consequence is known: the reference of the service says it, or only the sandbox does it. */
export type Basis = 'stated' | 'assumed';

/** One kind of things that name another one by its id, and what becomes of them when that one ends. */
export interface Reference {
  readonly kind: string;
  /** The path parameter or the field that has the id. */
  readonly by: string;
  /** The kind of the thing that is named. */
  readonly to: string;
  /** It ends as well; the field loses its value; or the service chooses another value. */
  readonly policy: 'ends' | 'clears' | 'chooses';
  readonly basis: Basis;
  /** What becomes of it when the thing goes to another organization; nothing if absent. */
  readonly transferred?: 'ends' | 'follows';
}

/**
 * What is known of the changes of a noun's things, as far as its resource and the contract do not say it. It names
 * operations by their ids, so that few commands load their schemas.
 */
export interface NounEffects {
  /** The operations whose touches do not follow from their role, their path and their body. */
  readonly touches?: Irregular;
  /** What becomes of its things when those end that they name. */
  readonly references?: readonly Reference[];
}

export type Irregular = Readonly<Record<string, (params: Ids, body: Fields) => readonly Touch[]>>;

export function make(kind: string, ids: Ids, sets: Fields = {}): Touch {
  return { kind, ids, change: 'make', sets };
}

/** A request that gives no field a value touches nothing. */
export function set(kind: string, ids: Ids, sets: Fields): Touch[] {
  return Object.keys(sets).length === 0 ? [] : [{ kind, ids, change: 'set', sets }];
}

export function end(kind: string, ids: Ids): Touch {
  return { kind, ids, change: 'end' };
}

export function content(kind: string, ids: Ids): Touch {
  return { kind, ids, change: 'content' };
}

/** Returns some of the ids, in this order. */
export function pick(params: Ids, ...names: readonly string[]): Ids {
  return Object.fromEntries(
    names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  ) as Ids;
}

/** What the address of a thing names ends with that: its address does not exist any more. */
export const within = (kind: string, to: string, by: string, transferred?: 'ends'): Reference => ({
  kind,
  by,
  to,
  policy: 'ends',
  basis: 'stated',
  ...(transferred && { transferred }),
});

export const assumed = (
  kind: string,
  to: string,
  by: string,
  policy: Reference['policy'],
  transferred?: Reference['transferred'],
): Reference => ({ kind, by, to, policy, basis: 'assumed', ...(transferred && { transferred }) });
