import type { Client } from '../../api/client/client.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { titled } from '../../text/called.ts';
import { collected } from '../../text/collected.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';
import { fieldSource, valueAt, writtenFields } from '../fields.ts';
import { type Listed, listedPages, type Params } from '../read/list.ts';
import { createReader, type ServiceReader } from '../read/reader.ts';
import { isUnknown, orUnknown } from '../read/unknown.ts';
import { labelFor, type Resource } from '../resource.ts';
import type { ChangingRequest, Fields } from './facts.ts';
import { readBack, type Shown } from './shows.ts';
import { resourceNamed, touches } from './things.ts';

/** A thing that a request makes in a list. */
export interface Making {
  readonly resource: Resource;
  readonly op: Operation;
  readonly params: Params;
  /** What the request says of it. */
  readonly sent: Fields;
}

export function makingBy({ op, input }: ChangingRequest): Making | undefined {
  const { params, body } = input;
  const [first] = touches(op, input);
  if (first?.change !== 'make') return undefined;
  const sent = isObject(body) ? body : {};
  return { resource: resourceNamed(first.kind), op, params: params as Params, sent };
}

/** Reads the list of a thing that is made, or the part of it that a query finds. */
export async function listed(
  reader: ServiceReader,
  { resource, params }: Making,
  query: Fields = {},
): Promise<Listed[]> {
  return collected(listedPages(reader, resource, params, query, true));
}

/** Returns a query that finds what has the title in the request, where the list takes one. */
export function searchFor({ resource: { search }, sent: { title } }: Making): Fields {
  return search !== undefined && typeof title === 'string' ? { [search]: title } : {};
}

/** Names a thing of the list: `site "Docs" (site_docs)`. */
export function listedName({ resource }: Making, { id, title }: Listed): string {
  return titled(labelFor(resource), title ?? id, id);
}

/** What the present state says of a request without an outcome, and what it may have made, if only a name can show that. */
export interface Found extends Shown {
  readonly alike?: readonly string[] | undefined;
}

/**
 * Finds out whether a request has been carried out, as `readBack` does. Where only a name can show that, and `known` has the ids of
 * the other things, nothing of that name shows that nothing was made.
 */
export async function findBack(
  client: Client,
  request: ChangingRequest,
  {
    known,
    ...options
  }: Parameters<typeof readBack>[2] & { readonly known?: ReadonlySet<string> | undefined },
): Promise<Found> {
  const shown = await readBack(client, request, options);
  if (shown.state !== 'cannot-tell' || !known) return shown;
  const alike = await thingsCalledAlike(createReader({ client }), request, known);
  return alike?.length === 0 ? { state: 'does-not-show' } : { ...shown, alike };
}

/**
 * Names the things that a request without an outcome may have made: those of its list that have the name in the request, but for
 * those in `known`. `undefined` if the request gives no name, or the list cannot be read.
 */
export async function thingsCalledAlike(
  reader: ServiceReader,
  request: ChangingRequest,
  known: ReadonlySet<string>,
): Promise<string[] | undefined> {
  const making = makingBy(request);
  const names = making ? nameFields(making).filter(([field]) => making.sent[field] !== undefined) : [];
  if (!making || names.length === 0) return undefined;
  const all = await orUnknown(listed(reader, making));
  if (isUnknown(all)) return undefined;
  const mayHave = (shown: unknown, sent: unknown) => shown === undefined || isEqual(shown, sent);
  return all
    .filter(({ item }) => names.every(([field, path]) => mayHave(valueAt(item, path), making.sent[field])))
    .flatMap((one) => (known.has(one.id) ? [] : [listedName(making, one)]));
}

/**
 * Returns whether a thing has the natural key that a request gives: the same title, in the same parent. `undefined` if the
 * request gives none.
 */
export function hasName(making: Making, item: unknown): boolean | undefined {
  const fields = nameFields(making);
  if (fields.length === 0) return undefined;
  return fields.every(([field, path]) => isEqual(valueAt(item, path), making.sent[field]));
}

/** Returns the fields of a request that are in the natural key, each with its path in an answer. */
function nameFields({ resource, op }: Making): (readonly [field: string, path: string])[] {
  return writtenFields(resource, op).flatMap((field) => {
    const source = fieldSource(resource, field);
    return 'from' in source && resource.naturalKey.includes(source.from)
      ? [[field, source.from] as const]
      : [];
  });
}
