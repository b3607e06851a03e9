import { type Change, isPart } from '../../domain/change.ts';
import { isObject } from '../../text/fields.ts';
import { countsOf } from '../../text/group-by.ts';
import { counted } from '../../text/plural.ts';
import type { Difference } from '../difference.ts';
import { type FieldMap, fieldWord } from '../sections/fields.ts';
import { factsOf } from '../sections/kinds.ts';
import type { Purposed } from './uses.ts';

/** A request, and what it does in words, if its fields do not say it. */
export interface Described extends Purposed {
  readonly detail?: string | undefined;
}

/** Returns the names of requests: where several are about one thing, and for updates, with what each of them does. */
export function distinctNames(requests: readonly Described[]): string[] {
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
export function sharedName([first, ...others]: readonly [Difference, ...Difference[]]): string {
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
