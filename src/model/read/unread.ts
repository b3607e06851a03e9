import { isObject } from '../../text/fields.ts';
import { parsedJson } from '../../text/json.ts';
import { isResourceKind, type ResourceKind } from '../resources.ts';
import type { Reason } from './list.ts';

/** A list that could not be read. */
export interface UnknownList {
  readonly kind: ResourceKind;
  readonly in: { readonly kind: ResourceKind | 'organization'; readonly id: string };
  readonly reason: Reason;
}

/** What could not be read when a copy of an organization was made: for a reader of the copy it is unknown, too. */
export interface UnreadLists {
  /** The lists that the copy does not have, or not completely. */
  readonly lists: readonly UnknownList[];
  /** The ids of collections that the copy does not have, by the ids of the spaces and collections inside them. */
  readonly parents: Readonly<Record<string, string>>;
}

/** Reads the JSON of an {@link UnreadLists}; `undefined` for anything else. */
export function parseUnread(json: string): UnreadLists | undefined {
  const value = parsedJson(json);
  return isUnread(value) ? value : undefined;
}

function isUnread(value: unknown): value is UnreadLists {
  if (!isObject(value) || !Array.isArray(value.lists) || !isObject(value.parents)) return false;
  return value.lists.every(isUnknown) && Object.values(value.parents).every((id) => typeof id === 'string');
}

function isUnknown(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.in) || !isObject(value.reason)) return false;
  const { kind, in: within, reason } = value;
  const hasPlace = within.kind === 'organization' || isResourceKind(within.kind);
  const hasReason =
    typeof reason.message === 'string' && ['number', 'undefined'].includes(typeof reason.status);
  return isResourceKind(kind) && hasPlace && typeof within.id === 'string' && hasReason;
}

/** Finds out why the list of a kind in a parent could not be read; `undefined` if it could. */
export type WhyUnread = (kind: ResourceKind, parent: string) => Reason | undefined;

export function whyUnread(lists: readonly UnknownList[] = []): WhyUnread {
  const reasons = new Map(lists.map(({ kind, in: { id }, reason }) => [`${kind} ${id}`, reason]));
  return (kind, parent) => reasons.get(`${kind} ${parent}`);
}
