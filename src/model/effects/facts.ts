import type { AnyInput, Operation } from '../../api/contract/operation.ts';
import type { Neighbours } from '../../api/contract/position.ts';
import type { Hint } from '../../errors.ts';
import { isObject } from '../../text/fields.ts';
import { at } from '../fields.ts';

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

export interface ChangingRequest {
  readonly op: Operation;
  readonly input: AnyInput;
}

/** What tells one thing from all others. */
export interface ThingIds {
  readonly kind: string;
  /** What identifies it in paths. Its own id is missing if the service chooses it. */
  readonly ids: Ids;
}

/** What a request does to one thing. */
export interface Touch extends ThingIds {
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
  readonly to: string;
  /** It ends as well; the field loses its value; or the service chooses another value. */
  readonly policy: 'ends' | 'clears' | 'chooses';
  readonly basis: Basis;
  /** What becomes of it when the thing goes to another organization; nothing if absent. */
  readonly transferred?: 'ends' | 'follows';
}

/** One request that restores something. Its ids can be of things that the same plan makes. */
export interface RestoreRequest {
  readonly action: Action;
  readonly operation: string;
  readonly params: Readonly<Record<string, Id>>;
  readonly body?: unknown;
  /** The fields that it sets, with their new values; all fields if absent. */
  readonly sets?: Fields;
}

/** A thing that has ended, with the values before. */
export interface EndedThing extends ThingIds {
  readonly name?: string | undefined;
  readonly before: Fields;
}

/** Plans how an ended thing is made again. Requests name everything by its earlier id. */
export interface MakingAgain {
  /** Adds a request. The first one makes the thing. Returns a reference to what it makes. */
  plan(request: RestoreRequest): Made;
}

/** Ties of several things to one, such as the members of a team: they are changed and shown together. */
export interface Tie {
  /** The kind of a change of several ties of one thing. */
  readonly change: string;
  /** The words before the name of that thing. */
  readonly word: string;
  /** The kind of that thing. */
  readonly of: string;
  /** The field with the value of a tie. */
  readonly field: string;
  /** What is shown for the value `null`, because `null` says that there is no tie. */
  readonly nothing?: string;
  /** Returns the requests that give ties these values, by the id of what is tied; `null` ends one. */
  set(params: Readonly<Record<string, Id>>, wanted: Fields, present: Fields): readonly RestoreRequest[];
}

/**
 * How things of one kind are read and restored, as far as its resource does not say it: what an operation `create` or `set`
 * makes is made again by it, with the fields that its body takes, and the rest is set by `update`.
 */
export interface Restoring {
  /** The words for one, if they are not those of its resource. */
  readonly word?: string;
  /** Fields that the model does not name, or that the service shows in another form than it takes them. */
  fields?(item: unknown): Fields;
  /** What an answer shows of what is made together with one, in it. */
  holds?(item: unknown): Fields;
  /** The kinds whose things end with one that is deleted, though they have been made on their own. */
  readonly keeps?: readonly string[];
  /** Whether it has the same id when it is made again. */
  readonly keepsId?: true;
  /** The values that clear a field in a body; other fields cannot be cleared. */
  readonly clears?: Fields;
  /** The fields of which each one has a value, also where no request has given it. */
  readonly always?: readonly string[];
  /** The values that a new one has without a request. */
  readonly starts?: Fields;
  /** The field of the request that makes one which takes the ids of ties, with their kind and the values that they get. */
  readonly takes?: {
    readonly field: string;
    readonly kind: string;
    readonly by: string;
    readonly as: Fields;
  };
  readonly tie?: Tie;
  /** What takes one that was made out of use, where the service cannot delete it, and what is said of that. */
  readonly instead?: { readonly sets: Fields; readonly stays: string };
  /** Returns the requests that give fields other values, if one `update` is not enough. */
  set?(ids: Ids, wanted: Fields, present: Fields): readonly RestoreRequest[];
  /** Plans the requests that make one again, if `create` and `update` are not enough. Returns what stays lost. */
  make?(ended: EndedThing, again: MakingAgain): readonly string[];
  /** What stays lost of one that is made again. */
  readonly loses?: readonly string[];
  /** What stays lost of one with these values that is made again. */
  losing?(ended: EndedThing): readonly string[];
  /** Why none can be made again. */
  notMade?(ended: EndedThing): string;
  /** Whether the rest comes back once another user has made it again. */
  readonly returns?: true;
  /** Returns why a value that was read cannot be written again in place of `now`; `undefined` if it can. */
  unwritable?(field: string, value: unknown, now: unknown): string | undefined;
  /** Returns the command that gives a field its value before; of a tie, with `null` for none. */
  takesBack?(ids: Ids, before: Fields | null, after: Fields | null): Hint | undefined;
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
  /** How its things come back, by their kinds; a kind that is not here does not. */
  readonly restoring?: Readonly<Record<string, Restoring>>;
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

/** Returns whether a request ends a thing, or gives it to another organization: then others can end with it. */
export function mayEndOthers({ change, sets = {} }: Touch): boolean {
  return change === 'end' || 'organization' in sets;
}

/** Returns some of the ids, in this order. */
export function pick(params: Ids, ...names: readonly string[]): Ids {
  return Object.fromEntries(
    names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  ) as Ids;
}

/** Copies some fields of an answer, with `null` for absent ones. */
export function shown(item: unknown, ...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, at(item, name) ?? null]));
}

/** Puts the id of what a request makes in the places of what stands for it. */
export function withMade<Value>(
  values: Readonly<Record<string, Value>>,
  made: Value,
): Readonly<Record<string, Value>> {
  const entries = Object.entries(values);
  if (!entries.some(([, value]) => value === theMade)) return values;
  return Object.fromEntries(entries.map(([name, value]) => [name, value === theMade ? made : value]));
}

/** Returns a text that is the same for the same thing. */
export function thingKey({ kind, ids }: ThingIds): string {
  return JSON.stringify([kind, ids]);
}

/** Returns the innermost id of an address: the thing itself, or what a tie ties. */
export function innermostId(ids: Ids): string {
  return Object.values(ids).at(-1) ?? '';
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

/** Replaces the values that depend on whether the thing is there. */
export function settled(sets: Fields, before: Fields | null | undefined): Fields {
  return Object.fromEntries(
    Object.entries(sets).map(([name, value]) =>
      isObject(value) && '$unlessThere' in value
        ? [name, before ? before[name] : value.$unlessThere]
        : [name, value],
    ),
  );
}
