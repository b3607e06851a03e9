import { type Change, changesInOrder, isPart, madeIn } from '../../domain/change.ts';
import { narrowedFirst } from '../../domain/reach/narrowed-first.ts';
import type { Action, Made } from '../../model/effects/facts.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { isObject } from '../../text/fields.ts';
import { countsOf } from '../../text/group-by.ts';
import { counted } from '../../text/words.ts';
import type { Difference } from '../difference.ts';
import { type FieldMap, fieldWord } from '../sections/fields.ts';
import { factsOf } from '../sections/kinds.ts';
import type { NewRequest, RequestWriter } from '../sections/section.ts';
import { keyText, placeText } from '../thing.ts';
import { type CollectionOf, deletionsAfterRequests, type Purposed, placesFrom } from './uses.ts';

/** The order of requests that do not depend on each other. */
const ranks: Readonly<Record<Action, number>> = {
  create: 0,
  update: 1,
  rename: 2,
  move: 3,
  grant: 4,
  revoke: 5,
  delete: 6,
};

interface WriterOptions
  extends Pick<RequestWriter, 'organization' | 'file' | 'names' | 'batchSize' | 'declared' | 'present'> {
  /** Returns the id of a thing of the service by its key in this plan. */
  readonly presentId: (kind: ResourceKind, key: readonly string[]) => string | undefined;
  readonly collectionOf: CollectionOf;
}

/** Makes a writer, and a function that returns the requests in their order. */
export function createWriter({ presentId, collectionOf, ...facts }: WriterOptions): {
  writer: RequestWriter;
  changes: () => Change[];
} {
  const requests: (Described & { readonly rank: number })[] = [];
  const made = new Map<string, Made>();
  const changing = new Map<string, number[]>();
  const writer: RequestWriter = {
    ...facts,
    idOf(kind, key) {
      const id = presentId(kind, key);
      if (id !== undefined) return id;
      const reference = made.get(placeText({ kind, key }));
      if (!reference) throw new Error(`nothing makes ${placeText({ kind, key })}`);
      return reference;
    },
    hasId: (kind, key) => presentId(kind, key) !== undefined || made.has(placeText({ kind, key })),
    changesOf: (kind, key) => changing.get(placeText({ kind, key })) ?? [],
    add(request) {
      const [first] = request.for;
      const number = requests.length;
      for (const { action, kind, key } of request.for) {
        if (action === 'delete' || action === 'revoke') continue;
        changing.set(placeText({ kind, key }), [...(changing.get(placeText({ kind, key })) ?? []), number]);
      }
      const { makes, makesToo } = request;
      if (makes) made.set(placeText(first), { $change: number });
      if (makesToo) made.set(placeText(makesToo), { $change: number, at: makesToo.at });
      const change = { ...changeOf(request, facts.organization), ...(makes && { isUnique: makes }) };
      requests.push({ change, for: request.for, rank: ranks[first.action], detail: request.detail });
      return number;
    },
    addChanges(rank, of, make) {
      for (const change of make(requests.length)) requests.push({ change, for: of, rank: ranks[rank] });
    },
  };
  return {
    writer,
    changes() {
      const names = distinctNames(requests);
      const placesOf = (at: number) => placesFrom((requests[at] as Described).for[0], collectionOf);
      const all = narrowedFirst(deletionsAfterRequests(requests, collectionOf), placesOf);
      const changes = all.map((change, at) => ({ ...change, name: names[at] ?? change.name }));
      const rankOf = new Map(changes.map((change, at) => [change, requests[at]?.rank ?? 0]));
      return changesInOrder(changes, (change) => rankOf.get(change) ?? 0);
    },
  };
}

function changeOf(request: NewRequest, org: string): Change {
  const { operation, params, body, for: of, requires = [], further } = request;
  const [first] = of;
  const input = { params: { org, ...params }, ...(body !== undefined && { body }) };
  const fields = (further || first.action === 'delete' ? [] : of).flatMap((one) =>
    one.fields.map((field) => ({ ...field, field: fieldIn(first, one, field.field) })),
  );
  const values = (side: 'before' | 'after') =>
    Object.fromEntries(fields.map((one) => [one.field, one[side]]));
  return {
    action: further === 'move' || (further && first.action === 'create') ? further : first.action,
    kind: first.kind,
    ref: input.params,
    name: further ? first.name : sharedName(of),
    before: first.action === 'create' && !further ? null : values('before'),
    after: first.action === 'delete' ? null : values('after'),
    operation: operation.id,
    input,
    requires: [...new Set([...requires, ...madeIn(input)])].sort((one, other) => one - other),
  };
}

/** Names a field; a request for several things names the thing as well. */
function fieldIn(first: Difference, { key, name }: Difference, field: string): string {
  return keyText(key) === keyText(first.key) ? field : `${name}: ${field}`;
}

/** A request, and what it does in words, if its fields do not say it. */
interface Described extends Purposed {
  readonly detail?: string | undefined;
}

/** Returns the names of requests: where several are about one thing, and for updates, with what each of them does. */
function distinctNames(requests: readonly Described[]): string[] {
  const textOf = ({ change: { kind, name } }: Described) => `${kind} ${name}`;
  const counts = countsOf(requests.map(textOf));
  return requests.map((one) => {
    const { change } = one;
    const { namesFields, fields } = factsOf(one.for[0].kind);
    const isClear = counts.get(textOf(one)) === 1 && !(change.action === 'update' && namesFields);
    const detail = one.detail ?? (isClear ? undefined : detailOf(change, fields));
    return detail === undefined ? change.name : `${change.name} (${detail})`;
  });
}

/** Returns the name of a request for several differences: that of the first one, or all values of one thing. */
function sharedName([first, ...others]: readonly [Difference, ...Difference[]]): string {
  const isValue = factsOf(first.kind).made === 'update' && others.every(({ kind }) => kind === first.kind);
  const count = others.length - mostNamed + 1;
  if (!isValue || others.length === 0) return first.name;
  const keys = others.map(({ key }) => key.at(-1));
  return `${[first.name, ...keys.slice(0, mostNamed - 1)].join(', ')}${count > 0 ? ` and ${count} more` : ''}`;
}

const mostNamed = 3;

function detailOf(change: Change, map: FieldMap): string | undefined {
  const { kind, action, after, input } = change;
  if (kind === 'team-members') return counted(Object.keys(after ?? {}).length, 'membership');
  if (action === 'create' || action === 'delete') return undefined;
  const body = isObject(input.body) ? input.body : {};
  const fields = isPart(change) ? Object.keys(body) : Object.keys(after ?? {});
  const called = fields.map((field) => fieldWord(map, field.split(': ').at(-1) ?? field));
  return called.length === 0 ? undefined : [...new Set(called)].join(', ');
}
