import {
  type ChangingRequest,
  type Fields,
  type Ids,
  type ThingIds,
  type Tie,
  type Touch,
  theMade,
  thingKey,
  withMade,
} from '../../model/effects/facts.ts';
import { madeIds } from '../../model/effects/kinds.ts';
import { references } from '../../model/effects/nouns.ts';
import { isOrder, orderChangeOf, restoringOf, touchesBack } from '../../model/effects/restoring.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { isObject } from '../../text/fields.ts';
import { kept } from '../../text/kept.ts';
import type { State } from '../journal/journal-schema.ts';
import { byThing, valueLeft } from './values.ts';

/** A thing that a run has changed, or the order of a list. */
export interface ChangedThing extends ThingIds {
  readonly name?: string | undefined;
  /** Its values before the run; `null` if it did not exist, `undefined` if they are not known. */
  readonly before: Fields | null | undefined;
  /** The fields that the run has set, with the values after it; `null` if the run has ended it. */
  readonly after: Fields | null;
  /** What requests without an outcome were to set, beside others that were done. */
  readonly perhaps?: Fields | undefined;
  /** Why the values before are not known. */
  readonly unknown?: string | undefined;
  /** If the values before are those of the plan: why they could not be read again. */
  readonly planned?: string | undefined;
  /** Whether no request that changed it has an outcome: another user may have changed it. */
  readonly isUnclear: boolean;
  /** The key of the thing with which it has ended, or lost values. */
  readonly cause?: string | undefined;
  /** What the run had set before it has ended. */
  readonly left?: Fields | undefined;
  /** The changes of an order. */
  readonly steps?: readonly Fields[] | undefined;
  /** For a thing that the run has made: its ties that the run has changed, too. They go with it, unless it stays. */
  readonly ties?: readonly ChangedThing[] | undefined;
}

/** A request in a journal, with its last outcome. */
export interface RecordedRequest extends ChangingRequest {
  /** Whether the journal says that it was done. */
  readonly isDone: boolean;
  readonly before?: readonly State[] | undefined;
  readonly after?: readonly State[] | undefined;
  /** The id of the thing that it made or changed. */
  readonly id?: string | undefined;
  readonly task?: number;
  /** For a further request about a thing that an earlier one makes: the tasks that it requires. */
  readonly partOf?: readonly number[] | undefined;
  /** Whether it is a request of an undo: what it puts into a thing that it makes again has belonged to that. */
  readonly isAgain?: boolean;
  /** Returns whether it is about a person, if it is not about all that it names. */
  isAbout?(user: string): boolean;
}

interface Step {
  readonly before: State | undefined;
  readonly after: Fields | null;
  readonly makes: boolean;
  readonly isDone: boolean;
  readonly cause?: string | undefined;
}

interface Steps extends ThingIds {
  readonly steps: Step[];
}

/**
 * Returns the things that requests have changed, each once, in the order of the last request that changed each; what follows
 * from a change comes behind it. What is in a thing that the run has made is left out: it goes with the thing. `recorded` are
 * all values before that the journal holds, also those of refused requests.
 */
export function changedThings(
  requests: readonly RecordedRequest[],
  noBefore: string,
  recorded: readonly State[] = [],
): ChangedThing[] {
  const all = new Map<string, Steps>();
  const parts = new Set<string>();
  const made = new Map<number, ThingIds>();
  for (const request of requests) {
    const found = requestSteps(request);
    for (const part of found.parts) parts.add(part);
    const first = found.steps.find(({ step }) => step.makes);
    if (first && request.task !== undefined) made.set(request.task, first);
    const root = request.partOf?.flatMap((task) => made.get(task) ?? [])[0];
    for (const { kind, ids, step } of found.steps) {
      const key = thingKey({ kind, ids });
      const isAround = root !== undefined && isIn(root, { kind, ids });
      // What stays on its own must be away before the other thing is deleted.
      const isKept = root && restoringOf(root.kind).keeps?.includes(kind);
      if (root && key !== thingKey(root) && !isKept && !isAround) {
        parts.add(key);
        continue;
      }
      const own = root && isAround ? withoutId(step, ownId(root)) : step;
      if (!own) continue;
      const known = all.get(key) ?? { kind, ids, steps: [] };
      known.steps.push(own);
      all.delete(key);
      all.set(key, known);
    }
  }
  const things = [...all].flatMap(([key, { kind, ids, steps }]): ChangedThing[] => {
    // The first request that was to change an order has it, also if the service refused that request.
    const orders = isOrder(kind) ? recorded.filter((one) => thingKey(one) === key) : [];
    const thing = folded(kind, ids, steps, noBefore, orders);
    if (parts.has(key) && thing.after !== null) return [];
    const others = unclearOnly(steps, thing);
    return [
      thing,
      ...(others.length > 0 ? [folded(kind, ids, others, noBefore, leftBy(thing, orders))] : []),
    ];
  });
  const ended = new Set(things.flatMap((one) => (one.after === null ? [`${one.kind} ${ownId(one)}`] : [])));
  return withoutParts(things.map((thing) => cleared(thing, ended)));
}

/** Leaves out of the values that a run has left what they named, if the run has ended that as well. */
function cleared(thing: ChangedThing, ended: ReadonlySet<string>): ChangedThing {
  const { kind, after } = thing;
  const gone = references.filter(
    (one) => one.kind === kind && one.policy === 'clears' && ended.has(`${one.to} ${after?.[one.by]}`),
  );
  if (gone.length === 0) return thing;
  return { ...thing, after: { ...after, ...Object.fromEntries(gone.map(({ by }) => [by, null])) } };
}

/** Returns whether a thing is in another one: a section in its site. */
function isIn(root: ThingIds, thing: ThingIds): boolean {
  if (isOrder(thing.kind)) return false;
  const { key = '' } = resourceNamed(thing.kind);
  const { parents } = resourceNamed(root.kind);
  return parents.includes(key) && root.ids[key] === thing.ids[key];
}

/** Leaves out the fields that name a thing: they change with it. `undefined` if nothing else is left. */
function withoutId(step: Step, id: string): Step | undefined {
  const others = Object.entries(step.after ?? {}).filter(([, value]) => value !== id);
  return step.after === null || others.length > 0
    ? { ...step, after: step.after && Object.fromEntries(others) }
    : undefined;
}

/** Returns the order that the known requests have left; none for what is no order. */
function leftBy({ before, steps = [] }: ChangedThing, [state]: readonly State[]): State[] {
  return state && before ? [{ ...state, value: afterSteps(before as Groups, steps) }] : [];
}

/**
 * Returns the requests without an outcome that set fields which no other request has set, with these fields alone; those that change
 * an order are whole.
 */
function unclearOnly(steps: readonly Step[], { kind, after, isUnclear }: ChangedThing): Step[] {
  if (isUnclear || after === null) return [];
  if (isOrder(kind)) return steps.filter(({ isDone }) => !isDone);
  const others = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in after)));
  return steps
    .filter(({ isDone }) => !isDone)
    .map((step) => ({ ...step, after: others(step.after ?? {}) }))
    .filter((step) => Object.keys(step.after).length > 0);
}

interface Found {
  readonly steps: readonly (ThingIds & { readonly step: Step })[];
  /** The keys of what is made together with a thing, in it. */
  readonly parts: readonly string[];
}

/** Returns what a request does to each thing, and to what follows. */
export function requestSteps(request: RecordedRequest): Found {
  const { before = [], after = [], id, isDone, isAgain = false, isAbout = () => true } = request;
  const touched = touchesBack(request, before);
  const [earlier, later] = [byThing(before), byThing(after)];
  const [first] = touched;
  const root = first && { kind: first.kind, ids: madeIds(first, id) };
  const steps: Found['steps'][number][] = [];
  const parts: string[] = [];
  for (const [place, touch] of touched.entries()) {
    const { kind, change } = touch;
    const makes = change === 'make';
    const ids = madeIds(touch, id);
    if (place > 0 && (makes || (isAgain && first?.change === 'make'))) {
      parts.push(...partOf(touch, id, after[0]));
      continue;
    }
    const key = resourceNamed(kind).key ?? '';
    // The id of a thing is unknown if the request that made it has no outcome.
    if (makes && resourceNamed(kind).key !== undefined && ids[key] === undefined) continue;
    if (tieOf(touch) && !isAbout(ids[key] ?? '')) continue;
    const own = earlier.get(thingKey({ kind, ids }));
    const order = orderChangeOf(touch, id);
    if (order) {
      const step = { before: earlier.get(thingKey(order)), after: order.step, makes: false, isDone };
      steps.push({ kind: order.kind, ids: order.ids, step });
    }
    if (change === 'place' && !touch.sets) continue;
    const left = later.get(thingKey({ kind, ids }))?.value ?? valueLeft(touch, id, earlier);
    steps.push({ kind, ids, step: { before: own, after: change === 'end' ? null : left, makes, isDone } });
  }
  const cause = root && thingKey(root);
  for (const state of before) {
    if (!state.follows || !isDone) continue;
    const lost = Object.fromEntries(Object.keys(state.value ?? {}).map((name) => [name, null]));
    const left = state.follows === 'ends' ? null : lost;
    steps.push({
      ...{ kind: state.kind, ids: state.ids },
      step: { before: state, after: left, makes: false, isDone, cause },
    });
  }
  return { steps, parts };
}

/** Returns the key of what is made in the thing that a request makes: a member of a team, the first space of a section. */
function partOf({ kind, ids, sets }: Touch, made: string | undefined, state: State | undefined): string[] {
  if (made === undefined) return [];
  const own = withMade(ids, made);
  const { key } = resourceNamed(kind);
  if (key === undefined || own[key] !== undefined) return [thingKey({ kind, ids: own })];
  const inside = state?.value?.siteSpaces;
  const [first] = Array.isArray(inside) && sets?.sectionId === theMade ? (inside as readonly unknown[]) : [];
  return isObject(first) ? [thingKey({ kind, ids: { ...own, [key]: String(first.id) } })] : [];
}

function folded(
  kind: string,
  ids: Ids,
  steps: readonly Step[],
  noBefore: string,
  orders: readonly State[],
): ChangedThing {
  const done = steps.filter(({ isDone }) => isDone);
  const known = done.length > 0 ? done : steps;
  const isCleared = ({ cause, after }: Step) => cause !== undefined && after !== null;
  // What has set a thing, or ended it, has taken it away from what ends.
  const counted = [...known.filter(isCleared), ...known.filter((one) => !isCleared(one))];
  const befores = orders.length > 0 ? orders : counted.flatMap(({ before }) => before ?? []);
  const last = counted.findLastIndex((step) => step.after === null);
  const [earlier, sets] = [counted.slice(0, Math.max(last, 0)), counted.slice(last + 1)];
  const hasEnded = last >= 0 && sets.length === 0;
  const name = befores.find((one) => one.name !== undefined)?.name;
  const planned = befores.find((one) => one.planned !== undefined)?.planned;
  const cause = (hasEnded ? counted[last] : counted.at(-1))?.cause;
  const merged = (some: readonly Step[]): Fields => Object.assign({}, ...some.map((step) => step.after));
  return {
    ...{ kind, ids },
    ...(name !== undefined && { name }),
    ...(planned !== undefined && { planned }),
    after: hasEnded ? null : merged(sets),
    ...beforeOf(counted, befores, noBefore),
    ...(counted.length < steps.length && { perhaps: merged(steps.filter(({ isDone }) => !isDone)) }),
    isUnclear: done.length === 0,
    ...(cause !== undefined && { cause }),
    ...(hasEnded && earlier.length > 0 && { left: merged(earlier) }),
    ...(isOrder(kind) && { steps: counted.flatMap((step): Fields[] => (step.after ? [step.after] : [])) }),
  };
}

function beforeOf(
  [first]: readonly Step[],
  befores: readonly State[],
  noBefore: string,
): Pick<ChangedThing, 'before' | 'unknown'> {
  if (first?.makes) return { before: null };
  const [state] = befores;
  if (!state) return { before: undefined, unknown: noBefore };
  if (state.unknown !== undefined) return { before: undefined, unknown: state.unknown };
  if (state.value == null) return { before: null };
  const values = befores.map(({ value }) => value ?? {});
  return { before: Object.assign({}, ...values.reverse()) };
}

/** Leaves out what is in a thing that the run has made: it goes with the thing. */
function withoutParts(things: readonly ChangedThing[]): ChangedThing[] {
  const made = new Set(things.flatMap((thing) => (isMadeByRun(thing) ? [ownId(thing)] : [])));
  const inside = new Map<string, ChangedThing[]>();
  const rest = things.flatMap((thing): ChangedThing[] => {
    const own = ownId(thing);
    const holders = Object.values(thing.ids).filter((id) => made.has(id) && (id !== own || tieOf(thing)));
    const { unknown, ...known } = thing;
    // Nothing was tied to what did not exist.
    const part = holders.length > 0 && unknown !== undefined ? { ...known, before: null } : thing;
    for (const id of holders) kept(inside, id, () => []).push(part);
    return holders.every((id) => id === own) ? [part] : [];
  });
  return rest.map((thing) => {
    const own = ownId(thing);
    const parts = (isMadeByRun(thing) && inside.get(own)) || [];
    const ties = parts.filter((part) => tieOf(part) && ownId(part) !== own);
    return ties.length > 0 ? { ...thing, ties } : thing;
  });
}

/** Returns the facts of the ties that a thing is one of; `undefined` if it is none. */
export function tieOf({ kind }: Pick<ChangedThing, 'kind'>): Tie | undefined {
  return isOrder(kind) ? undefined : restoringOf(kind).tie;
}

/** Returns whether the run has made the thing, and it is known that it has. */
export function isMadeByRun({ kind, before, after, isUnclear }: ChangedThing): boolean {
  return before === null && after !== null && !isUnclear && !isOrder(kind) && !tieOf({ kind });
}

/** Returns the id of a thing; that of what is tied, for a tie. */
export function ownId({ kind, ids }: ThingIds): string {
  return isOrder(kind) ? '' : (ids[resourceNamed(kind).key ?? ''] ?? '');
}

/** The ids of a list, by the group inside which they can be moved. */
export type Groups = Readonly<Record<string, readonly string[]>>;

export function subjectOf({ move, remove, append }: Fields): string {
  return String(move ?? remove ?? append);
}

/** Returns the order after the steps of a run. */
export function afterSteps(before: Groups, steps: readonly Fields[]): Record<string, string[]> {
  const groups = Object.fromEntries(Object.entries(before).map(([name, ids]) => [name, [...ids]]));
  for (const step of steps) {
    const { remove, before: next, after: previous, group } = step;
    const id = subjectOf(step);
    const [name, ids] =
      Object.entries(groups).find(([, one]) => one.includes(id)) ??
      (typeof group === 'string' ? [group, groups[group] ?? []] : Object.entries(groups)[0]) ??
      [];
    if (name === undefined || !ids) continue;
    const others = ids.filter((one) => one !== id);
    const neighbour = next ?? previous;
    // What the run has made is at the end first.
    if (neighbour !== undefined && !others.includes(String(neighbour))) others.push(String(neighbour));
    const place =
      next !== undefined
        ? others.indexOf(String(next))
        : previous !== undefined
          ? others.indexOf(String(previous)) + 1
          : others.length;
    groups[name] = remove === undefined ? [...others.slice(0, place), id, ...others.slice(place)] : others;
  }
  return groups;
}
