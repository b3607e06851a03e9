import type { Id } from '../../../model/effects/facts.ts';
import { groupBy } from '../../../text/group-by.ts';
import { pathText } from '../../file/problems.ts';
import { valueAt } from '../../file/side-files.ts';
import { keyText, type Thing } from '../../thing.ts';
import type { Difference } from '../compare.ts';
import { type FileKind, placeText } from '../kinds.ts';
import type { NewRequest, RequestWriter } from '../writer.ts';

/** A thing that the file declares, in its list. */
export interface Placed {
  readonly thing: Thing;
  /** Its differences; none if nothing of it changes. */
  readonly differences: readonly Difference[];
  /** `there` in this list, `new`, or `moved` here from another list. */
  readonly state: 'there' | 'new' | 'moved';
}

/** What is to be done in one site. */
export interface SiteWork {
  readonly key: string;
  readonly writer: RequestWriter;
  /** Returns the path parameters of the site and of things in it. */
  params(more?: Readonly<Record<string, Id>>): Record<string, Id>;
  /** Returns the differences of a thing. */
  of(kind: FileKind, key: readonly string[]): readonly Difference[];
  /** Returns the declared things of a list, in their order, without those that are withheld. */
  placed(kind: FileKind, above: readonly string[]): readonly Placed[];
  /** Returns the deletion of a thing of the service, if it is allowed. */
  deletion(thing: Thing): Difference | undefined;
  /** Returns the difference that moves a thing of the service into another list. */
  leaving(thing: Thing): Difference | undefined;
}

/** Makes the work for one site of its differences. */
export function siteWork(key: string, differences: readonly Difference[], writer: RequestWriter): SiteWork {
  const byThing = groupBy(differences, placeText);
  const leaving = new Map(
    differences.flatMap((one) =>
      one.action === 'move' && isRelocated(one) ? [[one.present?.id, one] as const] : [],
    ),
  );
  const of = (kind: FileKind, thing: readonly string[]) => byThing.get(placeText({ kind, key: thing })) ?? [];
  return {
    key,
    writer,
    params: (more = {}) => ({ site: writer.idOf('site', [key]), ...more }),
    of,
    placed(kind, above) {
      const there = new Set(writer.present(kind, above).map((thing) => keyText(thing.key)));
      return writer.declared(kind, above).flatMap((thing): Placed[] => {
        const own = of(kind, thing.key);
        if (there.has(keyText(thing.key))) return [{ thing, differences: own, state: 'there' }];
        if (own.length === 0) return [];
        return [{ thing, differences: own, state: own.some(isRelocated) ? 'moved' : 'new' }];
      });
    },
    deletion: (thing) => of(thing.kind as FileKind, thing.key).find(({ action }) => action === 'delete'),
    leaving: ({ id }) => leaving.get(id),
  };
}

/** Returns whether the thing of a difference comes from another list. */
export function isRelocated({ key, present }: Difference): boolean {
  return present !== undefined && keyText(present.key) !== keyText(key);
}

/** Returns the differences with some fields only; none that have no such field. */
export function slices(differences: readonly Difference[], names: readonly string[]): Difference[] {
  return differences.flatMap((one) => {
    if (one.action === 'create' || one.action === 'delete') return [];
    const fields = one.fields.filter(({ field }) => names.includes(field));
    return fields.length === 0 ? [] : [{ ...one, fields }];
  });
}

/** Returns the value that each changed field gets; an empty text as `null`, which clears it. */
export function valuesIn(differences: readonly Difference[]): Record<string, unknown> {
  return Object.fromEntries(
    differences.flatMap(({ fields }) => fields.map(({ field, after }) => [field, cleared(after)])),
  );
}

/** Returns the values that a new thing gets: those that are not empty. */
export function valuesOf({ fields }: Thing, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (cleared(fields[name]) === null ? [] : [[name, fields[name]]])),
  );
}

function cleared(value: unknown): unknown {
  return value === '' || value === undefined ? null : value;
}

/** Returns what a request is for: differences, or the first of `others` if it is a further request for one of them. */
export function purpose(
  differences: readonly Difference[],
  others: readonly Difference[],
): Pick<NewRequest, 'for' | 'isPart'> {
  const [first, ...rest] = differences;
  if (first) return { for: [first, ...rest] };
  const [other] = others;
  if (!other) throw new Error('a request without a purpose');
  return { for: [other], isPart: true };
}

/** Returns the id of the space of a declared site space. */
export function spaceIdOf({ file, names }: RequestWriter, { path = [] }: Thing): string {
  const place = [...path, 'space'];
  const found = names.findSpace(String(valueAt(file.organization, place)), place);
  if (found?.id === undefined) throw new Error(`no id of the space at ${pathText(place)}`);
  return found.id;
}
