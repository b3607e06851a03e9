import { operationsOf } from '../resource.ts';
import { partOf } from '../resources.ts';
import {
  type ChangingRequest,
  type Fields,
  pick,
  type Restoring,
  set,
  type ThingIds,
  type Touch,
  theMade,
} from './facts.ts';
import { partOfOperation, resourceNamed, touches } from './kinds.ts';
import { changedTies, restoring } from './nouns.ts';

/** Returns how things of a kind come back. Throws an `Error` for a kind that does not. */
export function restoringOf(kind: string): Restoring {
  const facts = restoring.get(kind);
  if (!facts) throw new Error(`nothing brings a ${kind} back`);
  return facts;
}

/** Returns whether a state or a change can be of this kind. */
export function isKnownKind(kind: string): boolean {
  return restoring.has(kind) || changedTies.has(kind) || (isOrder(kind) && restoring.has(orderedBy(kind)));
}

/** Returns whether a kind is the order of a list of a site, as groups of ids. */
export function isOrder(kind: string): boolean {
  return kind.endsWith('-order');
}

/** Returns the kind of the things that an order is about. */
export function orderedBy(kind: string): string {
  return kind.replace(/-order$/, '');
}

/** A change of the order of a list: `{ move: id, before?, after? }`, `{ remove: id }` or `{ append: id, group? }`. */
export interface OrderChange extends ThingIds {
  readonly step: Fields;
}

/** Returns how a touch changes the order of a list that the service shows; `made` is the id of what it makes. */
export function orderChangeOf(
  { kind, ids, change, sets = {}, at }: Touch,
  made: string = theMade,
): OrderChange | undefined {
  if (change === 'set' || change === 'content') return undefined;
  const { key = '', orderedIn } = resourceNamed(kind);
  if (typeof orderedIn !== 'string') return undefined;
  const id = ids[key] ?? made;
  const { sectionId: group } = sets;
  const step =
    change === 'make'
      ? { append: id, ...(typeof group === 'string' && { group }) }
      : change === 'end'
        ? { remove: id }
        : { move: id, ...at };
  return { kind: `${kind}-order`, ids: pick(ids, 'org', 'site'), step };
}

/**
 * Returns what a request does to things that can come back. Where `before` has the values of the section that a default is
 * in, the default is a value of that section.
 */
export function touchesBack(
  { op, input }: ChangingRequest,
  before: readonly (ThingIds & { readonly value?: Fields | null | undefined })[] = [],
): readonly Touch[] {
  if (!isRestorable(op.id)) return [];
  return touches(op, input)
    .filter(({ kind, change }) => restoring.has(kind) && change !== 'content')
    .flatMap((touch) => {
      const { defaultSiteSpace, ...others } = touch.sets ?? {};
      if (touch.kind !== 'site' || touch.change !== 'set' || defaultSiteSpace === undefined) return [touch];
      const section = before.find(
        ({ kind, value }) => kind === 'section' && value && 'defaultSiteSpace' in value,
      );
      if (!section) return [touch];
      return [...set('site', touch.ids, others), ...set('section', section.ids, { defaultSiteSpace })];
    });
}

/** Returns whether undo takes requests of an operation back, or says for each thing what of it stays. */
export function isRestorable(operation: string): boolean {
  const part = partOfOperation(operation);
  if (!part) return false;
  const { resource, role } = part;
  const { kind, idOf = '', key, whyNotRestorable } = resource;
  const facts = restoring.get(kind) ?? restoring.get(idOf);
  if (!facts || whyNotRestorable?.[role] === undefined) return facts !== undefined;
  // What stays of such a thing is said when it is restored.
  const isThing = operationsOf(resource).get(role)?.path.includes(`{${key}}`) === true;
  return isThing && (finalOf(kind) !== undefined || facts.returns === true);
}

/** Returns why a deleted thing of a kind cannot be made again; then nothing of it is read before. */
export function finalOf(kind: string): string | undefined {
  return resourceNamed(kind).whyNotRestorable?.delete;
}

/** Returns why a request of an operation cannot be undone at all; `undefined` if it can. */
export async function whyNotRestorable(operation: string): Promise<string | undefined> {
  return isRestorable(operation) ? undefined : ((await cannotUndo(operation)) ?? 'it is not known how');
}

/** Returns what a request changes and undo cannot restore, though it restores the rest. */
export function lostOf({ op, input }: ChangingRequest): string | undefined {
  const touched = touches(op, input);
  if (touched.some(({ kind, change }) => change === 'make' && kind === 'space'))
    return 'the new space: the service cannot delete spaces';
  const made = touched.find(({ kind, change }) => change === 'make' && restoring.get(kind)?.instead);
  if (made) return `the new ${resourceNamed(made.kind).one}: ${restoring.get(made.kind)?.instead?.stays}`;
  const isUnseen = ({ kind, change }: Touch) =>
    change === 'place' && typeof resourceNamed(kind).orderedIn !== 'string';
  return touched.some(isUnseen) ? 'the place among the others: the service does not show it' : undefined;
}

/** Returns why nothing takes back what a request does to a thing that is there; `undefined` if something does. */
export async function finalReason({ op, input }: ChangingRequest): Promise<string | undefined> {
  return op.isFinal && touches(op, input).length > 0 ? cannotUndo(op.id) : undefined;
}

/** Returns why an operation's effect on an existing thing cannot be undone; `undefined` if it can. */
export async function cannotUndo(operation: string): Promise<string | undefined> {
  const part = await partOf({ id: operation });
  return part?.resource.whyNotRestorable?.[part.role];
}
